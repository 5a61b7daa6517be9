import type { RepartitionPolicy, RunSnapshot, SimulatorRun } from '../../../src/simulator/run/simulatorRun';
import type { LoadedSpec } from '../../../src/simulator/spec/loadSpec';
import { contextCost } from '../../../src/sharing/engine/controller';
import { handOver } from '../../../src/sharing/engine/handOver';
import type { SoloRound } from '../../../src/predictors/counting/soloRound';
import { PhaseSeries, type Phase } from '../../../src/predictors/counting/phaseSeries';
import { coRunOf, cyclesAlone, type CoRunSetting } from './coRun';

/** A co-run at the end of an epoch, with what happened in it. */
export interface CoRunEpoch {
  readonly cycles: number;
  readonly phases: readonly Phase[];
  /** Cycles that all that each application has done until now takes alone. */
  readonly alone: readonly number[];
  /** Contexts that were moved until now. */
  readonly contextBytes: number;
}

interface Node {
  readonly epoch: CoRunEpoch;
  readonly snapshot: RunSnapshot;
  /** Epochs that may follow, by their SMs. */
  readonly next: Map<string, Node>;
}

/**
 * A co-run under every sequence of splits that is asked for, epoch by epoch. What follows from a sequence of splits
 * is always the same: where sequences begin alike, that beginning is simulated once.
 */
export class CoRunTree {
  private readonly run: SimulatorRun;
  private readonly start: Node;
  /** Where the run stands. */
  private at: Node;

  constructor(
    setting: CoRunSetting,
    private readonly solos: readonly SoloRound[],
    loaded: LoadedSpec,
    private readonly epochCycles: number,
    private readonly preemption: RepartitionPolicy,
  ) {
    this.run = coRunOf(setting, loaded, 0, false);
    this.start = this.nodeHere([]);
    this.at = this.start;
  }

  /** @param splits SMs of each application, epoch by epoch from the first; the last one's epoch is told */
  epoch(splits: readonly (readonly number[])[]): CoRunEpoch {
    const last = splits.reduce<Node>((node, sms) => {
      const found = node.next.get(String(sms)) ?? this.simulate(node, sms);
      node.next.set(String(sms), found);
      return found;
    }, this.start);
    return last.epoch;
  }

  private simulate(from: Node, sms: readonly number[]): Node {
    const { run, epochCycles } = this;
    if (this.at !== from) run.restore(from.snapshot);
    const series = new PhaseSeries(run);
    handOver(run, sms, this.preemption);
    run.run({ ...series.hooks(), progressCycles: epochCycles, onProgress: () => false });
    series.cut();
    this.at = this.nodeHere(series.phases);
    return this.at;
  }

  private nodeHere(phases: readonly Phase[]): Node {
    const { run } = this;
    return {
      epoch: {
        cycles: run.cycles,
        phases,
        alone: this.solos.map((solo, app) => cyclesAlone(run, app, solo)),
        contextBytes: contextCost(run).contextBytes,
      },
      snapshot: run.snapshot(),
      next: new Map(),
    };
  }
}
