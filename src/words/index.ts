export { titleOf } from './titleOf';
export { say, told, type Code } from './say';
export { english, hasWords, useLanguage, worded, words, type Worded } from './words';
