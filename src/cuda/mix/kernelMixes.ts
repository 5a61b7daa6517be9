import type { InstructionMix, Launch } from '../../kernel/kernel';
import { resolveDim3 } from '../../kernel/symbolic';
import { evaluate } from '../constants/evaluate';
import type { FunctionUnit } from '../files/functionUnit';
import type { CudaParser } from '../syntax/parser';
import type { Asked } from './asked';
import { MIX_DEFAULTS, type MixContext, type MixDefaults } from './context';
import { estimateMix } from './estimate';
import { KeptReadings, type FileTexts } from './keptReadings';
import { movedMix } from './movedMix';
import { UnitNames, type MixSources } from './unitNames';

/** What is known of a kernel's launch. */
export type KnownLaunch = Pick<MixContext, 'launch' | 'parameters' | 'templateArguments'> &
  Partial<Pick<MixContext, 'given'>>;

const UNKNOWN_LAUNCH: KnownLaunch = {
  launch: { grid: null, block: null },
  parameters: new Map(),
  templateArguments: new Map(),
};

/** Estimates the mixes of kernels and keeps them. */
export class KernelMixes {
  private readonly kept: KeptReadings<InstructionMix | null>;

  constructor(
    private readonly parser: CudaParser,
    private readonly sources: MixSources,
    private readonly defaults: MixDefaults = MIX_DEFAULTS,
  ) {
    this.kept = new KeptReadings(sources, (mix, lines) => mix && movedMix(mix, lines));
  }

  /**
   * The mix of a kernel for a launch of it, or for an assumed launch; null when its text is no function.
   * A mix is kept while nothing that its reading looked at changes.
   */
  mixOf(kernel: FunctionUnit, launch: Launch | null, texts: FileTexts): InstructionMix | null {
    const known = launch === null ? UNKNOWN_LAUNCH : this.knownLaunch(kernel, launch);
    const key = JSON.stringify([known.launch, [...known.parameters], [...known.templateArguments]]);
    return this.kept.of(kernel, key, texts, (asked) => this.estimate(kernel, known, asked));
  }

  estimate(kernel: FunctionUnit, known: KnownLaunch, asked?: Asked): InstructionMix | null {
    const names = new UnitNames(kernel, this.parser, this.sources, asked);
    try {
      const definition = names.definition;
      if (definition === null) return null;
      const templateArguments = resolvedArguments(kernel, known.templateArguments, names);
      return estimateMix(definition, {
        given: new Map(),
        ...known,
        templateArguments,
        names,
        source: names,
        defaults: this.defaults,
      });
    } finally {
      names.delete();
    }
  }

  /** The numbers and types of a launch, by the names that the kernel gives them. */
  private knownLaunch(kernel: FunctionUnit, launch: Launch): KnownLaunch {
    const parameters = new Map<string, number>();
    kernel.outline.parameters.forEach(({ name }, place) => {
      const value = launch.arguments[place]?.value ?? null;
      if (value !== null) parameters.set(name, value);
    });
    const scope = launch.templateArguments.length > 0 ? this.sources.scopeOfLaunch(launch) : null;
    const templateArguments = new Map<string, string>();
    kernel.outline.template.slice(0, launch.templateArguments.length).forEach(({ kind, name }, place) => {
      const text = launch.templateArguments[place]!;
      const number = scope === null || isTypeParameter(kind) ? null : evaluate(text, scope).value;
      templateArguments.set(name, number === null ? text : String(number));
    });
    return {
      launch: { grid: resolveDim3(launch.grid), block: resolveDim3(launch.block) },
      parameters,
      templateArguments,
    };
  }
}

/** Template arguments with constants as numbers; defaults stand in for those that are not given. */
function resolvedArguments(
  kernel: FunctionUnit,
  given: ReadonlyMap<string, string>,
  names: UnitNames,
): ReadonlyMap<string, string> {
  const resolved = new Map<string, string>();
  for (const { kind, name, default: fallback } of kernel.outline.template) {
    const text = given.get(name) ?? fallback;
    if (text === undefined || name === '') continue;
    const number = isTypeParameter(kind) ? null : names.numberOf(text);
    resolved.set(name, number === null ? text : String(number));
  }
  return resolved;
}

function isTypeParameter(kind: string): boolean {
  return /^(typename|class)\b/.test(kind);
}
