export { english, hasWords, useLanguage, worded, words, type Worded } from './words';
