import { parseBaseline } from '../../src/analysis/check/baseline';
import type { AnalysisSession } from '../../src/analysis/session';
import { parsePtx } from '../../src/cuda/ptx/parsePtx';
import { dashboardMessage, profileMessage } from '../../src/editor/messages';
import { globTest } from '../../src/files/glob';
import { parseJson } from '../../src/files/json';
import { textOf } from '../../src/files/readText';
import { parseExpression } from '../../src/kernel/expression';
import { parseKernelProgram } from '../../src/kernel/program';
import { parseScenario } from '../../src/kernel/scenario';
import { parseWorkload } from '../../src/kernel/workload';
import { CO_RUN_PREDICTORS } from '../../src/predictors';
import { demangle } from '../../src/profiles/names/demangle';
import { readProfileBytes } from '../../src/profiles/readProfile';
import { parseTrainingData } from '../themis/collection/trainingData';
import { machineReaders } from './machineReaders';
import { bytesOf, bytesReader, documentReader, textReader, type FuzzedReader } from './reader';
import type { Seeds } from './seeds';

/** Code of the reason why a kernel is refused that we failed on. */
const FAILED = '"cuda.readingFailed"';

/** All readers of the product; those of a workspace are asked through one session. */
export function allReaders(seeds: Seeds, session: AnalysisSession): readonly FuzzedReader[] {
  return [
    ...textReaders(seeds, session),
    ...jsonReaders(seeds),
    ...machineReaders(seeds.machines),
    ...modelReaders(seeds),
  ];
}

function textReaders(seeds: Seeds, session: AnalysisSession): readonly FuzzedReader[] {
  return [
    bytesReader('profiles of text', 4, seeds.profiles, (bytes) => readProfileBytes('fuzz.csv', bytes)),
    bytesReader('databases of profilers', 3, seeds.databases, (bytes) => readProfileBytes('fuzz.db', bytes)),
    workspaceReader('workspaces of one CUDA source', 2, seeds.cuda, 'fuzz.cu', session),
    workspaceReader('workspaces of one HIP source', 1, seeds.hip, 'fuzz.hip', session),
    workspaceReader('workspaces of one PTX file', 1, seeds.ptx, 'fuzz.ptx', session),
    textReader('PTX', 2, seeds.ptx, (text) => parsePtx(text, 'fuzz.ptx')),
    textReader('training data', 1, seeds.training, (text) => parseTrainingData('fuzz.ndjson', text)),
    textReader('expressions of programs', 1, seeds.expressions, (text) => parseExpression(text, 'fuzz')),
    textReader('patterns of settings', 1, seeds.globs, (text) => globTest(text)('src/a/b.cu')),
    textReader('names of symbols', 1, seeds.symbols, demangle),
    textReader('JSON', 1, seeds.scenarios.map(bytesOf), (text) => parseJson('fuzz.json', text)),
  ];
}

function jsonReaders(seeds: Seeds): readonly FuzzedReader[] {
  return [
    documentReader('scenarios', 3, seeds.scenarios, parseScenario),
    documentReader('kernel programs', 2, seeds.programs, (value) => parseKernelProgram(value)),
    documentReader('descriptions of workloads', 1, seeds.workloads, parseWorkload),
    documentReader('baselines of checks', 1, seeds.baselines, (value) =>
      parseBaseline(value, { gpu: 'h100-sxm', mode: 'streams' }),
    ),
    documentReader('messages of pages', 1, seeds.messages.dashboard, (value) => dashboardMessage(value)),
    documentReader('messages of the profile page', 1, seeds.messages.profile, (value) =>
      profileMessage(value),
    ),
  ];
}

function modelReaders(seeds: Seeds): readonly FuzzedReader[] {
  return CO_RUN_PREDICTORS.flatMap(({ models }) => models ?? []).map(({ folder, parse }) =>
    documentReader(`models of ${folder}`, 1, seeds.models(folder), (value) => parse(value)),
  );
}

/** The only file of a workspace, whatever was asked before. */
function workspaceReader(
  name: string,
  weight: number,
  seeds: readonly Uint8Array[],
  file: string,
  session: AnalysisSession,
): FuzzedReader {
  const empty = ['fuzz.cu', 'fuzz.hip', 'fuzz.ptx'].map((each) => [each, null] as const);
  return bytesReader(name, weight, seeds, (bytes) => {
    const sources = new Map<string, string | null>([...empty, [file, textOf(file, bytes)]]);
    const found = session.analyze({ sources });
    // One kernel's fault of ours leaves the others as they are, and is one still.
    if (JSON.stringify(found).includes(FAILED)) throw new Error(`a kernel of ${name} is not read`);
    return found;
  });
}
