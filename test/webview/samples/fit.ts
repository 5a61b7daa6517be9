import type { KernelFit } from '../../../src/analysis/results/kernelFitResult';
import type { KernelSimulation } from '../../../src/analysis/results/simulationResult';

const FIRST: KernelFit = {
  profile: { path: 'profiles/run.metrics.csv', line: 6 },
  device: 'GTX 950',
  origin: 'measured',
  grid: [64, 64, 1],
  block: [16, 16, 1],
  parameters: [
    {
      name: 'steps',
      assumed: 1024,
      value: 310,
      by: 'counts',
      why: 'steps is taken as 1024: the default for what bounds a loop — chosen for the counts of the profile',
    },
    {
      name: 'size',
      assumed: 30720,
      value: 1966080,
      by: 'simulation',
      why: 'size is taken as 30720: the width of the launch — chosen in short simulations',
    },
    { name: 'share_mask', assumed: 0.5, value: 0.5, by: 'kept', why: 'share_mask is taken as 0.5 — kept' },
  ],
  distance: { before: 1.2, after: 0.05 },
  status: 'waiting',
  reason: null,
  check: null,
  notes: [],
};

const DONE: KernelFit = {
  ...FIRST,
  status: 'done',
  check: {
    basis: 'waves',
    simulatedCycles: 60_000,
    durationNs: 180_200,
    score: 0.113,
    scoreBefore: 0.41,
    simulations: 4,
    gpuShare: 1,
    residuals: [
      residual('inst_executed', 'instructions', 3_194_880, 3_104_768),
      residual('inst_fp_64', 'instructions', 0, 12),
      residual('dram_read_transactions', 'traffic', 262_144, 341_954),
      {
        metric: 'achieved_occupancy',
        group: 'shape',
        measured: 0.91,
        simulated: 0.872,
        scale: 'points',
        residual: -0.038,
      },
      residual('duration', 'duration', 151_164, 180_200),
    ],
  },
};

type Residual = NonNullable<KernelFit['check']>['residuals'][number];

function residual(metric: string, group: Residual['group'], measured: number, simulated: number): Residual {
  const difference = measured === 0 ? null : simulated / measured - 1;
  return { metric, group, measured, simulated, scale: 'relative', residual: difference };
}

/** Fits as they come: simulated, yet to be, refused, and none. */
export const SAMPLE_FITS: readonly (KernelFit | null)[] = [
  DONE,
  FIRST,
  {
    ...FIRST,
    parameters: [],
    distance: null,
    status: 'refused',
    reason: 'profiles/run.metrics.csv:6: its counters are of 3704 warps, the launch has 7408',
  },
  { ...FIRST, status: 'refused', reason: 'its GPU, Imaginary 9000, is not known' },
];

/** A simulation of which only the fit is told. */
export function fittedSimulation(index: number): KernelSimulation | null {
  const fit = SAMPLE_FITS[index] ?? null;
  const nothing = {
    time: null,
    least: null,
    undeclared: [],
    ipc: null,
    resources: [],
    stalls: [],
    assumptions: [],
    reason: null,
  };
  return fit && { ...nothing, status: 'waiting', fit };
}
