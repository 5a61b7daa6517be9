export { english, hasWords, useLanguage, worded, words } from './words';
