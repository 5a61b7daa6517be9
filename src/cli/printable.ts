import { sequenceOf } from '../words/texts/page';

/**
 * A mark of the colours that this command line writes itself (`COLOURS` of words/texts/page), or a character that
 * would act on the terminal or turn the direction of writing: controls but tab and newline, separators of lines,
 * marks of direction.
 */
const ACTING = /([\ufdd0-\ufdd5])|(\r(?=\n))|(?![\t\n])\p{Cc}|[\u2028-\u202e\u2066-\u2069]/gu;

const PICTURES = 0x2400;

/** A text as it may be printed: what names and files bring along shows as a sign instead of acting. */
export function printable(text: string): string {
  return text.replace(ACTING, (found: string, own?: string, lineEnd?: string) => {
    if (own !== undefined) return sequenceOf(own);
    const code = found.charCodeAt(0);
    if (lineEnd !== undefined) return '';
    return code < 0x20 ? String.fromCharCode(PICTURES + code) : '\uFFFD';
  });
}

/** JSON whose texts hold no character that acts on a terminal: JSON itself escapes some of them only. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /\p{Cc}|[\u2028-\u202e\u2066-\u2069]/gu,
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
