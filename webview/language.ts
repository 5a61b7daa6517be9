import { keepUnits, useLanguage } from '../src/words';

/**
 * Sets the language that the host has put into the page, and that numbers stay with their units, before any module
 * words its constants: must be the first import of a page. Without translations everything is said in English.
 */
const { language } = document.getElementById('app')?.dataset ?? {};
keepUnits();
if (language !== undefined) useLanguage(JSON.parse(language) as Record<string, string>);
