import type { InstructionMix, Launch } from '../../kernel/kernel';
import type { FunctionUnit } from '../files/functionUnit';
import type { CudaParser } from '../syntax/parser';
import type { Dependencies, RecordedSources } from './dependencies';
import { MIX_DEFAULTS, type MixDefaults } from './context';
import { estimateMix } from './estimate';
import { KernelCache, type FileTexts } from './kernelCache';
import { knownLaunch, readingKernel, UNKNOWN_LAUNCH, type KnownLaunch } from './kernelReading';
import { shiftMix } from './lineShift';
import type { MixSources } from './unitNames';

/** Estimates the mixes of kernels and keeps them. */
export class KernelMixes {
  private readonly kept: KernelCache<InstructionMix | null>;

  constructor(
    private readonly parser: CudaParser,
    private readonly sources: MixSources,
    private readonly defaults: MixDefaults = MIX_DEFAULTS,
  ) {
    this.kept = new KernelCache(sources, (mix, lines) => mix && shiftMix(mix, lines));
  }

  /**
   * The mix of a kernel for a launch of it, or for an assumed launch; null when its text is no function.
   * A mix is kept while nothing that its reading looked at changes.
   */
  mixOf(kernel: FunctionUnit, launch: Launch | null, texts: FileTexts): InstructionMix | null {
    const known = launch === null ? UNKNOWN_LAUNCH : knownLaunch(kernel, launch, this.sources);
    const key = JSON.stringify([known.launch, [...known.parameters], [...known.templateArguments]]);
    return this.kept.of(kernel, key, texts, (dependencies) => this.estimate(kernel, known, dependencies));
  }

  estimate(kernel: FunctionUnit, known: KnownLaunch, dependencies?: Dependencies): InstructionMix | null {
    const { parser, defaults } = this;
    const sources: RecordedSources = dependencies ? { ...this.sources, dependencies } : this.sources;
    return readingKernel({ kernel, parser, sources, defaults }, (definition, contextFor) =>
      estimateMix(definition, contextFor(known)),
    );
  }
}
