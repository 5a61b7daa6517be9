import { readFileSync } from 'node:fs';
import { parseScenario } from '../../src/kernel/scenario';
import { bytesOf } from '../../src/simulator/core/snapshot';
import { createRun } from '../../src/simulator/simulate';
import { loadSpec, type LoadedSpec } from '../../src/simulator/spec/loadSpec';
import { PEER_KERNELS, peerScenario } from './peerKernels';

/** Thousand warp instructions per second of GPGPU-Sim 4.2 on a machine like this one (RTX 2060, user time). */
export const PEER_KWIPS: Readonly<Record<string, number>> = {
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
  /** CPU seconds of the simulating thread, best of the repetitions; the compiler's threads are not in it. */
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

/** CPU seconds of this thread so far; of the process where the system does not tell them apart. */
function threadSeconds(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e9;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }
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
    const start = threadSeconds();
    run.run();
    const seconds = threadSeconds() - start;
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

export const SPEED_HEADER = [
  'kernel',
  'SMs',
  'million warp instructions/s',
  'thousand cycles/s',
  'peer, thousand warp instructions/s',
  'times',
  'of the goal',
];

export function speedRow(speed: Speed): string[] {
  const name = speed.kernel.split('_')[0]!;
  const rate = speed.warpInstructions / speed.seconds / 1e6;
  const peer = PEER_KWIPS[name];
  const goal = GOAL[name];
  return [
    speed.kernel,
    String(speed.sms),
    rate.toFixed(2),
    (speed.cycles / speed.seconds / 1e3).toFixed(0),
    peer === undefined ? '–' : String(peer),
    peer === undefined ? '–' : ((rate * 1e3) / peer).toFixed(0),
    goal === undefined ? '–' : (rate / goal).toFixed(2),
  ];
}

/** Megabytes of a machine's state, and of this process. */
export function stateMegabytes(sms: number): { readonly state: number; readonly resident: number } {
  const scenario = parseScenario(peerScenario(PEER_KERNELS[0]!, BASE_GPU));
  const run = createRun(scenario, scaledSpec(sms));
  return { state: bytesOf(run.machine.state) / 1e6, resident: process.memoryUsage.rss() / 1e6 };
}

/**
 * Prints warp instructions (million) and simulated cycles (thousand) per CPU second next to the peers'.
 *
 * @param only names of kernels and numbers of SMs; all when empty
 */
export function benchSimulator(only: readonly string[] = [], repetitions = 3): readonly Speed[] {
  const counts = only.filter((word) => /^\d+$/.test(word)).map(Number);
  const names = only.filter((word) => !/^\d+$/.test(word));
  console.log(SPEED_HEADER.join(' | '));
  const speeds: Speed[] = [];
  PEER_KERNELS.forEach((kernel, index) => {
    if (names.length > 0 && !names.some((name) => kernel.run.startsWith(name))) return;
    if (kernel.run.startsWith('chase')) return;
    for (const sms of counts.length > 0 ? counts : SM_COUNTS) {
      const speed = measure(index, sms, repetitions);
      speeds.push(speed);
      console.log(speedRow(speed).join(' | '));
    }
  });
  return speeds;
}
