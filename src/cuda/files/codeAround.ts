import type { FileAnalysis } from './fileAnalysis';
import type { FunctionUnit } from './functionUnit';

/**
 * The text of a file without the bodies of its kernels. Of those stand in it how many lines they have and which names of
 * the file they use: an edit in one of them that changes neither leaves the text as it is.
 */
export function codeAround(analysis: FileAnalysis): string {
  const known = AROUND.get(analysis);
  if (known !== undefined) return known;
  const { text } = analysis.file;
  const isOfFile = namesOf(analysis);
  const parts: string[] = [];
  let done = 0;
  for (const unit of analysis.functions.filter(isPlainKernel).sort((a, b) => a.span.start - b.span.start)) {
    const { start, end } = unit.span;
    if (start < done) continue;
    const body = text.slice(start, end);
    parts.push(text.slice(done, start), signature(unit, body, isOfFile));
    done = end;
  }
  const around = [...parts, text.slice(done)].join('');
  AROUND.set(analysis, around);
  return around;
}

const AROUND = new WeakMap<FileAnalysis, string>();

/** A kernel that is compiled, written as it stands, has no directives and starts no kernels. */
function isPlainKernel(unit: FunctionUnit): boolean {
  const { kind, inactive, text, span } = unit;
  return kind === 'kernel' && inactive === null && span.written && !/#|<<\s*<|Launch/.test(text);
}

function signature(unit: FunctionUnit, body: string, isOfFile: (name: string) => boolean): string {
  const names = new Set(body.match(/[A-Za-z_]\w*/g));
  const used = [...names].filter(isOfFile).sort();
  return `${unit.name} ${body.split('\n').length} ${used.join()}`;
}

/** Whether a name is one of the file or of those that it includes. */
function namesOf({ scope }: FileAnalysis): (name: string) => boolean {
  const known = new Map<string, boolean>();
  return (name) => {
    let found = known.get(name);
    if (found === undefined) {
      found = scope.macros(name) !== undefined || scope.lookup(name) !== null;
      known.set(name, found);
    }
    return found;
  };
}
