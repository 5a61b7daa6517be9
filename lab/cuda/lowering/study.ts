import { isMessage, type Words } from '../../../src/kernel/message';
import { english } from '../../../src/words';
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
      return { ...base, kind: 'refused', reason: english(lowering.reason), milliseconds };
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
      error instanceof Error
        ? isInput
          ? english(error.said)
          : (error.stack ?? error.message)
        : String(error);
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
function subjectOf(text: Words): string {
  return (isMessage(text) ? SUBJECTS[text.say] : undefined) ?? 'other';
}

const SUBJECTS: Readonly<Record<string, string>> = {
  'cuda.noLaunchTellsGrid': 'no launch in the source',
  'cuda.noLaunchTellsBlock': 'no launch in the source',
  'cuda.gridTaken': 'grid or block not known',
  'cuda.blockTaken': 'grid or block not known',
  'cuda.argumentTaken': 'value of an argument',
  'cuda.loopRuns': 'loop that ends on data or on an unknown',
  'cuda.loopRunsUnknown': 'loop that ends on data or on an unknown',
  'cuda.dataLoop': 'loop that ends on data or on an unknown',
  'cuda.unknownNumber': 'loop that ends on data or on an unknown',
  'cuda.dataBranch': 'branch on data',
  'cuda.unknownSwitch': 'branch on data',
  'cuda.dataElements': 'elements that data chooses at random',
  'cuda.dataIndex': 'elements that data chooses at random',
  'cuda.dataChain': 'chain through memory',
  'cuda.unknownFunction': 'call without a definition',
  'cuda.unknownType': 'template type',
  'cuda.unknownTypeOf': 'template type',
  'cuda.unknownPtx': 'inline PTX',
  'cuda.unfollowedAccess': 'inline PTX',
  'cuda.recursive': 'recursion',
  'cuda.unknownMember': 'type not known',
  'cuda.unknownTarget': 'type not known',
  'cuda.noPointer': 'type not known',
  'cuda.groupBarrier': 'counting rule',
  'cuda.printf': 'counting rule',
  'cuda.structOperators': 'counting rule',
  'cuda.matrixFragments': 'counting rule',
};
