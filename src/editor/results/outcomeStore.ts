import path from 'node:path';
import { isOutcome, type TaskOutcome } from '../../analysis/simulation/task';
import { whileLocked } from '../../files/lock';
import { readSealed, writeSealed } from '../../files/sealedFile';
import { saidOf } from '../../kernel/result';
import type { CacheOptions } from './cacheOptions';

/** The oldest outcomes beyond this are forgotten. */
const KEPT = 3000;
const FILE = 'simulations.json';
/** Another window of the workspace stores for so long at most. */
const MOST_WAIT_MS = 2000;

type Stored = readonly (readonly [string, TaskOutcome])[];

/**
 * Outcomes of simulations by their content key, kept in the workspace storage. A failure that may pass is known to
 * this session only.
 */
export class OutcomeStore {
  private readonly outcomes = new Map<string, TaskOutcome>();
  private loaded: Promise<void> | null = null;

  constructor(private readonly options: CacheOptions) {}

  /** Whether a simulation has failed for a reason that may pass: its answers are not for good. */
  get hasPassing(): boolean {
    return [...this.outcomes.values()].some(mayPass);
  }

  get(key: string): TaskOutcome | undefined {
    return this.outcomes.get(key);
  }

  set(key: string, outcome: TaskOutcome): void {
    this.outcomes.set(key, outcome);
  }

  /** Reads what an earlier session has stored; once. */
  load(): Promise<void> {
    this.loaded ??= this.read().then((stored) => {
      for (const [key, outcome] of stored) if (!this.outcomes.has(key)) this.outcomes.set(key, outcome);
    });
    return this.loaded;
  }

  /** Stores what is known beside what other windows have stored meanwhile. A failure to store is told, no more. */
  async save(): Promise<void> {
    const { folder, stamp, note } = this.options;
    if (folder === null) return;
    const file = path.join(folder, FILE);
    try {
      await whileLocked(file, MOST_WAIT_MS, async () => {
        const own = [...this.outcomes].filter(([, outcome]) => !mayPass(outcome));
        const all = new Map([...(await this.read()), ...own]);
        await writeSealed(file, await stamp(), [...all].slice(-KEPT));
      });
    } catch (error) {
      note(saidOf(error));
    }
  }

  private async read(): Promise<Stored> {
    const { folder, stamp } = this.options;
    const stored = folder === null ? null : await readSealed(path.join(folder, FILE), await stamp());
    return isStored(stored) ? stored : [];
  }
}

const mayPass = (outcome: TaskOutcome): boolean => outcome.kind === 'failed' && outcome.mayPass === true;

function isStored(value: unknown): value is Stored {
  return Array.isArray(value) && value.every(isEntry);
}

function isEntry(value: unknown): boolean {
  return Array.isArray(value) && typeof value[0] === 'string' && isOutcome(value[1]);
}
