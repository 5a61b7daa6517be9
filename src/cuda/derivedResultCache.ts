import type { Launch } from '../kernel/kernel';
import type { FunctionUnit } from './files/functionUnit';
import type { LoweringCache } from './loweringCache';
import type { Lowering, LoweringOptions } from './lowering/lowerKernel';
import { KernelCache, type FileTexts } from './mix/kernelCache';
import type { MixSources } from './mix/kernelEnvironment';

/** Result derived from one or more lowerings of a kernel. */
export interface DerivedResult<T> {
  readonly value: T;
  /** Equal where the kernel and everything that its lowerings looked at are equal. */
  readonly fingerprint: string;
}

/** The kernel at hand with other numbers. */
export type Relower = (options: LoweringOptions) => Lowering;

/**
 * Cache of results that are derived from many lowerings of a kernel. A result is valid while nothing changes
 * that any of the lowerings looked at. Results hold no source positions: these move.
 */
export class DerivedResultCache<T> {
  private readonly kept: KernelCache<DerivedResult<T>>;

  constructor(
    private readonly lowerings: LoweringCache,
    sources: MixSources,
  ) {
    this.kept = new KernelCache<DerivedResult<T>>(sources, (finding) => finding);
  }

  /** @param key names what `find` looks for, and everything else that decides what it finds */
  of(
    kernel: FunctionUnit,
    launch: Launch | null,
    options: LoweringOptions,
    key: string,
    texts: FileTexts,
    find: (lower: Relower) => T,
  ): DerivedResult<T> {
    const whole = `${this.lowerings.keyOf(kernel, launch, options)}\n${key}`;
    return this.kept.of(kernel, whole, texts, (dependencies) => {
      const found = find((other) => this.lowerings.lower(kernel, launch, other, dependencies));
      return { value: found, fingerprint: [whole, kernel.text, dependencies.fingerprint].join('\n') };
    });
  }
}
