import type { Entry } from '../../src/words/entry';
import { TABLE } from '../../src/words/tables';

const ACCENTS: Readonly<Record<string, string>> = {
  ...{
    a: 'á',
    b: 'ƀ',
    c: 'ç',
    d: 'ð',
    e: 'é',
    f: 'ƒ',
    g: 'ĝ',
    h: 'ĥ',
    i: 'í',
    j: 'ĵ',
    k: 'ķ',
    l: 'ļ',
    m: 'ɱ',
  },
  ...{
    n: 'ñ',
    o: 'ó',
    p: 'þ',
    q: 'ʠ',
    r: 'ř',
    s: 'š',
    t: 'ţ',
    u: 'ú',
    v: 'ṽ',
    w: 'ŵ',
    x: 'ẋ',
    y: 'ý',
    z: 'ž',
  },
};

const PLACEHOLDER = /(\{\w+(?::\w+)?\})/;

/** A template as the pseudo-locale has it: in brackets, every letter accented, placeholders kept. */
export function pseudo(template: string): string {
  const parts = template.split(PLACEHOLDER).map((part) => (PLACEHOLDER.test(part) ? part : accented(part)));
  return `⟦${parts.join('')}⟧`;
}

function accented(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const accent = ACCENTS[letter.toLowerCase()]!;
    return letter === letter.toLowerCase() ? accent : accent.toUpperCase();
  });
}

/** The pseudo-locale's translations of every message of the product, as a bundle of @vscode/l10n. */
export function pseudoBundle(): Record<string, string> {
  return Object.fromEntries(templates().map((template) => [template, pseudo(template)]));
}

/** Every English template of the table of messages. */
function templates(): readonly string[] {
  const ofEntry = (entry: Entry): readonly string[] =>
    typeof entry === 'string' ? [entry] : [entry.one, entry.other];
  return Object.values(TABLE).flatMap(ofEntry);
}
