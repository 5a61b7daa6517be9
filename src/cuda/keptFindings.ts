import type { Launch } from '../kernel/kernel';
import type { FunctionUnit } from './files/functionUnit';
import type { KeptLowerings } from './keptLowerings';
import type { Lowering, LoweringOptions } from './lowering/lowerKernel';
import { KeptReadings, type FileTexts } from './mix/keptReadings';
import type { MixSources } from './mix/surroundings';

/** What was found out about a kernel by lowering it. */
export interface Finding<T> {
  readonly found: T;
  /** Equal where the kernel and everything that its lowerings looked at are equal. */
  readonly basis: string;
}

/** The kernel at hand with other numbers. */
export type LowerAgain = (options: LoweringOptions) => Lowering;

/**
 * What is found out about kernels by lowering them in many ways, kept while nothing changes that any of the
 * lowerings looked at. Findings hold no places of the source: these move.
 */
export class KeptFindings<T> {
  private readonly kept: KeptReadings<Finding<T>>;

  constructor(
    private readonly lowerings: KeptLowerings,
    sources: MixSources,
  ) {
    this.kept = new KeptReadings<Finding<T>>(sources, (finding) => finding);
  }

  /** @param key names what `find` looks for, and everything else that decides what it finds */
  of(
    kernel: FunctionUnit,
    launch: Launch | null,
    options: LoweringOptions,
    key: string,
    texts: FileTexts,
    find: (lower: LowerAgain) => T,
  ): Finding<T> {
    const whole = `${this.lowerings.keyOf(kernel, launch, options)}\n${key}`;
    return this.kept.of(kernel, whole, texts, (asked) => {
      const found = find((other) => this.lowerings.lower(kernel, launch, other, asked));
      return { found, basis: [whole, kernel.text, asked.answered].join('\n') };
    });
  }
}
