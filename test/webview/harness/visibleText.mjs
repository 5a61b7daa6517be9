// What a page shows, and what of it did not come out of the table of messages.
import { loadModule } from './browser.mjs';

/** Names that are written alike in every language: products, units of the field, keys and abbreviations. */
const NAMES = [
  'Corun',
  'Nsight',
  'Systems',
  'Markdown',
  'JSON',
  'CSV',
  'PNG',
  'SVG',
  'GPU',
  'SM',
  'MPS',
  'MIG',
  'Escape',
  'Ctrl',
  'Alt',
];

/** Texts of the page, with those that are read aloud or shown on pointing, but for code to be copied. */
const texts = (tab) =>
  tab.evaluate(() => {
    const { document } = globalThis;
    const shown = [...document.querySelectorAll('main *, header *, nav *')].flatMap((element) => [
      ...['aria-label', 'title', 'placeholder'].map((name) => element.getAttribute(name)),
      ...(element.closest('code, pre, style, script')
        ? []
        : element.querySelector(':scope > wbr')
          ? [element.textContent]
          : [...element.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data)),
    ]);
    return shown.filter((text) => text?.trim());
  });

/** Words of everything that the host sent, but for the codes and formats of messages. */
function sentWords(value) {
  if (typeof value === 'string') return value.match(/[A-Za-z]+/g) ?? [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    key === 'say' ? [] : [...(key.match(/[A-Za-z]+/g) ?? []), ...sentWords(part)],
  );
}

/** Words on the page that are in English although the page is in the pseudo-locale. */
export async function escapedOn(page) {
  const { escapedWords } = await loadModule('test/support/escapedWords.ts', 'escapedWords');
  const names = new Set([...NAMES, ...page.sent.flatMap(sentWords)]);
  return escapedWords((await texts(page.tab)).join('\n'), { names, texts: [] });
}
