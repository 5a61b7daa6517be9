import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { CudaParser } from '../../../src/cuda/syntax/parser';
import { CudaWorkspace } from '../../../src/cuda/workspace';
import { lowerRequested } from '../../../src/analysis/lowering/lowerRequest';
import { parseScenario, type ScenarioApp } from '../../../src/kernel/scenario';
import { simulate } from '../../../src/simulator/simulate';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';
import { probeKey, type CardPart, type CardRun } from './measured';

const FOLDER = 'lab/hardware/card';
const SOURCE = `${FOLDER}/simulated.cu`;
const GPU = 'h100-sxm';
const SMS = 2;
/** Core cycles before anything is counted, and those that are: footprints in L1 have to be there. */
const WARM = 20_000;
const COUNTED = 60_000;
const WARM_IN_CACHE = 150_000;
const ROUNDS = 100_000_000;

/** Simulates probes on an H100 of two SMs; how fast they go is told in warp instructions a cycle, so compare ratios. */
export class SimulatedRuns {
  private readonly workspace: CudaWorkspace;
  private readonly alone = new Map<string, number>();

  /** @param root of the checkout */
  constructor(parser: CudaParser, root: string) {
    this.workspace = new CudaWorkspace({ parser });
    for (const file of [SOURCE, `${FOLDER}/bodies.cuh`])
      this.workspace.setFile(file, readFileSync(path.join(root, file), 'utf8'));
  }

  /** How many times slower each part of a run is than alone; infinite for one that does not run at all. */
  slowdowns({ parts }: CardRun): readonly number[] {
    const paces = this.paces(parts);
    return parts.map((part, i) => this.paceAlone(part) / paces[i]!);
  }

  private paceAlone(part: CardPart): number {
    const key = probeKey(part);
    const pace = this.alone.get(key) ?? this.paces([part])[0]!;
    this.alone.set(key, pace);
    return pace;
  }

  private paces(parts: readonly CardPart[]): readonly number[] {
    const { gpu, spec } = loadSpec(GPU);
    const scenario = parseScenario({
      gpu: GPU,
      mode: { kind: 'streams' },
      apps: parts.map((part, i) => this.app(part, i)),
      warmupCycles: parts.some(({ kib }) => kib > 0) ? WARM_IN_CACHE : WARM,
      limits: { cycles: COUNTED },
    });
    const { apps } = simulate(scenario, { spec: { gpu, spec: { ...spec, sms: SMS } }, slowdowns: false });
    return apps.map(({ ipc }) => ipc);
  }

  private app(part: CardPart, i: number): ScenarioApp {
    const launch = { grid: SMS * part.blocksPerSm, block: part.threads };
    const request = { path: SOURCE, kernel: part.kind, launch, arguments: argumentsOf(part) };
    const { program } = lowerRequested(this.workspace, request);
    return { name: `${part.kind} ${i}`, program, launch, repeat: 'always' };
  }
}

/** Footprints are multiples of what one round of four accesses covers, as on the card. */
function argumentsOf({ kib, threads }: CardPart): Readonly<Record<string, number>> {
  if (kib === 0) return { rounds: ROUNDS };
  const unit = 4 * threads;
  return { rounds: ROUNDS, count: Math.max(1, Math.floor((kib * 256) / unit)) * unit };
}
