import type { CertainUse } from '../../kernel/application';
import type { HostCall } from '../host/hostCall';
import type { CudaWorkspace } from '../workspace';
import { isPlain } from '../structure/plainType';
import { closing, kernelText } from './block/kernelText';
import { bodyScope } from './kernelUse';

type Kernel = Extract<HostCall, { kind: 'kernel' }>;

/**
 * The buffers that a call is proved to touch from their first element on: what a copy or memset is given as it was
 * allocated, and what a kernel stores to or mentions that is told of no part of it. Null where there is none.
 */
export function certainUse(
  workspace: CudaWorkspace,
  call: Extract<HostCall, { kind: 'copy' | 'memset' | 'kernel' }>,
): CertainUse | null {
  if (call.starts === undefined) return null;
  const { stage, buffers } = call.starts;
  const use = call.kind === 'kernel' ? kernelUse(workspace, call) : { writes: [0], reads: [1] };
  const of = (places: readonly number[]): string[] => places.flatMap((place) => buffers[place] ?? []);
  const [reads, writes] = [of(use.reads), of(use.writes)];
  return reads.length + writes.length === 0 ? null : { stage, reads, writes };
}

/** Places of the arguments that a kernel reads or writes for certain. */
function kernelUse(
  workspace: CudaWorkspace,
  call: Kernel,
): { readonly reads: readonly number[]; readonly writes: readonly number[] } {
  const [id] = call.kernelIds;
  const kernel = id === undefined || call.kernelIds.length !== 1 ? null : workspace.kernel(id);
  const unit = kernel && workspace.functions(kernel.path).find(({ kernelId }) => kernelId === id);
  if (!kernel || !unit) return { reads: [], writes: [] };
  const text = kernelText(unit.text);
  const scope = bodyScope(unit);
  const numbers = kernel.parameters.filter(({ type }) => !/[*[]/.test(type));
  const names = numbers.map(({ name }) => name);
  const isWhole = numbers.every(
    ({ name, type }) =>
      /\b(float|double|half|bool)\b/.test(type) || (isPlain(type, scope) && isBound(text, name, names)),
  );
  if (!isWhole) return { reads: [], writes: [] };
  const named = (at: number): string => kernel.parameters[at]!.name;
  const places = [...kernel.parameters.keys()].filter(
    (at) => /\*/.test(kernel.parameters[at]!.type) && !isShifted(text, named(at)),
  );
  if (LEAVES_OUT_THE_FIRST.some((pattern) => pattern.test(text))) return { reads: [], writes: [] };
  const writes = places.filter((at) => isStored(text, named(at)));
  return { writes, reads: places.filter((at) => !writes.includes(at) && isLoaded(text, named(at))) };
}

/**
 * What may keep a kernel from the first element, so that another one may have that for itself: numbers that threads or
 * the rounds of a loop begin at or have to be above, and tests by which every second thread works (red and black). The
 * `s > 0` of a loop that goes down to 0 is none.
 */
const LEAVES_OUT_THE_FIRST: readonly RegExp[] = [
  /(?<!;\w{1,30})>\d|>=[1-9]|(?<![<>=!])==[1-9]|!=0\b|[(&|;=]\d+<=?\w/,
  /\b(?:if|while)\([^{;]*(?:%|(?<!&)&(?!&))|[%&]\d+\)?\?/,
  /\bfor\([^;]*=[1-9]/,
  /(?:threadIdx|blockIdx)\.\w[^;,]*\+[1-9]|\b[1-9]\d*\+[^;,]*(?:threadIdx|blockIdx)/,
];

/** Whether every place in a buffer that is named has a number added: no element is the first one then. */
function isShifted(text: string, name: string): boolean {
  const places = [...text.matchAll(new RegExp(`(?<![\\w.])${name}\\[`, 'g'))].map(({ index }) => {
    const from = index + name.length;
    return text.slice(from, closing(text, from));
  });
  return places.length > 0 && places.every((place) => /[-+]\d|\d\+/.test(place));
}

/**
 * Whether a number bounds what threads work on, or is the length of a row, and cannot be where a part begins: it stands
 * in comparisons, and in products with what is no number of the launch.
 */
function isBound(text: string, name: string, numbers: readonly string[]): boolean {
  const isOwn = (word: string | undefined): boolean => word !== undefined && !numbers.includes(word);
  return [...text.matchAll(new RegExp(`(?<![\\w.])${name}\\b`, 'g'))].every(({ index }) => {
    const [before, behind] = [text.slice(0, index), text.slice(index + name.length)];
    const isCompared = /(?<![<>])[<>]=?$/.test(before) && /^[);&|?]/.test(behind);
    const compares = /[(&|;]$/.test(before) && /^[<>](?![<>])/.test(behind);
    const scales =
      isOwn(/\b([A-Za-z]\w*)\*$/.exec(before)?.[1]) || isOwn(/^\*([A-Za-z]\w*)/.exec(behind)?.[1]);
    return isCompared || compares || scales;
  });
}

/** Whether a kernel stores through a pointer: `p[…] = …`, `p[…] += …`, `*p = …`, or by an atomic operation. */
function isStored(text: string, name: string): boolean {
  if (new RegExp(`\\batomic\\w+\\(&?${name}\\b|(?<=[;{})])\\*${name}=(?!=)`).test(text)) return true;
  return [...text.matchAll(new RegExp(`(?<![\\w.])${name}\\[`, 'g'))].some(({ index }) => {
    const end = closing(text, index + name.length);
    return end > index && /^(=(?!=)|[-+*/|&^]=|<<=|>>=|\+\+|--)/.test(text.slice(end + 1));
  });
}

const isLoaded = (text: string, name: string): boolean => new RegExp(`(?<![\\w.])${name}\\[`).test(text);
