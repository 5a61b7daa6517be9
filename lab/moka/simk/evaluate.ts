import { markdownTable } from '../../../src/kernel/markdownTable';
import type { GpuSpec } from '../../../src/kernel/gpuSpec';
import { sweepAnswers } from '../reproduction/regret';
import type { Sweep } from '../reproduction/sweeps';
import {
  withoutKernel,
  type ReferenceKernel,
  type ReferenceSet,
} from '../../../src/predictors/moka/simk/references';
import { simk } from '../../../src/predictors/moka/simk/simk';
import { geometricMean, mean } from '../../../src/stats/means';

/** What choosing by a method costs on one kernel, over all launches that a user may start from. */
interface Choice {
  /** Geometric mean of the time of the chosen block size over the best time. */
  readonly regret: number;
  /** Mean place of the choice among the sizes, 0 for the fastest and 1 for the slowest. */
  readonly place: number;
  /** Share of the launches for which there was an answer; the others keep their block size. */
  readonly answered: number;
}

interface Time {
  readonly threads: number;
  readonly time: number;
}

/** A choice that is not among the timed sizes counts as the nearest of them. */
function choiceOf(
  times: readonly Time[],
  chosen: readonly (number | null)[],
  own: readonly number[],
): Choice {
  const ordered = [...times].sort((a, b) => a.time - b.time);
  const places = chosen.map((threads, start) => {
    const wanted = threads ?? own[start]!;
    const distance = (time: Time): number => Math.abs(Math.log(time.threads / wanted));
    return ordered.indexOf(ordered.reduce((a, b) => (distance(b) < distance(a) ? b : a)));
  });
  return {
    regret: geometricMean(places.map((place) => ordered[place]!.time / ordered[0]!.time)),
    place: mean(places) / Math.max(1, ordered.length - 1),
    answered: chosen.filter((threads) => threads !== null).length / chosen.length,
  };
}

function blindChoice(times: readonly Time[]): Choice {
  const sizes = times.map(({ threads }) => threads);
  return choiceOf(times, sizes, sizes);
}

type SimkMethod = 'SimK' | 'nearest kernels';

/** SimK's choice for every launch of a measured sweep, from its measured profile. */
function measuredChoice(sweep: Sweep, gpu: GpuSpec, references: ReferenceSet, method: SimkMethod): Choice {
  const times = sweep.points.map(({ threadsPerBlock, ns }) => ({ threads: threadsPerBlock, time: ns }));
  const chosen = sweepAnswers(sweep, gpu, references).map(
    (candidates) => candidates.find((candidate) => candidate.method === method)!.threadsPerBlock,
  );
  return choiceOf(
    times,
    chosen,
    times.map(({ threads }) => threads),
  );
}

const cells = ({ regret, place, answered }: Choice): string[] => [
  regret.toFixed(3),
  place.toFixed(2),
  `${Math.round(answered * 100)} %`,
];

const together = (choices: readonly Choice[]): Choice => ({
  regret: geometricMean(choices.map(({ regret }) => regret)),
  place: mean(choices.map(({ place }) => place)),
  answered: mean(choices.map(({ answered }) => answered)),
});

/**
 * SimK on the measured sweeps, with measured references and with simulated ones, and a blind choice.
 *
 * @param ours our application that implements a measured kernel: it is no reference for it
 */
export function measuredTable(
  sweeps: readonly Sweep[],
  gpu: GpuSpec,
  measured: ReferenceSet,
  simulated: ReferenceSet,
  ours: (kernel: string) => string | undefined,
): string {
  const choices = sweeps.map((sweep) => {
    const others = simulated.kernels.filter(({ application }) => application !== ours(sweep.kernel));
    const foreign = { ...simulated, kernels: others };
    return [
      measuredChoice(sweep, gpu, withoutKernel(measured, sweep.kernel), 'SimK'),
      measuredChoice(sweep, gpu, foreign, 'SimK'),
      measuredChoice(sweep, gpu, foreign, 'nearest kernels'),
      blindChoice(sweep.points.map(({ threadsPerBlock, ns }) => ({ threads: threadsPerBlock, time: ns }))),
    ];
  });
  const rows = choices.map((row, i) => [`\`${sweeps[i]!.kernel}\``, ...row.flatMap(cells)]);
  const all = [0, 1, 2, 3].map((column) => together(choices.map((row) => row[column]!)));
  const head = ['SimK, measured', 'SimK, simulated', 'nearest, simulated', 'blind'];
  return markdownTable(
    ['measured kernel', ...head.flatMap((name) => [`${name}: regret`, 'place', 'answered'])],
    [...rows, ['all', ...all.flatMap(cells)]],
  );
}

/** SimK on a simulated set itself: each kernel by those of other applications, judged on its simulated times. */
export function simulatedTable(sets: readonly ReferenceSet[], coresPerSm: (gpuId: string) => number): string {
  const rows = sets.map((set) => {
    const rated = set.kernels.map((kernel) => rate(kernel, set, coresPerSm(set.gpuId)));
    const columns = [0, 1, 2, 3].map((column) => together(rated.map((row) => row[column]!)));
    return [set.gpuId, String(set.kernels.length), ...columns.flatMap((choice) => cells(choice).slice(0, 2))];
  });
  const head = ['SimK', 'nearest', 'commonest of the others', 'blind'];
  return markdownTable(
    ['references', 'kernels', ...head.flatMap((name) => [`${name}: regret`, 'place'])],
    rows,
  );
}

function rate(kernel: ReferenceKernel, set: ReferenceSet, coresPerSm: number): readonly Choice[] {
  const times = (kernel.times ?? []).map(({ threadsPerBlock, milliseconds }) => ({
    threads: threadsPerBlock,
    time: milliseconds,
  }));
  const kernels = set.kernels.filter(({ application }) => application !== kernel.application);
  const answer = simk({ ...kernel, coresPerSm }, { ...set, kernels }, { stabilitySeeds: 0 });
  const own = [kernel.bestBlock];
  const of = (threads: number | null): Choice => choiceOf(times, [threads], own);
  return [
    of(answer.status === 'answered' ? answer.threadsPerBlock : coresPerSm),
    of(answer.status === 'answered' ? answer.plain.threadsPerBlock : coresPerSm),
    of(commonest(kernels)),
    blindChoice(times),
  ];
}

function commonest(kernels: readonly ReferenceKernel[]): number {
  const counts = new Map<number, number>();
  for (const { bestBlock } of kernels) counts.set(bestBlock, (counts.get(bestBlock) ?? 0) + 1);
  return [...counts].reduce((a, b) => (b[1] > a[1] ? b : a))[0];
}
