import { namedFirst } from '../corun/predictorNames';
import type { ErrorBound, Prediction, SharingMode } from '../../kernel/prediction';
import { inPlaceOf, type CoRunMatrix } from '../results/coRunResult';
import { REPLAY_WINDOW, WINDOW } from './shortRuns';
import type { SimulationSet } from './simulationSet';
import type { GpuSlice } from './gpuSlice';
import type { PairRun } from './pairRun';
import type { TaskSubject } from './task';
import { DIVIDED_ERROR, FULL_RUN, launchError, replayError, windowError } from './windowError';

const SIMULATION_PREDICTOR = 'simulation';

const RELAUNCHED = 'Simulated: both kernels are relaunched without pause';
const WINDOW_CONDITION = `${RELAUNCHED}; measured over ${WINDOW.cycles / 1000} thousand cycles after ${WINDOW.warmupCycles / 1000} thousand to warm up.`;
const LAUNCH_CONDITION = `${RELAUNCHED}, started at the same time; mean of the launches after the first.`;
const REPLAY_CONDITION = `${RELAUNCHED}, started at the same time; the launches were replayed block by block with the speeds of blocks side by side in windows of ${REPLAY_WINDOW.cycles / 1000} thousand cycles.`;

/** The matrix with simulated slowdowns where both kernels of a pair were simulated together and alone. */
export function simulatedMatrix(matrix: CoRunMatrix, mode: SharingMode, set: SimulationSet): CoRunMatrix {
  const { noPairsReason } = set;
  if (noPairsReason !== null)
    return { ...matrix, validOnly: [...new Set([noPairsReason, ...matrix.validOnly])] };
  const cells = matrix.cells.map((row, victim) =>
    row.map((cell, aggressor) => {
      const simulated = simulatedCell(matrix, victim, aggressor, mode, set);
      return simulated === null ? cell : inPlaceOf(cell, simulated);
    }),
  );
  const simulated = cells.flat().filter(isSimulated).length;
  if (simulated === 0) return matrix;
  const all = simulated === cells.flat().length;
  const conditions = [
    ...new Set(cells.flat().flatMap((cell) => (isSimulated(cell) ? cell.validOnly.slice(0, 1) : []))),
  ];
  return {
    ...matrix,
    cells,
    predictor: all ? SIMULATION_PREDICTOR : namedFirst(SIMULATION_PREDICTOR, matrix.predictor),
    validOnly: all ? conditions : [...new Set([...conditions, ...matrix.validOnly])],
  };
}

function isSimulated(cell: Prediction | null): cell is Prediction {
  return cell?.predictor === SIMULATION_PREDICTOR;
}

/** A slowdown with what it was reckoned from. */
type Slowdown = Pick<Prediction, 'slowdown' | 'parts' | 'inputs' | 'error' | 'validOnly'>;

/** Slowdown of one kernel of a pair; null while one of the runs that it needs is missing. */
function simulatedCell(
  { kernelIds, names }: CoRunMatrix,
  victim: number,
  aggressor: number,
  mode: SharingMode,
  set: SimulationSet,
): Prediction | null {
  const [id, other] = [kernelIds[victim]!, kernelIds[aggressor]!];
  const found = slowdownOf(id, other, set);
  if (found === null) return null;
  return {
    subject: names[victim]!,
    partners: [names[aggressor]!],
    ...found,
    mode,
    predictor: SIMULATION_PREDICTOR,
    origin: 'simulated',
    assumptions: [...set.assumptionsOf(id), ...(id === other ? [] : set.assumptionsOf(other))],
  };
}

/** Slowdown of a kernel beside another one; null while one of the runs that it needs is missing. */
export function slowdownOf(id: string, other: string, set: SimulationSet): Slowdown | null {
  return slowdownByTime(id, other, set) ?? slowdownByPace(id, other, set);
}

/** From instructions per cycle over the window, alone and together. */
function slowdownByPace(id: string, other: string, set: SimulationSet): Slowdown | null {
  const alone = set.measured({ kind: 'pace', kernelId: id, partition: false })?.paces[0];
  const together = besideOther(id, other, (pair) => set.measured(pair)?.paces ?? null);
  if (!alone || !together) return null;
  const divided = set.measured({ kind: 'pace', kernelId: id, partition: true })?.paces[0];
  return {
    slowdown: alone / together,
    parts: divided ? { scalability: alone / divided, interference: divided / together } : {},
    inputs: {
      'warp instructions per cycle, alone': alone,
      'warp instructions per cycle, together': together,
      ...(divided ? { 'warp instructions per cycle, alone on half of the SMs': divided } : {}),
    },
    error: windowError(set.isLargeGpu),
    validOnly: [WINDOW_CONDITION, ...sliceCondition(set.windowSlice, set)],
  };
}

/** From the cycles of one launch, alone and together. */
function slowdownByTime(id: string, other: string, set: SimulationSet): Slowdown | null {
  const run = set.pairRun(id, other);
  if (run === null) return null;
  const { slice, replayed } = run;
  const together = besideOther(id, other, (pair) => set.meanLaunches(pair));
  const aloneOn = (partition: boolean): number | null =>
    set.meanLaunches({ kind: 'part', kernelId: id, run, partition })?.[0] ?? null;
  const alone = aloneOn(false);
  if (!together || !alone) return null;
  const divided = aloneOn(true);
  const slowdown = together / alone;
  return {
    slowdown,
    parts: divided ? { scalability: divided / alone, interference: together / divided } : {},
    inputs: {
      'cycles, alone': alone,
      'cycles, together': together,
      ...(divided ? { 'cycles, alone on half of the SMs': divided } : {}),
    },
    error: errorOf(run, slowdown, set),
    validOnly: [replayed ? REPLAY_CONDITION : LAUNCH_CONDITION, ...sliceCondition(slice, set)],
  };
}

function errorOf({ slice, replayed }: PairRun, slowdown: number, set: SimulationSet): ErrorBound {
  if (replayed) return replayError(set.isLargeGpu, slowdown);
  if (slice.sms === set.wholeSms) return FULL_RUN;
  return set.isDivided ? DIVIDED_ERROR : launchError(set.isLargeGpu);
}

function sliceCondition({ sms, memoryChannels }: GpuSlice, { wholeSms }: SimulationSet): string[] {
  if (sms === wholeSms) return [];
  const share = `${sms} of the ${wholeSms} SMs with ${memoryChannels} memory channels`;
  return [`A slice of the GPU stands for it: ${share}, and of every launch as large a part.`];
}

/** What a pair says of one of its kernels, whichever of them it names first; null while not simulated. */
function besideOther(
  id: string,
  other: string,
  valuesOf: (pair: TaskSubject) => readonly (number | null)[] | null,
): number | null {
  const first = valuesOf({ kind: 'pair', kernelIds: [id, other] });
  if (first) return first[0] ?? null;
  return valuesOf({ kind: 'pair', kernelIds: [other, id] })?.[1] ?? null;
}
