import { bestLaunch } from '../../../src/kernel/bestLaunch';
import type { CudaParser } from '../../../src/cuda/syntax/parser';
import { CudaWorkspace, type Lowering } from '../../../src/cuda/workspace';
import type { Kernel } from '../../../src/kernel/kernel';
import { parseKernelProgram } from '../../../src/kernel/program';
import { InputError } from '../../../src/kernel/result';
import { parseScenario } from '../../../src/kernel/scenario';
import { simulate } from '../../../src/simulator/simulate';
import { readCorpus } from '../corpus/corpus';

/** What became of one kernel. */
export interface Outcome {
  readonly id: string;
  readonly kind: 'full' | 'assumptions' | 'refused' | 'failed';
  /** Why it was refused, or what failed. */
  readonly reason: string;
  /** Assumptions by what they are about. */
  readonly assumed: readonly string[];
  /** Of processor time: other work on the machine does not count. */
  readonly milliseconds: number;
}

export interface CorpusOutcome {
  readonly name: string;
  readonly kernels: number;
  readonly outcomes: readonly Outcome[];
}

/** GPU on which the programs are tried. */
const GPU = 'themis-60sm';

/** Lowers every `every`-th kernel of a folder and runs each program for some cycles. */
export function studyFolder(
  folder: string,
  parser: CudaParser,
  every: number,
  cycles: number,
): CorpusOutcome {
  const corpus = readCorpus(folder);
  const workspace = new CudaWorkspace({ parser });
  for (const { path, text } of corpus.texts) workspace.setFile(path, text);
  const kernels = workspace.index().kernels.filter((kernel) => kernel.inactive === undefined);
  const chosen = kernels.filter((_, place) => place % every === 0);
  return {
    name: corpus.name,
    kernels: kernels.length,
    outcomes: chosen.map((kernel) => outcomeOf(workspace, kernel, cycles)),
  };
}

function outcomeOf(workspace: CudaWorkspace, kernel: Kernel, cycles: number): Outcome {
  const start = process.cpuUsage();
  const spent = (): number => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  };
  const base = { id: kernel.id, assumed: [] };
  try {
    const lowering = workspace.lower(kernel.id, bestLaunch(workspace.launchesOf(kernel.id)));
    const milliseconds = spent();
    if (lowering === null) return { ...base, kind: 'failed', reason: 'no answer', milliseconds };
    if (lowering.kind === 'refused')
      return { ...base, kind: 'refused', reason: lowering.reason, milliseconds };
    tryOut(lowering, cycles);
    const assumed = [...new Set(lowering.assumptions.map(({ text }) => subjectOf(text)))];
    return {
      ...base,
      kind: assumed.length === 0 ? 'full' : 'assumptions',
      reason: '',
      assumed,
      milliseconds,
    };
  } catch (error) {
    const isInput = error instanceof InputError;
    const text =
      error instanceof Error ? (isInput ? error.message : (error.stack ?? error.message)) : String(error);
    return { ...base, kind: 'failed', reason: text, milliseconds: spent() };
  }
}

/** Checks the program as a reader of JSON would, compiles it and simulates some cycles. */
function tryOut({ program, launch }: Extract<Lowering, { kind: 'lowered' }>, cycles: number): void {
  const plain = parseKernelProgram(JSON.parse(JSON.stringify(program)));
  const { grid, block, sharedBytes } = launch;
  const scenario = parseScenario({
    gpu: GPU,
    apps: [{ name: 'a', program: plain, launch: { grid: [...grid], block: [...block], sharedBytes } }],
    limits: { cycles },
  });
  simulate(scenario);
}

/** What an assumption is about, without names and numbers. */
function subjectOf(text: string): string {
  const found = SUBJECTS.find(([pattern]) => pattern.test(text));
  return found === undefined ? 'other' : found[1];
}

const SUBJECTS: readonly (readonly [RegExp, string])[] = [
  [/no launch tells/, 'no launch in the source'],
  [/has no known value/, 'grid or block not known'],
  [/is taken as .*(covers|loop|width)/, 'value of an argument'],
  [/the loop runs|how often the loop|number of elements/, 'loop that ends on data or on an unknown'],
  [/the branch on|switch on/, 'branch on data'],
  [/touched depends on data|name depends on data/, 'elements that data chooses at random'],
  [/the chain through/, 'chain through memory'],
  [/is not at hand/, 'call without a definition'],
  [/template type/, 'template type'],
  [/inline PTX|is not followed/, 'inline PTX'],
  [/nested too deeply/, 'recursion'],
  [/type of member|points to is unknown/, 'type not known'],
  [/group synchronisation|printf|operators on structs|matrix fragments/, 'counting rule'],
];
