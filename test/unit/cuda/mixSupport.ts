import { english } from '../../../src/words';
import { lineAndText } from '../../../src/kernel/codeAssumption';
import type { Node } from 'web-tree-sitter';
import { MIX_DEFAULTS, type MixContext } from '../../../src/cuda/mix/context';
import { readKernel } from '../../../src/cuda/mix/readKernel';
import { readingKernel, type ReadLaunch } from '../../../src/cuda/mix/kernelReading';
import type { CudaParser } from '../../../src/cuda/syntax/parser';
import { CudaWorkspace } from '../../../src/cuda/workspace';
import type { InstructionClass } from '../../../src/kernel/instructionClasses';
import type { InstructionMix, LoopEstimate } from '../../../src/kernel/kernel';
import type { Dim3 } from '../../../src/kernel/symbolic';

interface Given {
  readonly launch?: { readonly grid: Dim3; readonly block: Dim3 };
  readonly parameters?: Readonly<Record<string, number>>;
  /** Of a kernel template. */
  readonly templateArguments?: readonly string[];
}

const LAUNCH = { grid: [64, 1, 1], block: [256, 1, 1] } as const;

/** The mix of the kernel `k` in a source text; null where there is none, or it cannot be lowered. */
export function tryMixOf(
  parser: CudaParser,
  source: string,
  { launch = LAUNCH, parameters = {}, ...others }: Given = {},
): InstructionMix | null {
  const workspace = new CudaWorkspace({ parser });
  workspace.setFile('k.cu', source);
  return workspace.mixOf('k.cu#k', null, { ...launch, arguments: parameters, ...others });
}

/** The loops of the kernel `k` in a source text as its body alone tells them: nothing is taken for arguments. */
export function loopsOf(parser: CudaParser, source: string, given: Given = {}): readonly LoopEstimate[] {
  const workspace = new CudaWorkspace();
  workspace.setFile('k.cu', source);
  const unit = workspace.functions('k.cu').find(({ name }) => name === 'k')!;
  const sources = {
    functionsNamed: (name: string, path: string) => workspace.functionsNamed(name, path),
    textOf: () => source,
    linesOf: () => source.split('\n'),
    allocationsIn: () => [],
    scopeOfLaunch: () => null,
  };
  const known = {
    launch: given.launch ?? LAUNCH,
    parameters: new Map(Object.entries(given.parameters ?? {})),
    templateArguments: new Map<string, string>(),
  };
  const kernel = { kernel: unit, parser, sources, defaults: MIX_DEFAULTS };
  const read = (definition: Node, contextFor: (known: ReadLaunch) => MixContext): readonly LoopEstimate[] =>
    readKernel(definition, contextFor(known)).loops;
  return readingKernel(kernel, read)!;
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
