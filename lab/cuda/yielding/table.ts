import type { YieldingResult } from './compareYielding';

const HEAD = [
  'sources',
  'kernels',
  'transformed',
  'compared',
  'the same',
  'different',
  'refused, by reason',
  'not compared, by reason',
];

/** Head and rows of the table: what was transformed, refused, compiled and compared. */
export function yieldingTable(
  rows: readonly (readonly [string, readonly YieldingResult[]])[],
): [string[], string[][]] {
  return [
    HEAD,
    rows.map(([name, results]) => {
      const same = results.filter(({ outcome }) => outcome === 'same');
      const different = results.filter(({ outcome }) => outcome.startsWith('differs'));
      const refused = results.filter(({ text }) => text === null);
      const rest = results.filter((one) => ![same, different, refused].some((list) => list.includes(one)));
      const counts = [results.length, results.length - refused.length, same.length + different.length];
      return [
        name,
        ...[...counts, same.length, different.length].map(String),
        reasons(refused.map(({ outcome }) => outcome.replace(/^refused: /, ''))),
        reasons(rest.map(({ outcome }) => outcome)),
      ];
    }),
  ];
}

/** Reasons with how often each was given, the strongest first; names in them left out. */
function reasons(given: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const reason of given.map(general)) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .map(([reason, count]) => `${reason} ${count}`)
    .join('; ');
}

function general(reason: string): string {
  return reason
    .replace(/^\w+ (?=calls|uses|works|launches|waits|declares|reads)/, '')
    .replace(/calls \S+,/, 'calls a function')
    .replace(/: \S+$/, '');
}
