const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** A table of Markdown. */
export const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');

export const percent = (share: number): string => `${Math.round(100 * share)} %`;
export const two = (value: number): string => value.toFixed(2);
