export { english, useLanguage, worded, words, type Worded } from './words';
