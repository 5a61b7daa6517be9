import fs from 'node:fs';
import path from 'node:path';
import { runTask } from '../../../src/analysis/simulation/runTask';
import { SimulationSet } from '../../../src/analysis/simulation/simulationSet';
import type { PlanInputs } from '../../../src/analysis/simulation/plan';
import { startTogether } from '../../../src/analysis/simulation/together/startTogether';
import type {
  ScenarioOutcome,
  ScenarioTask,
  TaskOutcome,
  TogetherOutcome,
  TogetherTask,
} from '../../../src/analysis/simulation/task';

type OutcomeOf<T> = T extends TogetherTask ? TogetherOutcome : ScenarioOutcome;

interface Stored {
  readonly key: string;
  readonly outcome: TaskOutcome;
  /** Processor time that it took. */
  readonly seconds: number;
}

/** Outcomes of simulations, kept in a file: a study that was ended goes on from there. */
export class StudyStore {
  private readonly known = new Map<string, Stored>();

  constructor(private readonly file: string) {
    if (!fs.existsSync(file)) return;
    for (const line of fs.readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
      const stored = JSON.parse(line) as Stored;
      this.known.set(stored.key, stored);
    }
  }

  /** The outcome of a task, which runs where it is not known. */
  outcomeOf<T extends ScenarioTask | TogetherTask>(task: T): OutcomeOf<T> {
    return this.run(task).outcome as OutcomeOf<T>;
  }

  secondsOf(task: ScenarioTask | TogetherTask): number {
    return this.run(task).seconds;
  }

  private run(task: ScenarioTask | TogetherTask): Stored {
    const known = this.known.get(task.key);
    if (known !== undefined) return known;
    const started = process.cpuUsage();
    const outcome = 'together' in task ? startTogether(task.together) : runTask(task);
    const { user, system } = process.cpuUsage(started);
    const stored: Stored = { key: task.key, outcome, seconds: (user + system) / 1e6 };
    this.known.set(task.key, stored);
    fs.mkdirSync(path.dirname(this.file), { recursive: true });
    fs.appendFileSync(this.file, `${JSON.stringify(stored)}\n`);
    return stored;
  }

  /** Everything that the editor simulates of these kernels. */
  simulatedSet(inputs: PlanInputs): SimulationSet {
    const known = (): SimulationSet =>
      new SimulationSet(
        { inputs, assumptions: {}, fits: {}, leftOut: [], openSizes: {} },
        (key) => this.known.get(key)?.outcome,
      );
    for (let set = known(); set.open.length > 0; set = known())
      for (const task of set.open) if (!('request' in task)) this.run(task);
    return known();
  }
}
