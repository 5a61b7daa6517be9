import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { CudaParser } from '../../../src/cuda/syntax/parser';
import { CudaWorkspace } from '../../../src/cuda/workspace';
import { lowerRequested } from '../../../src/analysis/lowering/lowerRequest';
import { parseScenario, type ScenarioApp } from '../../../src/kernel/scenario';
import { requireGpu } from '../../../src/gpu/findGpu';
import { simulate } from '../../../src/simulator/simulate';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';
import type { SimulatorSpec } from '../../../src/simulator/spec/simulatorSpec';
import { partOfGpu } from '../../simulator/partOfGpu';
import { probeKey, type CardPart, type CardRun } from './measured';

const FOLDER = 'lab/hardware/card';
const SOURCE = `${FOLDER}/simulated.cu`;
const GPU = 'h100-sxm';
/** SMs where nothing but an SM is asked for, and where streams want their part of the chip. */
const SMS = 2;
const SHARING_SMS = 7;
/** Core cycles before anything is counted, and those that are: footprints in L1 have to be there. */
const WARM = 20_000;
const COUNTED = 60_000;
const WARM_IN_CACHE = 150_000;
const ROUNDS = 100_000_000;

/** What probes are simulated on, and how long. */
export interface SimulatedMachine {
  readonly spec: SimulatorSpec;
  /** SMs that the whole chip has, for what all blocks of a probe share. */
  readonly ofSms: number;
  /** Core cycles before anything is counted where footprints have to be there, and those that are. */
  readonly warmCycles: number;
  readonly countedCycles: number;
  /** Bytes of shared memory that a block of every probe has on the card. */
  readonly sharedBytes?: number;
  /** Core cycles after which all but the first are launched; default 0. */
  readonly lateCycles?: number;
}

/** Two SMs of an H100 beside all of its L2 cache and DRAM. */
export function twoSms(): SimulatedMachine {
  const { spec } = loadSpec(GPU);
  return {
    spec: { ...spec, sms: SMS },
    ofSms: SMS,
    warmCycles: WARM_IN_CACHE,
    countedCycles: COUNTED,
  };
}

/** Seven SMs of an H100 with their part of its L2 cache and DRAM, whose lines are all near. */
export function partOfChip(): Omit<SimulatedMachine, 'warmCycles' | 'countedCycles'> {
  const { spec } = loadSpec(GPU);
  const part = partOfGpu(spec, SHARING_SMS);
  return { spec: { ...part, l2: { ...part.l2, partitions: 1, farCycles: 0 } }, ofSms: spec.sms };
}

/** Simulates probes on a part of an H100; how fast they go is told in warp instructions a cycle, so compare ratios. */
export class SimulatedRuns {
  private readonly workspace: CudaWorkspace;
  private readonly alone = new Map<string, number>();

  /** @param root of the checkout */
  constructor(
    parser: CudaParser,
    root: string,
    private readonly machine: SimulatedMachine = twoSms(),
  ) {
    this.workspace = new CudaWorkspace({ parser });
    for (const file of [SOURCE, `${FOLDER}/bodies.cuh`])
      this.workspace.setFile(file, readFileSync(path.join(root, file), 'utf8'));
  }

  /** How many times slower each part of a run is than alone; infinite for one that does not run at all. */
  slowdowns({ parts }: CardRun): readonly number[] {
    const paces = this.paces(parts);
    return parts.map((part, i) => this.paceAlone(part) / paces[i]!);
  }

  /** Warp instructions a cycle of a part that runs alone. */
  paceAlone(part: CardPart): number {
    const key = probeKey(part);
    const pace = this.alone.get(key) ?? this.paces([part])[0]!;
    this.alone.set(key, pace);
    return pace;
  }

  /** Warp instructions a cycle of each of the parts together. */
  paces(parts: readonly CardPart[]): readonly number[] {
    const { spec, warmCycles, countedCycles } = this.machine;
    const scenario = parseScenario({
      gpu: GPU,
      mode: { kind: 'streams' },
      apps: parts.map((part, i) => this.app(part, i)),
      warmupCycles: parts.some(({ kib }) => kib > 0) ? warmCycles : WARM,
      limits: { cycles: countedCycles },
    });
    const { apps } = simulate(scenario, { spec: { gpu: requireGpu(GPU), spec }, slowdowns: false });
    return apps.map(({ ipc }) => ipc);
  }

  private app(part: CardPart, i: number): ScenarioApp {
    const { spec, sharedBytes, lateCycles = 0 } = this.machine;
    const launch = {
      grid: spec.sms * part.blocksPerSm,
      block: part.threads,
      ...(sharedBytes === undefined ? {} : { sharedBytes }),
    };
    const request = { path: SOURCE, kernel: part.kind, launch, arguments: this.argumentsOf(part) };
    const { program } = lowerRequested(this.workspace, request);
    const startCycle = i > 0 ? lateCycles : 0;
    return { name: `${part.kind} ${i}`, program, launch, repeat: 'always', startCycle };
  }

  /** Footprints are multiples of what one round of four accesses covers, as on the card. */
  private argumentsOf({ kind, kib, threads, blocksPerSm }: CardPart): Readonly<Record<string, number>> {
    if (kib === 0) return { rounds: ROUNDS };
    const { spec, ofSms } = this.machine;
    const isOwn = kind.endsWith('Own');
    const unit = 4 * threads * (isOwn ? 1 : spec.sms * blocksPerSm);
    const here = isOwn ? kib : (kib * spec.sms) / ofSms;
    return { rounds: ROUNDS, count: Math.max(1, Math.floor((here * 256) / unit)) * unit };
  }
}
