import { InputError, saidOf } from '../../kernel/result';
import type { Words } from '../../kernel/message';
import type { Prediction } from '../../kernel/prediction';
import type { Scenario, ScenarioApp } from '../../kernel/scenario';
import { isRefusal, type ReadyPredictor } from '../../predictors/port';
import { soloCounters, type SoloCounters } from '../../sharing/soloCounters';
import type { LoadedSpec } from '../../simulator/spec/loadSpec';
import { ScenarioEvidence } from '../corun/scenarioEvidence';

/** What a predictor says of applications that share a GPU, each with an equal part of the SMs; each group is asked once. */
export class GroupPredictor {
  private readonly alone = new Map<number, SoloCounters>();
  private readonly known = new Map<string, readonly Prediction[] | null>();
  /** Why there was no number, the last time that there was none. */
  refused: Words | null = null;

  /** @param apps by the number of their application, with a program for every kernel */
  constructor(
    private readonly gpu: LoadedSpec,
    private readonly apps: ReadonlyMap<number, ScenarioApp>,
    private readonly ready: ReadyPredictor,
  ) {}

  /** Whether groups of more than two cost nothing but arithmetic. */
  get needsNoRun(): boolean {
    return this.ready.evidence === 'solo';
  }

  has(application: number): boolean {
    return this.apps.has(application);
  }

  /** Of each member in their order, the same one twice where two jobs of it run; null where there is no number. */
  predict(members: readonly number[]): readonly Prediction[] | null {
    const key = members.join(',');
    let found = this.known.get(key);
    if (found === undefined) this.known.set(key, (found = this.ask(members)));
    return found;
  }

  private ask(members: readonly number[]): readonly Prediction[] | null {
    try {
      const { question } = this.evidence(members).question(this.ready.evidence);
      const answers = this.ready.predict(question);
      const refusal = answers.find(isRefusal);
      if (refusal === undefined) return answers as readonly Prediction[];
      this.refused = refusal.refused;
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      this.refused = saidOf(error);
    }
    return null;
  }

  private evidence(members: readonly number[]): ScenarioEvidence {
    const scenario: Scenario = {
      gpu: this.gpu.gpu.id,
      apps: members.map((member, at) => named(this.apps.get(member)!, members.indexOf(member) === at)),
    };
    return new ScenarioEvidence(scenario, this.gpu, undefined, this.runsAlone(members));
  }

  /** Runs alone where the predictor goes by them. */
  private runsAlone(members: readonly number[]): SoloCounters | null {
    if (this.ready.evidence !== 'solo' && this.ready.evidence !== 'simulation') return null;
    const runs = members.map((member) => this.runAlone(member));
    return {
      events: runs.flatMap(({ events }) => events),
      rounds: runs.flatMap(({ rounds }) => rounds),
      cycles: runs.reduce((sum, { cycles }) => sum + cycles, 0),
      warnings: runs.flatMap(({ warnings }) => warnings),
    };
  }

  private runAlone(member: number): SoloCounters {
    let run = this.alone.get(member);
    if (run === undefined) {
      run = soloCounters({ gpu: this.gpu.gpu.id, apps: [this.apps.get(member)!] }, this.gpu);
      this.alone.set(member, run);
    }
    return run;
  }
}

/** Two jobs of one application are told apart by their names. */
const named = (app: ScenarioApp, first: boolean): ScenarioApp =>
  first ? app : { ...app, name: `${app.name} 2` };
