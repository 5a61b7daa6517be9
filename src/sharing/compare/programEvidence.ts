import type { Application } from '../../kernel/application';
import type { GpuSpec } from '../../kernel/gpuSpec';
import type { Origin } from '../../kernel/origin';
import type { ReplayModels } from '../../timeline/models';
import { replay } from '../../timeline/replay';
import { isDeviceWork } from '../../timeline/timeline';
import { reckonedError } from '../overlapVerdict';
import { compareWays, type WayEvidence } from './compareWays';
import { KernelPaces, type ProgramAnswers } from './kernelPaces';
import type { Contender, Way, WayResult, WayTimes } from './way';
import { serialTimes, timesOf, weakest, type Two } from './wayTimes';
import { oneProcessText, programsInTurnText } from './wayTexts';

/** Ways by what they take to set up for two programs: processes as they are come before those that become one. */
const LEAST_WORK_FIRST: readonly Way[] = [
  'serial',
  'mps',
  'mps-caps',
  'time-slice',
  'streams',
  'green-contexts',
  'mig',
];

/** `compareWays` of two programs, those first that take least to set up. */
export function compareProgramWays(
  gpu: GpuSpec,
  names: readonly [Contender, Contender],
  pair: ProgramPair | null,
  solo: Two | null,
): readonly WayResult[] {
  const place = ({ way }: WayResult): number => LEAST_WORK_FIRST.indexOf(way);
  return compareWays(gpu, names, programEvidence(names, pair, solo)).toSorted((a, b) => place(a) - place(b));
}

/** Two programs whose sizes and kernel times are all known. */
export interface ProgramPair {
  readonly gpu: GpuSpec;
  readonly applications: readonly [Application, Application];
  /** Of launches, copies and device memory. */
  readonly models: ReplayModels;
  /** Of the times of kernels that is worth least. */
  readonly timesFrom: Origin;
  readonly answers: ProgramAnswers;
}

/** Ends of both alone, from the first call of the host on, ns; null while kernels of one meet and nobody knows how. */
export function programsAlone({ applications, ...pair }: ProgramPair): Two | null {
  const ends = applications.map((application, at) => {
    // Alone, the second program is the only one of its replay.
    const paces = new KernelPaces('serial', {
      across: () => null,
      onPart: () => null,
      within: (_, kernel, other) => pair.answers.within(at === 0 ? 0 : 1, kernel, other),
    });
    const [end] = endsOf([application], pair, paces);
    return paces.isWhole ? end! : null;
  });
  const [a, b] = ends as [number | null, number | null];
  return a === null || b === null ? null : [a, b];
}

/**
 * Two programs that begin at the same time, replayed side by side: their copies share the link, and each kernel goes
 * on at the pace that it has beside the kernels which run at that moment.
 *
 * @param pair null while sizes or times of kernels are not known
 * @param solo of `programsAlone`
 */
export function programEvidence(
  names: readonly [Contender, Contender],
  pair: ProgramPair | null,
  solo: Two | null,
): WayEvidence {
  const known = new Map<Way, WayTimes | null>();
  const times = (way: Way): WayTimes | null => {
    if (pair === null || solo === null) return null;
    if (way === 'serial') return serialTimes(solo);
    if (!known.has(way)) known.set(way, together(way, pair, solo));
    return known.get(way)!;
  };
  return {
    times,
    serial: { apply: programsInTurnText(names), isolation: 'processes' },
    streams: oneProcessText(names),
    // Copies go on while the other one has the SMs.
    turnsShare: ['PCIe'],
  };
}

function together(way: Way, pair: ProgramPair, solo: Two): WayTimes | null {
  const paces = new KernelPaces(way, pair.answers);
  const [a, b] = endsOf(pair.applications, pair, paces);
  if (!paces.isWhole) return null;
  if (way === 'time-slice') return timesOf(solo, [a!, b!], 'assumed', null);
  const used = [...paces.used];
  const origin = weakest([{ origin: pair.timesFrom }, ...used]);
  return timesOf(solo, [a!, b!], origin, used.length === 0 ? null : reckonedError(...used));
}

/** When the device has done the last operation of each. */
function endsOf(
  applications: readonly Application[],
  { gpu, models }: Pick<ProgramPair, 'gpu' | 'models'>,
  paces: KernelPaces,
): readonly number[] {
  const { operations } = replay(applications, gpu, { ...models, kernels: paces.model() });
  const ends = applications.map(() => 0);
  for (const operation of operations)
    if (isDeviceWork(operation))
      ends[operation.application] = Math.max(ends[operation.application]!, operation.endNs);
  return ends;
}
