import type { Application } from '../../kernel/application';
import type { GpuSpec } from '../../kernel/gpuSpec';
import type { Origin } from '../../kernel/origin';
import type { ReplayModels, TaskModel } from '../../timeline/models';
import { replay } from '../../timeline/replay';
import { timeSliceModel, turnsOfProcesses } from '../../timeline/timeSlices';
import { isDeviceWork } from '../../timeline/timeline';
import { reckonedError } from '../overlapVerdict';
import { errorOfAdded } from './addedCosts';
import { compareWays, type WayEvidence } from './compareWays';
import { isOfHalves } from './kernelEvidence';
import { KernelPaces, type ProgramAnswers } from './kernelPaces';
import type { Contender, Way, WayResult, WayTimes } from './way';
import { serialTimes, timesOf, weakest } from './wayTimes';
import { oneProcessText, programsInTurnText } from './wayTexts';

/** Ways by what they take to set up for programs: processes as they are come before those that become one. */
const LEAST_WORK_FIRST: readonly Way[] = [
  'serial',
  'mps',
  'mps-caps',
  'time-slice',
  'streams',
  'green-contexts',
  'mig',
];

/** `compareWays` of programs, those first that take least to set up. */
export function compareProgramWays(
  gpu: GpuSpec,
  names: readonly Contender[],
  group: ProgramGroup | null,
  solo: readonly number[] | null,
): readonly WayResult[] {
  const place = ({ way }: WayResult): number => LEAST_WORK_FIRST.indexOf(way);
  return compareWays(gpu, names, programEvidence(names, group, solo)).toSorted((a, b) => place(a) - place(b));
}

/** Programs whose sizes and kernel times are all known. */
export interface ProgramGroup {
  readonly gpu: GpuSpec;
  readonly applications: readonly Application[];
  /** Of launches, copies and device memory. */
  readonly models: ReplayModels;
  /** Of the times of kernels that is worth least. */
  readonly timesFrom: Origin;
  readonly answers: ProgramAnswers;
}

/** Ends of all alone, from the first call of the host on, ns; null while kernels of one meet and nobody knows how. */
export function programsAlone({ applications, ...group }: ProgramGroup): readonly number[] | null {
  const ends = applications.map((application, at) => {
    // Alone, every program is the only one of its replay.
    const paces = new KernelPaces('serial', 1, {
      across: () => null,
      onPart: () => null,
      within: ({ kernel }, other) => group.answers.within({ program: at, kernel }, other),
    });
    const [end] = endsOf([application], group, paces.model());
    return paces.isWhole ? end! : null;
  });
  const known = ends.flatMap((end) => end ?? []);
  return known.length === ends.length ? known : null;
}

/**
 * Programs that begin at the same time, replayed side by side: their copies share the link, and each kernel goes
 * on at the pace that it has beside the kernels which run at that moment.
 *
 * @param group null while sizes or times of kernels are not known
 * @param solo of `programsAlone`
 */
export function programEvidence(
  names: readonly Contender[],
  group: ProgramGroup | null,
  solo: readonly number[] | null,
): WayEvidence {
  const known = new Map<Way, WayTimes | null>();
  const times = (way: Way): WayTimes | null => {
    if (group === null || solo === null || isOfHalves(way, names.length)) return null;
    if (way === 'serial') return serialTimes(solo);
    if (!known.has(way)) known.set(way, together(way, group, solo));
    return known.get(way)!;
  };
  return {
    times,
    serial: { apply: programsInTurnText(names), isolation: 'processes' },
    streams: oneProcessText(names),
    // Copies go on while another one has the SMs.
    turnsShare: ['PCIe'],
  };
}

function together(way: Way, group: ProgramGroup, solo: readonly number[]): WayTimes | null {
  const { applications, answers, timesFrom } = group;
  if (way === 'time-slice' && applications.every(isInOneStream))
    return timesOf(solo, endsOf(applications, group, TURNS), 'assumed', null);
  const paces = new KernelPaces(way, applications.length, answers);
  const ends = endsOf(applications, group, paces.model());
  if (!paces.isWhole) return null;
  if (way === 'time-slice') return timesOf(solo, ends, 'assumed', null);
  const used = [...paces.used];
  const origin = weakest([{ origin: timesFrom }, ...used]);
  const error = used.length === 0 ? null : errorOfAdded(solo.length, reckonedError(...used), used);
  return timesOf(solo, ends, origin, error);
}

/** Kernels of a program in turns run one after the other, so that this is no model of those that overlap by themselves. */
const TURNS = timeSliceModel(
  turnsOfProcesses(({ operation }) => (operation.kind === 'kernel' ? operation.soloNs! : 0)),
);

function isInOneStream({ operations }: Application): boolean {
  return new Set(operations.flatMap((each) => (each.kind === 'kernel' ? [each.stream] : []))).size <= 1;
}

/** When the device has done the last operation of each. */
function endsOf(
  applications: readonly Application[],
  { gpu, models }: Pick<ProgramGroup, 'gpu' | 'models'>,
  kernels: TaskModel,
): readonly number[] {
  const { operations } = replay(applications, gpu, { ...models, kernels });
  const ends = applications.map(() => 0);
  for (const operation of operations)
    if (isDeviceWork(operation))
      ends[operation.application] = Math.max(ends[operation.application]!, operation.endNs);
  return ends;
}
