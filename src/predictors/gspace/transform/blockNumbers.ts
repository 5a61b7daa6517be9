import { identifiers } from '../../../cuda/edits/kernelUse';
import type { FunctionUnit } from '../../../cuda/files/functionUnit';
import type { CudaWorkspace } from '../../../cuda/workspace';

/** What is another for a task than for the block that runs it. */
export const BLOCK_NUMBERS: readonly string[] = ['blockIdx', 'gridDim'];

/** Whether a function reads block numbers itself: in its body, its defaults, or what it begins its members with. */
export function readsNumbers({ text }: FunctionUnit): boolean {
  const names = identifiers(text);
  return BLOCK_NUMBERS.some((name) => names.has(name));
}

/** Conversions, which are no functions with a name: the type and the body. */
const CONVERSION = /\boperator\s+((?:const\s+)?[\w:]+(?:<[^;{}()]*>)?[\s*&]*)\(\s*\)[^;{}()]*\{([^}]*)/g;

/**
 * Name of an operator or conversion at hand that reads block numbers, itself or by others; null where there is none. Which
 * operators a kernel calls is not told by names.
 */
export function operatorWithNumbers(workspace: CudaWorkspace, path: string): string | null {
  const texts = workspace.textsOf([path]);
  for (const text of texts.values())
    for (const [, type = '', body = ''] of text.matchAll(CONVERSION))
      if (BLOCK_NUMBERS.some((name) => identifiers(body).has(name))) return `operator ${type.trim()}`;
  const units = [...texts.keys()]
    .flatMap((one) => workspace.functions(one))
    .filter(({ kind, inactive }) => kind !== 'kernel' && inactive === null);
  const used = new Map(units.map((unit) => [unit, identifiers(unit.text)]));
  const readers = new Set(BLOCK_NUMBERS);
  const reads = (unit: FunctionUnit): boolean =>
    [...used.get(unit)!].some((name) => name !== unit.name && readers.has(name));
  const isOperator = ({ text }: FunctionUnit): boolean => /\boperator\b/.test(text);
  for (let known = 0; known < readers.size;) {
    known = readers.size;
    for (const unit of units) if (!isOperator(unit) && reads(unit)) readers.add(unit.name);
  }
  return units.find((unit) => isOperator(unit) && reads(unit))?.outline.qualifiedName ?? null;
}
