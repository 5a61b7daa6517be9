import { parseScenario } from '../../src/kernel/scenario';
import { createRun } from '../../src/simulator/simulate';
import { loadSpec, type LoadedSpec } from '../../src/simulator/spec/loadSpec';
import { PEER_KERNELS, peerScenario } from './peerKernels';

/** Thousand warp instructions per second of GPGPU-Sim 4.2 on a machine like this one (RTX 2060, user time). */
const PEER_KWIPS: Readonly<Record<string, number>> = {
  vecadd: 15,
  alu: 40,
  mm: 22,
  wgather: 21,
  tgather: 2.6,
};

/** What is aimed at, in million warp instructions per second; a third of it is the floor. */
const GOAL: Readonly<Record<string, number>> = { alu: 12, vecadd: 4.5, mm: 6, tgather: 0.7 };

const BASE_GPU = 'v100-sxm2';
const SM_COUNTS = [15, 30, 60, 80, 132];

export interface Speed {
  readonly kernel: string;
  readonly sms: number;
  readonly warpInstructions: number;
  readonly cycles: number;
  /** CPU seconds of this thread, best of the repetitions. */
  readonly seconds: number;
}

/** One V100-like SM, in a GPU of `sms` of them with memory in proportion. */
function scaledSpec(sms: number): LoadedSpec {
  const loaded = loadSpec(BASE_GPU);
  const { spec } = loaded;
  const channels = Math.max(1, Math.round((spec.memory.channels * sms) / spec.sms));
  const slices = (spec.l2.slices / spec.memory.channels) * channels;
  return {
    ...loaded,
    spec: { ...spec, sms, l2: { ...spec.l2, slices }, memory: { ...spec.memory, channels } },
  };
}

/** Blocks grow with the GPU, so that every SM has the same work. */
function measure(index: number, sms: number, repetitions: number): Speed {
  const kernel = PEER_KERNELS[index]!;
  const factor = Math.max(1, Math.round(sms / 30));
  const grid = typeof kernel.grid === 'number' ? kernel.grid * factor : kernel.grid;
  const sized = kernel.arguments['n'] !== undefined && typeof grid === 'number';
  const args = sized ? { ...kernel.arguments, n: kernel.arguments['n']! * factor } : kernel.arguments;
  const scenario = parseScenario(peerScenario({ ...kernel, grid, arguments: args }, BASE_GPU));
  let best: Speed | null = null;
  for (let i = 0; i < repetitions; i++) {
    const run = createRun(scenario, scaledSpec(sms));
    const start = process.cpuUsage();
    run.run();
    const used = process.cpuUsage(start);
    const seconds = (used.user + used.system) / 1e6;
    if (best === null || seconds < best.seconds)
      best = {
        kernel: kernel.run,
        sms,
        warpInstructions: run.warpInstructions,
        cycles: run.cycles,
        seconds,
      };
  }
  return best!;
}

function row(speed: Speed): string {
  const name = speed.kernel.split('_')[0]!;
  const rate = speed.warpInstructions / speed.seconds / 1e6;
  const peer = PEER_KWIPS[name];
  const goal = GOAL[name];
  return [
    speed.kernel.padEnd(26),
    String(speed.sms).padStart(4),
    rate.toFixed(2).padStart(8),
    (speed.cycles / speed.seconds / 1e3).toFixed(0).padStart(9),
    (peer === undefined ? '' : `${((rate * 1e3) / peer).toFixed(0)}×`).padStart(7),
    goal === undefined ? '' : `${(rate / goal).toFixed(2)} of the goal ${goal}`,
  ].join(' ');
}

/**
 * Prints warp instructions (million) and simulated cycles (thousand) per CPU second next to the peers'.
 *
 * @param only names of kernels and numbers of SMs; all when empty
 */
export function benchSimulator(only: readonly string[] = [], repetitions = 3): readonly Speed[] {
  const counts = only.filter((word) => /^\d+$/.test(word)).map(Number);
  const names = only.filter((word) => !/^\d+$/.test(word));
  console.log('kernel                      SMs  Mwarp/s  kcycles/s  × peer');
  const speeds: Speed[] = [];
  PEER_KERNELS.forEach((kernel, index) => {
    if (names.length > 0 && !names.some((name) => kernel.run.startsWith(name))) return;
    if (kernel.run.startsWith('chase')) return;
    for (const sms of counts.length > 0 ? counts : SM_COUNTS) {
      const speed = measure(index, sms, repetitions);
      speeds.push(speed);
      console.log(row(speed));
    }
  });
  return speeds;
}
