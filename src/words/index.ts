export { titleOf } from './titleOf';
export { say, type Code } from './say';
export { english, hasWords, keepUnits, languageTag, useLanguage, worded, words } from './words';
