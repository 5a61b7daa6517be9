import type { InstructionMix, Launch } from '../../kernel/kernel';
import { resolveDim3 } from '../../kernel/symbolic';
import { evaluate } from '../constants/evaluate';
import type { FunctionUnit } from '../files/functionUnit';
import type { CudaParser } from '../syntax/parser';
import { MIX_DEFAULTS, type MixContext, type MixDefaults } from './context';
import { estimateMix } from './estimate';
import { UnitNames, type MixSources } from './unitNames';

/** What is known of a kernel's launch. */
export type KnownLaunch = Pick<MixContext, 'launch' | 'parameters' | 'templateArguments'>;

const UNKNOWN_LAUNCH: KnownLaunch = {
  launch: { grid: null, block: null },
  parameters: new Map(),
  templateArguments: new Map(),
};

/** The texts of the files that a kernel and the functions it calls stand in, by path. */
export type FileTexts = ReadonlyMap<string, string>;

interface Kept {
  readonly texts: FileTexts;
  readonly mixes: Map<string, InstructionMix | null>;
}

/** Whether two states of files are the same. */
function sameTexts(a: FileTexts, b: FileTexts): boolean {
  if (a.size !== b.size) return false;
  for (const [path, text] of a) if (b.get(path) !== text) return false;
  return true;
}

/** Estimates the mixes of kernels and keeps them. */
export class KernelMixes {
  private readonly kept = new Map<string, Kept>();

  constructor(
    private readonly parser: CudaParser,
    private readonly sources: MixSources,
    private readonly defaults: MixDefaults = MIX_DEFAULTS,
  ) {}

  /**
   * The mix of a kernel for a launch of it, or for an assumed launch; null when its text is no function.
   * A mix is kept while `texts` stay what they are.
   */
  mixOf(kernel: FunctionUnit, launch: Launch | null, texts: FileTexts): InstructionMix | null {
    const id = kernel.kernelId ?? '';
    const known = launch === null ? UNKNOWN_LAUNCH : this.knownLaunch(kernel, launch);
    const key = JSON.stringify([known.launch, [...known.parameters], [...known.templateArguments]]);
    let kept = this.kept.get(id);
    if (kept === undefined || !sameTexts(kept.texts, texts)) {
      kept = { texts, mixes: new Map() };
      this.kept.set(id, kept);
    }
    let mix = kept.mixes.get(key);
    if (mix === undefined) kept.mixes.set(key, (mix = this.estimate(kernel, known)));
    return mix;
  }

  estimate(kernel: FunctionUnit, known: KnownLaunch): InstructionMix | null {
    const names = new UnitNames(kernel, this.parser, this.sources);
    try {
      const definition = names.definition;
      if (definition === null) return null;
      const templateArguments = resolvedArguments(kernel, known.templateArguments, names);
      return estimateMix(definition, {
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
