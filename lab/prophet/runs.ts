import { simulatorGeneration } from '../../src/simulator/spec/generation';
import type { LoadedSpec } from '../../src/simulator/spec/loadSpec';
import { RecordedRows } from '../recordedRows';
import { shortHash } from '../shortHash';
import { rowOf, type ProphetJob } from './jobs';
import type { Program } from './programs';
import type { ProfileRow, QueryRow, Row } from './rows';

/** Recorded runs of one GPU: those of a file, and those that are made now and appended to it. */
export class Runs {
  private readonly rows: RecordedRows<Row>;
  private readonly machine: string;

  constructor(
    file: string,
    private readonly gpu: LoadedSpec,
  ) {
    this.rows = new RecordedRows(file);
    const { id } = gpu.gpu;
    this.machine = [
      id,
      simulatorGeneration(id),
      shortHash({ ...gpu.spec, assumptions: [], sources: [] }, 6),
    ].join('.');
  }

  profile(program: Program): ProfileRow {
    const job = this.profileJob(program);
    return this.rows.row<Row>(job.key, () => rowOf(job, this.gpu)) as ProfileRow;
  }

  query(service: Program, batch: Program, instances: number, query: number): QueryRow {
    const key = this.queryKey(service, batch, instances, query);
    const make = (): Row => rowOf(this.queryJob(service, batch, instances, query), this.gpu);
    return this.rows.row<Row>(key, make) as QueryRow;
  }

  /** What a run of a program alone is made from. */
  profileJob(program: Program): ProphetJob {
    const key = `${this.machine} ${nameOf(program)}`;
    return { kind: 'profile', key, gpu: this.gpu.gpu.id, program };
  }

  /** What a query is made from; the batch application is run alone where that is not recorded. */
  queryJob(service: Program, batch: Program, instances: number, query: number): ProphetJob {
    const key = this.queryKey(service, batch, instances, query);
    const round = this.profile(batch).cycles;
    const apps = { service: service.app, batch: batch.app };
    return { kind: 'query', key, gpu: this.gpu.gpu.id, ...apps, instances, query, round };
  }

  /** What the picture of a query beside one instance is made from. */
  spansJob(service: Program, batch: Program, query: number): ProphetJob {
    const key = [this.machine, nameOf(service), nameOf(batch), 'spans', query].join(' ');
    return { ...this.queryJob(service, batch, 1, query), kind: 'spans', key } as ProphetJob;
  }

  /** Whether the run of a program alone is recorded. */
  isProfiled(program: Program): boolean {
    return this.rows.get(this.profileJob(program).key) !== undefined;
  }

  /** Jobs whose rows are not recorded. */
  missing(jobs: readonly ProphetJob[]): ProphetJob[] {
    return jobs.filter(({ key }) => this.rows.get(key) === undefined);
  }

  /** Adds rows that were made elsewhere. */
  add(rows: readonly Row[]): Promise<void> {
    return this.rows.add(rows);
  }

  private queryKey(service: Program, batch: Program, instances: number, query: number): string {
    return [this.machine, nameOf(service), nameOf(batch), instances, query].join(' ');
  }
}

const nameOf = ({ app }: Program): string => `${app.name}.${shortHash(app, 6)}`;
