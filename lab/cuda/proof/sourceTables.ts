import type { CountPair } from '../lowering/classErrors';
import { verdictOf, type Difference } from './verdict';
import type { SourceKernel } from './sourceKernels';

/** Kernels of one corpus. */
export interface CorpusResult {
  readonly name: string;
  /** Kernels in the sources; those compared may be a sample. */
  readonly found: number;
  readonly kernels: readonly SourceKernel[];
}

export const CORPUS_HEAD =
  '| corpus | kernels | tried | compared | within 5 % | within 15 % | without an assumption: compared | within 5 % | within 15 % | differ with a mark | differ silently | assumptions a kernel | registers within 8 | CPU ms: median |\n' +
  '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |';

interface Compared extends SourceKernel {
  readonly compared: { readonly kind: 'pair'; readonly pair: CountPair };
}

function isCompared(kernel: SourceKernel): kernel is Compared {
  return kernel.compared.kind === 'pair';
}

/** A corpus as a row: within so much in every class but integer and control. */
export function corpusRow({ name, found, kernels }: CorpusResult): string {
  const compared = kernels.filter(isCompared);
  const pure = compared.filter(({ assumptions }) => assumptions === 0);
  const far = compared.filter((kernel) => farOf(kernel).length > 0);
  const marked = far.filter(({ isMarked }) => isMarked).length;
  const assumptions = kernels.reduce((sum, kernel) => sum + kernel.assumptions, 0) / kernels.length;
  const times = kernels.map(({ time }) => time).sort((a, b) => a - b);
  const cells = [
    name,
    found,
    kernels.length,
    compared.length,
    share(compared, 0.05),
    share(compared, 0.15),
    pure.length,
    share(pure, 0.05),
    share(pure, 0.15),
    marked,
    far.length - marked,
    assumptions.toFixed(1),
    closeRegisters(kernels),
    (times[times.length >> 1] ?? 0).toFixed(0),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** `7 of 9`: kernels whose registers are within 8 of the compiler's. */
function closeRegisters(kernels: readonly SourceKernel[]): string {
  const errors = kernels.flatMap(({ registers }) =>
    registers === null ? [] : [Math.abs(registers.lowered - registers.compiled)],
  );
  return errors.length === 0 ? '–' : `${errors.filter((error) => error <= 8).length} of ${errors.length}`;
}

/** Classes of all kernels: in how many one occurs, and the share within 5 and 15 %, without assumptions and at all. */
export function classTable(kernels: readonly SourceKernel[]): string {
  const compared = kernels.filter(isCompared);
  const pure = compared.filter(({ assumptions }) => assumptions === 0);
  const classes = [...new Set(compared.flatMap(({ compared: { pair } }) => classesOf(pair)))].sort();
  return [
    '| class | kernels | within 5 % | within 15 % | without an assumption: kernels | within 5 % | within 15 % |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...classes.map((name) => {
      const cells = [compared, pure].flatMap((list) => {
        const own = list.filter(({ compared: { pair } }) => classesOf(pair).includes(name));
        return [own.length, classShare(own, name, 0.05), classShare(own, name, 0.15)];
      });
      return `| ${[name, ...cells].join(' | ')} |`;
    }),
  ].join('\n');
}

/** What differs by more than 5 % in a kernel, integer and control instructions apart. */
export function farOf(kernel: SourceKernel): readonly string[] {
  if (!isCompared(kernel)) return [];
  return differencesOf(kernel.compared.pair)
    .filter(({ isSoft }) => !isSoft)
    .map(({ what, lowered, compiled }) => `${what} ${short(lowered)}/${short(compiled)}`);
}

function differencesOf({ lowered, compiled }: CountPair): readonly Difference[] {
  const counts = { classes: lowered, arrays: {} };
  return verdictOf({ kind: 'lowered', counts, assumptions: [] }, { classes: compiled, arrays: {} })
    .differences;
}

function share(kernels: readonly Compared[], allowed: number): string {
  return percent(
    kernels.filter(({ compared: { pair } }) =>
      differencesOf(pair).every((one) => one.isSoft || isWithin(one, allowed)),
    ).length,
    kernels.length,
  );
}

function classShare(kernels: readonly Compared[], name: string, allowed: number): string {
  const close = kernels.filter(({ compared: { pair } }) =>
    isWithin({ lowered: pair.lowered[name] ?? 0, compiled: pair.compiled[name] ?? 0 }, allowed),
  );
  return percent(close.length, kernels.length);
}

function isWithin({ lowered, compiled }: Pick<Difference, 'lowered' | 'compiled'>, allowed: number): boolean {
  return Math.abs(lowered - compiled) <= Math.max(0.02, allowed * compiled);
}

function classesOf({ lowered, compiled }: CountPair): string[] {
  const names = new Set([...Object.keys(lowered), ...Object.keys(compiled)]);
  return [...names].filter((name) => (lowered[name] ?? 0) + (compiled[name] ?? 0) > 0);
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(0)} %`;
}

function short(count: number): string {
  return String(Number(count.toPrecision(3)));
}
