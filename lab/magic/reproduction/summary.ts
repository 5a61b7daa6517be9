import { loadSpec } from '../../../src/simulator/spec/loadSpec';
import { mean } from '../../../src/stats/means';
import type { Row } from '../jobs/rows';
import { classesAt, classResults, predictedClasses, type ClassResult } from './classes';
import {
  averagesOf,
  feat9Of,
  featAllOf,
  featMysticOf,
  FEATURE_SETS,
  matricesOf,
  pairRowsOf,
  type Matrix,
} from './data';
import type { Training } from './training';
import { deviceResult, type DeviceResult } from './devices';
import {
  checkedPairs,
  profilesOf,
  qosResults,
  weightedSpeedups,
  type CheckedPair,
  type Profile,
  type QosResult,
} from './figures';
import type { PolicyResult } from '../sequences';
import { mpsMatrices } from './mps';
import { KNOWN, playQueues, type Classes } from './queues';

/** GPU of the single-GPU evaluation, and the two unlike ones of the other. */
const SINGLE = 'gtx-1080-ti';
const [OTHER, SMALL] = ['gtx-760', 'gtx-950'] as const;
/** Threshold at which schedulers take classes: half of the programs are sensitive. */
const HALF = 0.5;

/** Results on one GPU, with or without the host's own work. */
export interface GpuResult {
  readonly gpu: string;
  readonly host: boolean;
  readonly average: number;
  /** Mean share of a job in which kernels run. */
  readonly kernelShare: number;
  readonly six: readonly Profile[];
  readonly speedups: readonly { readonly name: string; readonly speedup: number }[];
  readonly qos: readonly QosResult[];
}

export interface QueueResult {
  readonly gpus: readonly string[];
  readonly host: boolean;
  /** How jobs of a GPU share it. */
  readonly sharing: 'turns' | 'mps';
  readonly policies: readonly PolicyResult[];
}

export interface MagicSummary {
  readonly features: {
    readonly all: number;
    readonly nine: readonly string[];
    readonly mystic: readonly string[];
  };
  readonly gpus: readonly GpuResult[];
  readonly checked: readonly CheckedPair[];
  readonly classes: readonly ClassResult[];
  readonly devices: readonly DeviceResult[];
  readonly queues: readonly QueueResult[];
}

/**
 * Everything that recorded runs say of Magic's evaluation.
 *
 * @param training of classifiers and networks
 * @throws Error where matrices are missing
 */
export function summaryOf(
  rows: readonly Row[],
  training: Training,
  note: (step: string) => void,
): MagicSummary {
  const matrices = matricesOf(rows);
  const find = (gpu: string, host: boolean): Matrix => {
    const found = matrices.find((each) => each.gpu === gpu && each.host === host);
    if (found === undefined) throw new Error(`no matrix of ${gpu}: npm run study -- magic-matrix`);
    return found;
  };
  const single = find(SINGLE, true);
  const slices = pairRowsOf(rows, 'time-slice');
  const checkedOn = slices[0]?.gpu ?? SINGLE;
  note('pairs');
  const checked = checkedPairs(slices, find(checkedOn, false), loadSpec(checkedOn));
  note('classifiers');
  const classes = classResults(single, training);
  note('queues');
  const queues = [[SINGLE], [OTHER, SMALL]].flatMap((gpus) =>
    [true, false].map((host) =>
      queueResult(
        gpus.map((gpu) => find(gpu, host)),
        'turns',
        training,
      ),
    ),
  );
  const underMps = mpsMatrices(rows).map((matrix) => queueResult([matrix], 'mps', training));
  note('devices');
  const devices = [
    deviceResult(find(OTHER, true), find(SMALL, true), 'FeatAll', training),
    deviceResult(find(OTHER, true), find(SMALL, true), 'Feat9', training),
  ];
  return {
    features: { all: featAllOf(single).length, nine: feat9Of(single), mystic: featMysticOf(single) },
    gpus: matrices.map(gpuResult),
    checked,
    classes,
    devices,
    queues: [...queues, ...underMps],
  };
}

const gpuResult = (matrix: Matrix): GpuResult => ({
  gpu: matrix.gpu,
  host: matrix.host,
  average: mean(averagesOf(matrix)),
  kernelShare: mean(matrix.kernelShares),
  six: profilesOf(matrix),
  speedups: weightedSpeedups(matrix),
  qos: qosResults(matrix),
});

/** Classes as each set of features predicts them on each GPU, and as they are. */
function queueResult(
  matrices: readonly Matrix[],
  sharing: QueueResult['sharing'],
  training: Training,
): QueueResult {
  const classes: Record<string, Classes[string]> = {};
  for (const set of FEATURE_SETS)
    classes[set] = matrices.map((matrix) => predictedClasses(matrix, set, HALF, training));
  classes[KNOWN] = matrices.map((matrix) => classesAt(matrix, HALF).labels);
  return {
    gpus: matrices.map(({ gpu }) => gpu),
    host: matrices[0]!.host,
    sharing,
    policies: playQueues(matrices, classes),
  };
}
