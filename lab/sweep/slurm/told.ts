import type { Job, RowListener } from '../executor';
import type { JobKind } from '../kinds';
import type { Finished } from './batch';

/** Of which jobs the rows have been told: those of each are told once, asked for now or left behind by an earlier sweep. */
export class Told<Kind extends JobKind> {
  private readonly keys = new Set<string>();

  constructor(
    private readonly jobs: readonly Job<Kind>[],
    private readonly onRows: RowListener<Kind>,
  ) {}

  async take(finished: readonly Finished<Kind>[]): Promise<void> {
    const fresh = finished.filter(({ key }) => !this.keys.has(key));
    if (fresh.length === 0) return;
    await this.onRows(fresh.flatMap(({ rows }) => rows));
    fresh.forEach(({ key }) => this.keys.add(key));
  }

  /** Jobs that nobody has told of, in their order. */
  get missing(): Job<Kind>[] {
    return this.jobs.filter(({ key }) => !this.keys.has(key));
  }
}
