export { titleOf } from './titleOf';
export { say, type Code } from './say';
export { english, hasWords, useLanguage, worded, words } from './words';
