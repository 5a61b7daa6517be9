/** Warnings of an answer and of its applications as lines of text, each line once. */
export function warningLines(
  warnings: readonly string[],
  apps: readonly { readonly name: string; readonly warnings: readonly string[] }[],
): string[] {
  const own = apps.flatMap(({ name, warnings: lines }) => lines.map((line) => `${name}: ${line}`));
  return [...new Set([...warnings, ...own])].map((line) => `warning: ${line}`);
}
