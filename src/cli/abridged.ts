import type { ApplicationResult } from '../analysis/results/timelineResult';
import { english, worded } from '../words';
import type { AnalyzeAnswer } from './answers';
import type { LeftOut } from './answerParts';

/** Bytes of JSON that an analysis takes at most, unless everything is asked for. */
const MOST_BYTES = 5_000_000;

/** What each list may take of it; files take what the others leave. */
const SHARES = {
  advice: 0.1,
  profiles: 0.1,
  applications: 0.1,
  assumptions: 0.05,
  pairs: 0.05,
  names: 0.1,
} as const;

type FileAnswer = AnalyzeAnswer['files'][number];

/**
 * The answer cut to a size: without curves of occupancy, and of files first those that something is to be said of
 * (advice, measured kernels, kernels in the table of pairs, launches that fail), then those with kernels. `leftOut`
 * counts and names what is missing.
 */
export function abridged(answer: AnalyzeAnswer, most = MOST_BYTES): AnalyzeAnswer {
  if (fits(answer, most)) return answer;
  return cut({ ...answer, files: answer.files.map(withoutCurves) }, most);
}

/** Tests file by file: the text of thousands at once would take more memory than all else of the answer. */
function fits(answer: AnalyzeAnswer, most: number): boolean {
  let left = most - bytesOf({ ...answer, files: [] });
  for (const file of answer.files) {
    left -= bytesOf(file) + 1;
    if (left < 0) return false;
  }
  return left >= 0;
}

/** Without what `corun occupancy` tells of a kernel's registers and shared memory: a third of what it takes. */
function withoutCurves(file: FileAnswer): FileAnswer {
  const short = (kernel: FileAnswer['kernels'][number]): typeof kernel => ({
    ...kernel,
    occupancy: kernel.occupancy && { ...kernel.occupancy, curve: [] },
  });
  return { ...file, kernels: file.kernels.map(short) };
}

function cut(answer: AnalyzeAnswer, most: number): AnalyzeAnswer {
  const { advice, profiles, applications, assumptions, matrix } = answer;
  const ranks = fileRanks(answer);
  const byFile = (path: string): number => ranks.get(path) ?? LAST;
  const ofProgram = ({ path }: ApplicationResult): number => byFile(path);
  const lists = {
    advice: fitting(advice, most * SHARES.advice),
    profiles: fitting(profiles, most * SHARES.profiles),
    applications: fitting(applications, most * SHARES.applications, ofProgram),
    assumptions: fitting(assumptions, most * SHARES.assumptions),
  };
  const pairs = fitting(matrix.leftOut, most * SHARES.pairs);
  const shown = { ...answer, ...lists, matrix: { ...matrix, leftOut: pairs }, files: [] };
  const room = most * (1 - SHARES.names) - bytesOf(shown);
  const files = fitting(answer.files, room, ({ path }) => byFile(path));
  const told = new Set(files);
  const missing = answer.files.filter((file) => !told.has(file));
  const named = fitting(missing.filter(({ kernels }) => kernels.length > 0).map(nameOf), most * SHARES.names);
  const kernels = missing.reduce((sum, file) => sum + file.kernels.length, 0);
  return {
    ...shown,
    files,
    leftOut: {
      files: missing.length,
      kernels,
      advice: advice.length - lists.advice.length,
      profiles: profiles.length - lists.profiles.length,
      applications: applications.length - lists.applications.length,
      assumptions: assumptions.length - lists.assumptions.length,
      notPaired: matrix.leftOut.length - pairs.length,
      named,
    },
  };
}

function nameOf({ path, kernels }: FileAnswer): LeftOut['named'][number] {
  return { path, kernels: kernels.map(({ name }) => name) };
}

/** Rank of a file that is nothing to say of. */
const LAST = 5;

/** The rank of each file by its path, of which the least is told first. */
function fileRanks({ files, advice, matrix }: AnalyzeAnswer): ReadonlyMap<string, number> {
  const advised = new Set(advice.map(({ path }) => path));
  const paired = new Set(matrix.kernelIds);
  const rankOf = ({ path, kernels, launches, diagnostics }: FileAnswer): number => {
    if (advised.has(path)) return 0;
    if (kernels.some(({ measured }) => measured.length > 0)) return 1;
    if (kernels.some(({ id }) => paired.has(id))) return 2;
    if (diagnostics.some(({ severity }) => severity === 'error')) return 3;
    return kernels.length + launches.length + diagnostics.length > 0 ? 4 : LAST;
  };
  return new Map(files.map((file) => [file.path, rankOf(file)]));
}

/** The items of least rank that have room in so many bytes, in their order. */
function fitting<T>(items: readonly T[], bytes: number, rank: (item: T) => number = () => 0): T[] {
  const ranked = items.map((item, at) => ({ item, at })).sort((a, b) => rank(a.item) - rank(b.item));
  const chosen: typeof ranked = [];
  let left = bytes;
  for (const one of ranked) {
    left -= bytesOf(one.item) + 1;
    if (left < 0) break;
    chosen.push(one);
  }
  return chosen.sort((a, b) => a.at - b.at).map(({ item }) => item);
}

/** As JSON, with words in the place of messages. */
function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(worded(value, english)));
}
