import { kernelText } from '../../../cuda/edits/block/kernelText';
import type { FunctionUnit } from '../../../cuda/files/functionUnit';
import { closeAngle } from '../../../cuda/syntax/angles';
import { tokenize } from '../../../cuda/syntax/lexer';
import type { CudaWorkspace } from '../../../cuda/workspace';
import { isOperator } from './blockNumbers';

/** Calls of what is no function with a name: of elements, of results, of members by pointers. */
const INDIRECT = /[\])]\(|->\*|\.\*/;

/**
 * Name of a function that reads block numbers and may be called by way of a pointer; null where there is none. Its address
 * is taken in one of the functions that a task runs, or anywhere at hand where one of these calls by way of pointers.
 *
 * @param readers functions at hand that read block numbers
 * @param units what a task runs
 */
export function calledByPointer(
  workspace: CudaWorkspace,
  path: string,
  readers: readonly FunctionUnit[],
  units: readonly FunctionUnit[],
): string | null {
  const wanted = readers.filter((unit) => !isOperator(unit) && !isConstructor(unit));
  if (wanted.length === 0) return null;
  const texts = units.some(callsByPointer)
    ? [...workspace.textsOf([path]).values()]
    : units.map(({ text }) => text);
  const taken = new Set(texts.flatMap(valuesIn));
  return wanted.find(({ name }) => taken.has(name))?.name ?? null;
}

/** Its name stands for its class, too. */
function isConstructor({ name, outline }: FunctionUnit): boolean {
  return outline.qualifiedName.split('::').at(-2) === name;
}

/** Whether a function calls what it does not name: also a parameter of its template that is a function. */
function callsByPointer({ text, outline }: FunctionUnit): boolean {
  const flat = kernelText(text);
  const values = outline.template.filter(({ kind }) => !/^(?:typename|class)\b/.test(kind));
  return INDIRECT.test(flat) || values.some(({ name }) => new RegExp(`\\b${name}\\(`).test(flat));
}

/** Names in a text that are not called, declared as functions or those of members where they stand. */
function valuesIn(text: string): readonly string[] {
  const tokens = tokenize(text, false);
  const names: string[] = [];
  for (let index = 0; index < tokens.count; index++) {
    if (!tokens.isIdentifier(index) || /^(?:\.|->)$/.test(tokens.at(index - 1))) continue;
    const last = tokens.is(index + 1, '<') ? Math.max(index, closeAngle(tokens, index + 1)) : index;
    if (!/^(?:\(|::)$/.test(tokens.at(last + 1))) names.push(tokens.at(index));
  }
  return names;
}
