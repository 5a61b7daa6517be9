import type { LoadedSpec } from '../../../src/simulator/spec/loadSpec';
import { JOB_PROGRAMS } from './programs';
import {
  aloneNs,
  inTurns,
  NO_HOST_WORK,
  roundOf,
  slowdownBeside,
  type HostWork,
  type Round,
  type Sharing,
} from './replayed';
import type { MatrixRow, SoloRow } from './rows';

/** ns that a process keeps the GPU while others wait: the simulator's default. */
export const SLICE_NS = 2e6;
/** What the first of a pair lasts alone at least: slices, rounds of its own, rounds of the other. */
const SLICES = 5;
const ROUNDS = 4;
const OTHER_ROUNDS = 3;

/** ns of host work for a byte that is copied: a stated assumption, a core that fills or looks at 1 GB/s. */
const NS_PER_BYTE = 1;
/** Instructions of a GPU thread that a core does in a ns when it computes the same result: assumed. */
const CHECKED_PER_NS = 5;

/** Host work of a round: inputs are made and results looked at; the programs that do so compute the whole result, too. */
export function hostWorkOf(row: SoloRow): HostWork {
  const { checksOnHost } = JOB_PROGRAMS.find(({ name }) => name === row.app)!;
  const bytes = (wanted: 'HtoD' | 'DtoH'): number =>
    row.copies.reduce((sum, { direction, bytes: own }) => sum + (direction === wanted ? own : 0), 0);
  return {
    before: bytes('HtoD') * NS_PER_BYTE,
    after: bytes('DtoH') * NS_PER_BYTE + (checksOnHost ? row.threadInstructions / CHECKED_PER_NS : 0),
  };
}

/** ns that the first of a pair is replayed for, as it runs alone: enough for both to meet in all their parts. */
export const longestNs = ([own, other]: readonly [number, number]): number =>
  Math.max(SLICES * SLICE_NS, ROUNDS * own, OTHER_ROUNDS * other);

/** The rounds of all programs, ns of each alone, and the share of it in which kernels run. */
function aloneRounds(solos: readonly SoloRow[], host: boolean, sharing: Sharing) {
  const rounds = solos.map((row) => roundOf(row, host ? hostWorkOf(row) : NO_HOST_WORK));
  const alone = rounds.map((round) => aloneNs(round, sharing));
  const kernelShares = rounds.map((round, at) => kernelNsOf(round) / alone[at]!);
  return { rounds, alone, kernelShares };
}

const kernelNsOf = ({ operations }: Round): number =>
  operations.reduce((sum, each) => sum + (each.kind === 'kernel' ? each.soloNs! : 0), 0);

/** Slowdowns of every program beside every other, itself included, in turns of 2 ms, from runs alone. */
export function* matrixRows(solos: readonly SoloRow[], host: boolean, gpu: LoadedSpec) {
  const turns = inTurns(gpu, SLICE_NS);
  const { rounds, alone, kernelShares } = aloneRounds(solos, host, turns);
  for (const [of, round] of rounds.entries()) {
    const make = (): Omit<MatrixRow, 'key'> => ({
      kind: 'matrix',
      gpu: gpu.gpu.id,
      host,
      of: round.name,
      slowdowns: rounds.map((other, beside) => {
        const ns = [alone[of]!, alone[beside]!] as const;
        return Number(slowdownBeside([round, other], ns, turns, longestNs(ns)).toFixed(4));
      }),
      seconds: Number((alone[of]! / 1e9).toPrecision(6)),
      kernelShare: Number(kernelShares[of]!.toFixed(4)),
    });
    yield { of: round.name, make };
  }
}
