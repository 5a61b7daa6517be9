/**
 * Tests paths (with `/`) by a glob of VS Code's settings: `**`, `*`, `?`, `{a,b}` and `[a-z]`. An empty glob fits
 * none. All ways in which a path may fit are followed side by side (Thompson's construction), so that a test takes
 * no longer than length of glob times length of path, whatever a workspace's settings hold.
 * @see https://code.visualstudio.com/docs/editor/glob-patterns
 */
export function globTest(glob: string): (path: string) => boolean {
  if (glob === '') return () => false;
  const steps = compiled(glob.match(TOKEN) ?? []);
  return (path) => fits(steps, path);
}

/** One state: takes a character and goes on to the next one, or goes on to several without. */
type Step = ((character: string) => boolean) | number[];

const TOKEN = /\*\*\/|\*\*|\*|\?|[{},]|\[[^\]]{1,100}\]|[^]/gu;

const any = (): boolean => true;
const isSlash = (character: string): boolean => character === '/';
const isNoSlash = (character: string): boolean => character !== '/';

/** The steps of a glob; a brace that is not closed stands for itself. */
function compiled(tokens: readonly string[]): readonly Step[] {
  const count = (brace: string): number => tokens.filter((token) => token === brace).length;
  const isBalanced = count('{') === count('}');
  const steps: Step[] = [];
  const groups: { readonly begin: number[]; readonly ends: number[][] }[] = [];
  for (const token of tokens) {
    const group = groups.at(-1);
    if (isBalanced && token === '{') {
      const begin = [steps.length + 1];
      steps.push(begin);
      groups.push({ begin, ends: [] });
    } else if (group !== undefined && (token === ',' || token === '}')) {
      const end: number[] = [];
      steps.push(end);
      group.ends.push(end);
      if (token === ',') group.begin.push(steps.length);
      else for (const one of groups.pop()!.ends) one.push(steps.length);
    } else append(steps, token);
  }
  return steps;
}

function append(steps: Step[], token: string): void {
  const at = steps.length;
  if (token === '**/') steps.push([at + 1, at + 4], any, [at + 1, at + 3], isSlash);
  else if (token === '**') steps.push([at + 1, at + 3], any, [at]);
  else if (token === '*') steps.push([at + 1, at + 3], isNoSlash, [at]);
  else if (token === '?') steps.push(isNoSlash);
  else if (token.length > 1 && token.startsWith('[')) steps.push(classTest(token.slice(1, -1)));
  else steps.push((character) => character === token);
}

/** The test of `[a-z_]` or `[!a-z]`. */
function classTest(written: string): (character: string) => boolean {
  const isNot = /^[!^]/.test(written);
  const ranges = [...(isNot ? written.slice(1) : written).matchAll(/(.)-(.)|[^]/gu)].map(
    ([whole, low = whole, high = whole]) => [low, high] as const,
  );
  return (character) => isNot !== ranges.some(([low, high]) => low <= character && character <= high);
}

function fits(steps: readonly Step[], path: string): boolean {
  let states = reached(steps, [0]);
  for (const character of path) {
    const next: number[] = [];
    for (const at of states) {
      const step = steps[at];
      if (typeof step === 'function' && step(character)) next.push(at + 1);
    }
    if (next.length === 0) return false;
    states = reached(steps, next);
  }
  return states.has(steps.length);
}

/** The states that some lead to without a character, and themselves. */
function reached(steps: readonly Step[], from: readonly number[]): ReadonlySet<number> {
  const found = new Set<number>();
  const waiting = [...from];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (found.has(at)) continue;
    found.add(at);
    const step = steps[at];
    if (Array.isArray(step)) waiting.push(...step);
  }
  return found;
}
