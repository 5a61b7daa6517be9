import { message, type Words } from '../../kernel/message';
import { InputError } from '../../kernel/result';
import type { Scenario } from '../../kernel/scenario';
import { GpuTurns } from '../../predictors/counting/gpuTurns';
import { PhaseSeries } from '../../predictors/counting/phaseSeries';
import { PRIORITY_TURN_CYCLES, rotatingHooks } from '../../predictors/counting/priorityRotation';
import type { CoRunQuestion, Evidence } from '../../predictors/port';
import { simulatedRuns } from '../../sharing/allocate/simulatedSplit';
import { spatialCoRun } from '../../sharing/coRunScenario';
import { scenarioQuestion } from '../../sharing/question';
import { unseenLaunches } from '../../sharing/seenLaunches';
import { soloCounters, type SoloCounters } from '../../sharing/soloCounters';
import type { LoadedSpec } from '../../simulator/spec/loadSpec';
import type { RunHooks, SimulatorRun } from '../../simulator/run/simulatorRun';
import { createRun } from '../../simulator/simulate';

/** Core cycles of the epoch in which shared-mode counters are read. */
export const DEFAULT_EPOCH_CYCLES = 60_000;

/** A question with evidence, and what that took. */
export interface EvidencedQuestion {
  readonly question: CoRunQuestion;
  /** Simulated for it. */
  readonly cycles: number;
  readonly milliseconds: number;
  readonly warnings: readonly Words[];
}

/**
 * The questions of one scenario whose applications have SMs of their own, with the evidence that predictors ask for;
 * each kind of evidence is gathered once, when it is first asked for. Copies and late arrivals are left out.
 */
export class ScenarioEvidence {
  private readonly known = new Map<Evidence, EvidencedQuestion>();
  constructor(
    readonly scenario: Scenario,
    readonly loaded: LoadedSpec,
    private readonly epochCycles = DEFAULT_EPOCH_CYCLES,
    /** Runs alone that there are already. */
    private runsAlone: SoloCounters | null = null,
  ) {}

  /** @throws InputError naming the field of the scenario at fault, or the evidence that a scenario cannot give */
  question(evidence: Evidence): EvidencedQuestion {
    const found = this.known.get(evidence) ?? this.gather(evidence);
    this.known.set(evidence, found);
    return found;
  }

  /** The applications run alone, once. */
  alone(): SoloCounters {
    return (this.runsAlone ??= soloCounters(this.scenario, this.loaded));
  }

  private gather(evidence: Evidence): EvidencedQuestion {
    switch (evidence) {
      case 'shared':
        return this.shared((run, series) => series.hooks());
      case 'priority-turns':
        return this.priorityTurns();
      case 'gpu-turns':
        return this.gpuTurns();
      case 'solo':
        return this.solo();
      case 'simulation':
        return this.simulation();
      case 'nothing':
        return this.bare();
      default:
        throw new InputError(message('analysis.noProfileEvidence'), 'no-evidence');
    }
  }

  private bare(): EvidencedQuestion {
    const shared = spatialCoRun(this.scenario, this.loaded, 1);
    const question = scenarioQuestion(this.scenario, this.loaded, shared);
    return { question, cycles: 0, milliseconds: 0, warnings: shared.assumptions };
  }

  /** All sets of the L2 cache have auxiliary tags, as sampled ones tell less. */
  private priorityTurns(): EvidencedQuestion {
    const seed = this.scenario.seed ?? 0;
    return this.shared((run, series) => rotatingHooks(run, series, seed, PRIORITY_TURN_CYCLES), {
      sampleEvery: 1,
    });
  }

  /** Two stages of an epoch's length for each application. */
  private gpuTurns(): EvidencedQuestion {
    const { epochCycles } = this;
    return this.shared(
      (run, series) => {
        const { partition } = run.machine;
        const split = Array.from({ length: partition.apps }, (_, app) => partition.smCount(app));
        const turns = new GpuTurns(run, series, () => split);
        return { epochCycles, onEpoch: () => turns.next() };
      },
      { cycles: 2 * this.scenario.apps.length * epochCycles },
    );
  }

  private shared(
    hooks: (run: SimulatorRun, series: PhaseSeries) => RunHooks,
    { cycles = this.epochCycles, sampleEvery = 0 }: { cycles?: number; sampleEvery?: number } = {},
  ): EvidencedQuestion {
    const { scenario, loaded } = this;
    const shared = spatialCoRun(scenario, loaded, cycles);
    const run = createRun(shared.scenario, loaded, { sampleEvery });
    const series = new PhaseSeries(run);
    run.run(hooks(run, series));
    series.cut();
    const unseen = unseenLaunches(run, series.phases);
    const { plan, queue } = run.machine;
    const epoch = {
      phases: series.phases,
      kernelsOf: queue.plans.map(({ kernels }) => kernels),
      kernelNames: plan.kernels.kernels.map(({ name }) => name),
      kernelBlocks: plan.kernels.kernels.map(({ blocks }) => blocks),
      kernelWarps: plan.kernels.kernels.map(({ warpsPerBlock }) => warpsPerBlock),
    };
    return {
      question: { ...scenarioQuestion(scenario, loaded, shared), epoch },
      cycles: run.cycles,
      milliseconds: run.progress.simulatedMs,
      warnings: [...unseen, ...shared.assumptions],
    };
  }

  private solo(): EvidencedQuestion {
    const { scenario, loaded } = this;
    const shared = spatialCoRun(scenario, loaded, 1);
    const { events, cycles, warnings } = this.alone();
    return {
      question: scenarioQuestion(scenario, loaded, shared, events),
      cycles,
      milliseconds: cycles / loaded.spec.coreClockMHz / 1000,
      warnings: [...warnings, ...shared.assumptions],
    };
  }

  private simulation(): EvidencedQuestion {
    const { scenario, loaded } = this;
    const shared = spatialCoRun(scenario, loaded, 1);
    const question = scenarioQuestion(scenario, loaded, shared);
    const { runs, cycles } = simulatedRuns(scenario, loaded, shared.sms, this.alone());
    const subjects = question.subjects.map((subject, app) => ({ ...subject, simulated: runs[app]! }));
    return {
      question: { ...question, subjects },
      cycles,
      milliseconds: cycles / loaded.spec.coreClockMHz / 1000,
      warnings: shared.assumptions,
    };
  }
}
