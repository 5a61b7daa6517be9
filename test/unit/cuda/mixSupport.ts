import { english } from '../../../src/words';
import { lineAndText } from '../../../src/kernel/codeAssumption';
import { MIX_DEFAULTS } from '../../../src/cuda/mix/context';
import { mixOf as mixOfState, readKernel } from '../../../src/cuda/mix/estimate';
import { readingKernel, type ReadLaunch } from '../../../src/cuda/mix/kernelReading';
import type { CudaParser } from '../../../src/cuda/syntax/parser';
import { CudaWorkspace } from '../../../src/cuda/workspace';
import type { InstructionClass } from '../../../src/kernel/instructionClasses';
import type { InstructionMix } from '../../../src/kernel/kernel';

interface Given {
  readonly launch?: ReadLaunch['launch'];
  readonly parameters?: Readonly<Record<string, number>>;
  readonly template?: Readonly<Record<string, string>>;
}

/** The mix of the kernel `k` in a source text; null when the parser finds none. */
export function tryMixOf(parser: CudaParser, source: string, given: Given = {}): InstructionMix | null {
  const workspace = new CudaWorkspace();
  workspace.setFile('k.cu', source);
  const unit = workspace.functions('k.cu').find(({ name }) => name === 'k');
  const sources = {
    functionsNamed: (name: string, path: string) => workspace.functionsNamed(name, path),
    textOf: () => source,
    linesOf: () => source.split('\n'),
    allocationsIn: () => [],
    scopeOfLaunch: () => null,
  };
  if (unit === undefined) return null;
  const known: ReadLaunch = {
    launch: given.launch ?? { grid: [64, 1, 1], block: [256, 1, 1] },
    parameters: new Map(Object.entries(given.parameters ?? {})),
    templateArguments: new Map(Object.entries(given.template ?? {})),
  };
  return readingKernel(
    { kernel: unit, parser, sources, defaults: MIX_DEFAULTS },
    (definition, contextFor) => {
      const state = readKernel(definition, contextFor(known));
      return mixOfState(state, [...state.assumptions.values()]);
    },
  );
}

/** The mix of the kernel `k` in a source text. */
export function mixOf(parser: CudaParser, source: string, given: Given = {}): InstructionMix {
  const mix = tryMixOf(parser, source, given);
  if (mix === null) throw new Error('the source has no kernel k');
  return mix;
}

/** What a mix takes for granted, in English. */
export function sentences(mix: InstructionMix): string[] {
  return mix.assumptions.map((assumption) => english(lineAndText(assumption)));
}

/** Only the classes that occur. */
export function counts(mix: InstructionMix): Partial<Record<InstructionClass, number>> {
  return Object.fromEntries(Object.entries(mix.perThread).filter(([, count]) => count !== 0));
}
