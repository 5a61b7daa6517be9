import type { CudaWorkspace } from '../workspace';
import { declarationsOf } from './declarations';

/** Characters between the name of a class and its brace: what it derives from. */
const MOST_BASES = 400;
/** What stands for the object behind it. */
const HOLDERS = new Set(['unique_ptr', 'shared_ptr', 'optional', 'vector', 'array', 'reference_wrapper']);
/** Words in front of a name that are no types. */
const NO_TYPES = new Set([
  'return',
  'new',
  'delete',
  'auto',
  'else',
  'case',
  'goto',
  'throw',
  'typename',
  'const',
]);

/**
 * The class of a member or global variable, as a file and what it includes declare it, that of its elements where it
 * holds some; undefined where none or several declare it otherwise.
 */
export function memberClass(workspace: CudaWorkspace, path: string, name: string): string | undefined {
  const found = new Set<string>();
  for (const from of workspace.filesOf(path))
    for (const { type, inner } of declarationsOf(workspace.text(from) ?? '', name)) {
      const bare = lastOf(type);
      if (NO_TYPES.has(bare)) continue;
      found.add(inner !== null && HOLDERS.has(bare) ? lastOf(inner.split(/[,*<]/)[0]!.trim()) : bare);
    }
  const [only, ...others] = found;
  return others.length === 0 ? only : undefined;
}

/**
 * Whether a method of a class that nothing in the workspace defines may be that of another class, by a base or another
 * name: not where the class declares it itself, nor where the workspace has no such class at all.
 */
export function mayBeInherited(
  workspace: CudaWorkspace,
  path: string,
  type: string,
  method: string,
): boolean {
  const texts = workspace
    .filesOf(path)
    .map((from) => workspace.text(from) ?? '')
    .filter((text) => text.includes(type));
  const defined = new RegExp(`\\b(?:class|struct)\\s+${type}\\b[^;{}()]{0,${MOST_BASES}}\\{`);
  const named = new RegExp(`\\b(?:using|class|struct)\\s+${type}\\b|\\b${type}\\s*;`);
  for (const text of texts) {
    const body = bodyBehind(text, defined);
    if (body !== null) return !new RegExp(`\\b${method}\\s*\\(`).test(body);
  }
  return texts.some((text) => named.test(text));
}

/** What stands between the braces of which a pattern finds the first. */
function bodyBehind(text: string, head: RegExp): string | null {
  const found = head.exec(text);
  if (found === null) return null;
  const from = found.index + found[0].length;
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '{') depth++;
    else if (text[at] === '}' && --depth === 0) return text.slice(from, at);
  }
  return text.slice(from);
}

const lastOf = (type: string): string => type.split('::').at(-1)!;
