import type { LoweringAssumption } from '../../cuda/lowering/assumption';
import type { Lowering } from '../../cuda/workspace';
import type { KernelProgram } from '../../kernel/program';
import { programTotals, type ProgramTotals } from '../../kernel/totals/programTotals';

type Lowered = Extract<Lowering, { kind: 'lowered' }>;

/** Guessed shares of branches that together change less than this of what a kernel executes do not matter. */
const HARMLESS = 0.05;

/** Guesses of one kernel that are tried, each of which makes two more programs of it. */
const MOST_TRIED = 8;

/**
 * What was assumed for a program, with those shares of branches no longer guesses that hardly matter: whether no thread
 * takes the branch or all do, the kernel executes about the same instructions and accesses. Least first, as many as
 * change less than 5 % together: one by one each could be harmless, and all of them not.
 *
 * @param lower the program with other numbers in the place of those that were assumed
 */
export function withoutHarmless(
  lowered: Lowered,
  lower: (numbers: Readonly<Record<string, number>>) => Lowering | null,
): readonly LoweringAssumption[] {
  const shares = lowered.assumptions.filter(isGuessedShare);
  if (shares.length === 0 || shares.length > MOST_TRIED) return lowered.assumptions;
  const effects = new Map(
    [...new Set(shares.map(({ parameter }) => parameter!))].map((name) => [
      name,
      effectOf(
        lowered,
        [0, 1].map((share) => lower({ [name]: share })),
      ),
    ]),
  );
  const harmless = new Set<string>();
  let sum = 0;
  for (const [name, effect] of [...effects].toSorted(([, a], [, b]) => a - b)) {
    sum += effect;
    if (sum >= HARMLESS) break;
    harmless.add(name);
  }
  return lowered.assumptions.map((one) =>
    isGuessedShare(one) && harmless.has(one.parameter!) ? { ...one, isGuess: false } : one,
  );
}

const isGuessedShare = ({ isGuess, parameter }: LoweringAssumption): boolean =>
  isGuess === true && parameter !== null && parameter.startsWith('share_');

/** By how much of what it executes a program changes at most; all where one cannot be made. */
function effectOf(lowered: Lowered, others: readonly (Lowering | null)[]): number {
  const counts = [lowered, ...others].flatMap((one) => (one?.kind === 'lowered' ? [countsOf(one)] : []));
  if (counts.length <= others.length) return Infinity;
  const [now] = counts;
  return Math.max(
    ...now!.map((count, kind) => {
      const all = counts.map((each) => each[kind]!);
      return (Math.max(...all) - Math.min(...all)) / Math.max(count, 1);
    }),
  );
}

/** Programs stay the same objects while nothing that they rest on changes, and are planned with again after each edit. */
const counted = new WeakMap<KernelProgram, readonly number[]>();

/** Warp instructions of a launch, and those among them that go to global and to shared memory. */
function countsOf({ program, launch }: Lowered): readonly number[] {
  const known = counted.get(program);
  if (known !== undefined) return known;
  const { warpInstructions, warps } = programTotals(program, launch);
  const counts = [
    warpInstructions,
    accesses(warps, /^(global|local)|^atomic$|^asyncCopy$/),
    accesses(warps, /^shared/),
  ];
  counted.set(program, counts);
  return counts;
}

function accesses(warps: ProgramTotals['warps'], kinds: RegExp): number {
  return Object.entries(warps).reduce((sum, [kind, count]) => (kinds.test(kind) ? sum + count : sum), 0);
}
