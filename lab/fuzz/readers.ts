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
import type { RandomStream } from '../../src/stats/random';
import { parseTrainingData } from '../themis/collection/trainingData';
import { mutatedBytes } from './mutate';
import { mutatedJson } from './mutateJson';
import type { Seeds } from './seeds';

/** Something that reads what others wrote: it returns what it made of it, or refuses with an InputError. */
export interface FuzzedReader {
  readonly name: string;
  /** Parts of all inputs that it is given. */
  readonly weight: number;
  /** Good inputs, in bytes. */
  readonly seeds: readonly Uint8Array[];
  /** An input like a good one, in bytes. */
  readonly input: (random: RandomStream) => Uint8Array;
  readonly read: (bytes: Uint8Array) => unknown;
}

/** All readers of the product; those of a workspace are asked through one session. */
export function allReaders(seeds: Seeds, session: AnalysisSession): readonly FuzzedReader[] {
  return [...textReaders(seeds, session), ...jsonReaders(seeds), ...modelReaders(seeds)];
}

function textReaders(seeds: Seeds, session: AnalysisSession): readonly FuzzedReader[] {
  return [
    bytesReader('profiles of text', 4, seeds.profiles, (bytes) => readProfileBytes('fuzz.csv', bytes)),
    bytesReader('databases of profilers', 3, seeds.databases, (bytes) => readProfileBytes('fuzz.db', bytes)),
    bytesReader('workspaces of one CUDA source', 2, seeds.cuda, (bytes) =>
      session.analyze({ sources: new Map([['fuzz.cu', textOf('fuzz.cu', bytes)]]) }),
    ),
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

function bytesReader(
  name: string,
  weight: number,
  seeds: readonly Uint8Array[],
  read: (bytes: Uint8Array) => unknown,
): FuzzedReader {
  return { name, weight, seeds, input: (random) => mutatedBytes(seeds, random), read };
}

function textReader(
  name: string,
  weight: number,
  seeds: readonly Uint8Array[],
  read: (text: string) => unknown,
): FuzzedReader {
  return bytesReader(name, weight, seeds, (bytes) => read(textOf('fuzz', bytes)));
}

function documentReader(
  name: string,
  weight: number,
  seeds: readonly unknown[],
  read: (value: unknown) => unknown,
): FuzzedReader {
  return {
    name,
    weight,
    seeds: seeds.map(bytesOf),
    input: (random) => bytesOf(mutatedJson(seeds[random.below(seeds.length)], random)),
    read: (bytes) => read(parseJson('fuzz.json', textOf('fuzz.json', bytes))),
  };
}

function bytesOf(value: unknown): Uint8Array {
  return new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value));
}
