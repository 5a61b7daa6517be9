/**
 * Tests paths (with `/`) by a glob of VS Code's settings: `**`, `*`, `?`, `{a,b}` and `[a-z]`. An empty glob fits
 * none.
 * @see https://code.visualstudio.com/docs/editor/glob-patterns
 */
export function globTest(glob: string): (path: string) => boolean {
  if (glob === '') return () => false;
  const pattern = new RegExp(`^(?:${translated(glob)})$`, 'su');
  return (path) => pattern.test(path);
}

const TOKEN = /\*\*\/|\*\*|\*|\?|[{},]|\[[^\]]+\]|[^]/gu;

/** The glob as an expression; a brace that is not closed stands for itself. */
function translated(glob: string): string {
  const tokens = glob.match(TOKEN) ?? [];
  const isBalanced =
    tokens.filter((token) => token === '{').length === tokens.filter((token) => token === '}').length;
  let depth = 0;
  return tokens
    .map((token) => {
      if (isBalanced && token === '{') {
        depth++;
        return '(?:';
      }
      if (isBalanced && token === '}') {
        depth--;
        return ')';
      }
      if (token === ',' && depth > 0) return '|';
      if (token === '**/') return '(?:[^/]+/)*';
      if (token === '**') return '.*';
      if (token === '*') return '[^/]*';
      if (token === '?') return '[^/]';
      if (token.length > 1 && token.startsWith('['))
        return token.replace(/^\[!/, '[^').replaceAll('\\', '\\\\');
      return token.replace(/[\\^$.*+?()[\]{}|/]/u, '\\$&');
    })
    .join('');
}
