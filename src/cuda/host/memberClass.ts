import type { SourceFile } from '../files/sourceFile';
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
  const files = workspace.sourcesNaming(name, path);
  const [only, ...others] = new Set(files.flatMap((file) => known(DECLARED, file, name, classesDeclared)));
  return others.length === 0 ? only : undefined;
}

/** The classes as which a text declares variables of a name. */
function classesDeclared({ text }: SourceFile, name: string): readonly string[] {
  return [...declarationsOf(text, name)].flatMap(({ type, inner }) => {
    const bare = lastOf(type);
    if (NO_TYPES.has(bare)) return [];
    return inner !== null && HOLDERS.has(bare) ? lastOf(inner.split(/[,*<]/)[0]!.trim()) : bare;
  });
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
  const texts = workspace.sourcesNaming(type, path).map((file) => known(CLASSES, file, type, classIn));
  const body = texts.find((found) => found.body !== null)?.body ?? null;
  if (body !== null) return !new RegExp(`\\b${method}\\s*\\(`).test(body);
  return texts.some(({ isNamed }) => isNamed);
}

/** What a text has of a class. */
interface ClassText {
  /** What stands between the braces of its definition; null without one. */
  readonly body: string | null;
  /** Whether it declares or imports the name. */
  readonly isNamed: boolean;
}

function classIn({ text }: SourceFile, type: string): ClassText {
  const defined = new RegExp(`\\b(?:class|struct)\\s+${type}\\b[^;{}()]{0,${MOST_BASES}}\\{`);
  const named = new RegExp(`\\b(?:using|class|struct)\\s+${type}\\b|\\b${type}\\s*;`);
  return { body: bodyBehind(text, defined), isNamed: named.test(text) };
}

/** What was read of a text for a name: every call of a host program asks it of all that its file includes. */
type Known<T> = WeakMap<SourceFile, Map<string, T>>;
const DECLARED: Known<readonly string[]> = new WeakMap();
const CLASSES: Known<ClassText> = new WeakMap();

function known<T>(
  all: Known<T>,
  file: SourceFile,
  name: string,
  read: (file: SourceFile, name: string) => T,
): T {
  let ofFile = all.get(file);
  if (ofFile === undefined) all.set(file, (ofFile = new Map()));
  let found = ofFile.get(name);
  if (found === undefined) ofFile.set(name, (found = read(file, name)));
  return found;
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
