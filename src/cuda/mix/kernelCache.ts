import type { FunctionUnit } from '../files/functionUnit';
import { Dependencies } from './dependencies';
import { KernelEnvironment, type MixSources } from './kernelEnvironment';

/** The texts of the files that a kernel and the functions it calls stand in, by path. */
export type FileTexts = ReadonlyMap<string, string>;

/** Readings of one kernel for different launches that are kept; the oldest goes first. */
const KEPT_PER_KERNEL = 16;

interface CacheEntry<T> {
  /** The kernel's own text, and what else the reading depends on. */
  readonly text: string;
  readonly dependencies: Dependencies;
  /** Result as first read; `result` is the same, moved by `lines` lines that were put in above. */
  readonly first: T;
  readonly result: T;
  readonly lines: number;
  /** The state of the files in which it was last found valid. */
  readonly texts: FileTexts;
}

/**
 * Cache of results read from kernels, kept across edits: a result is valid while the kernel's text and all
 * answers that it got from its environment (functions, macros, constants, types, pragmas) stay the same.
 * @param moved the same result with places `lines` further down; without it a moved kernel is read again
 * @param mostKernels of how many kernels readings are kept: those of the others are dropped, the longest unused first
 */
export class KernelCache<T> {
  private readonly kernels = new Map<string, Map<string, CacheEntry<T>>>();

  constructor(
    private readonly sources: MixSources,
    private readonly moved: ((result: T, lines: number) => T) | null = null,
    private readonly mostKernels = Infinity,
  ) {}

  /** The reading of a kernel under `key`, which names the launch; made by `read` when there is none. */
  of(kernel: FunctionUnit, key: string, texts: FileTexts, read: (dependencies: Dependencies) => T): T {
    const id = kernel.kernelId ?? '';
    const readings = this.readingsOf(id);
    const before = readings.get(key);
    if (before !== undefined && sameTexts(before.texts, texts)) return before.result;
    const kept = (before && this.renewed(before, kernel, texts)) ?? this.read(kernel, texts, read);
    readings.delete(key);
    readings.set(key, kept);
    const [oldest] = readings.keys();
    if (readings.size > KEPT_PER_KERNEL && oldest !== undefined) readings.delete(oldest);
    return kept.result;
  }

  private readingsOf(id: string): Map<string, CacheEntry<T>> {
    const readings = this.kernels.get(id) ?? new Map<string, CacheEntry<T>>();
    this.kernels.delete(id);
    this.kernels.set(id, readings);
    const [oldest] = this.kernels.keys();
    if (this.kernels.size > this.mostKernels) this.kernels.delete(oldest!);
    return readings;
  }

  private read(
    kernel: FunctionUnit,
    texts: FileTexts,
    read: (dependencies: Dependencies) => T,
  ): CacheEntry<T> {
    const dependencies = new Dependencies();
    const result = read(dependencies);
    return { text: kernel.text, dependencies, first: result, result, lines: 0, texts };
  }

  /** The same reading in a new state of the files; null when something it rests on has changed. */
  private renewed(before: CacheEntry<T>, kernel: FunctionUnit, texts: FileTexts): CacheEntry<T> | null {
    if (before.text !== kernel.text) return null;
    const lines = before.dependencies.lineShift(new KernelEnvironment(kernel, this.sources));
    if (lines === null) return null;
    if (lines === before.lines) return { ...before, texts };
    if (lines === 0) return { ...before, texts, lines, result: before.first };
    return this.moved && { ...before, texts, lines, result: this.moved(before.first, lines) };
  }
}

function sameTexts(a: FileTexts, b: FileTexts): boolean {
  if (a.size !== b.size) return false;
  for (const [path, text] of a) if (b.get(path) !== text) return false;
  return true;
}
