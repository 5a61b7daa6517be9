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

/** Whether a function is an operator, which names do not tell the calls of. */
export const isOperator = ({ text }: FunctionUnit): boolean => /\boperator\b/.test(text);

/** Functions at hand in a file that read block numbers, themselves or by others, as names tell; kernels are left out. */
export function readersAtHand(workspace: CudaWorkspace, path: string): readonly FunctionUnit[] {
  const units = [...workspace.textsOf([path]).keys()]
    .flatMap((one) => workspace.functions(one))
    .filter(({ kind, inactive }) => kind !== 'kernel' && inactive === null);
  const used = new Map(units.map((unit) => [unit, identifiers(unit.text)]));
  const readers = new Set(BLOCK_NUMBERS);
  const reads = (unit: FunctionUnit): boolean =>
    [...used.get(unit)!].some((name) => name !== unit.name && readers.has(name));
  for (let known = 0; known < readers.size;) {
    known = readers.size;
    for (const unit of units) if (!isOperator(unit) && reads(unit)) readers.add(unit.name);
  }
  return units.filter(reads);
}

/**
 * Name of an operator or conversion at hand that reads block numbers, itself or by others; null where there is none. Which
 * operators a kernel calls is not told by names.
 */
export function operatorWithNumbers(
  workspace: CudaWorkspace,
  path: string,
  readers: readonly FunctionUnit[],
): string | null {
  for (const text of workspace.textsOf([path]).values())
    for (const [, type = '', body = ''] of text.matchAll(CONVERSION))
      if (BLOCK_NUMBERS.some((name) => identifiers(body).has(name))) return `operator ${type.trim()}`;
  return readers.find(isOperator)?.outline.qualifiedName ?? null;
}
