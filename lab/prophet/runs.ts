import type { LoadedSpec } from '../../src/simulator/spec/loadSpec';
import { RecordedRows } from '../recordedRows';
import { shortHash } from '../shortHash';
import { profileOf, queryOf } from './collect';
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
    this.machine = `${gpu.gpu.id}.${shortHash({ ...gpu.spec, assumptions: [], sources: [] }, 6)}`;
  }

  profile(program: Program): ProfileRow {
    const key = `${this.machine} ${program.app.name}.${shortHash(program.app, 6)}`;
    return this.rows.row<Row>(key, () => profileOf(key, program, this.gpu)) as ProfileRow;
  }

  query(service: Program, batch: Program, instances: number, query: number): QueryRow {
    const names = [service, batch].map(({ app }) => `${app.name}.${shortHash(app, 6)}`);
    const key = [this.machine, ...names, instances, query].join(' ');
    const make = () => {
      const round = this.profile(batch).cycles;
      return queryOf(key, service.app, batch.app, { instances, query, round }, this.gpu);
    };
    return this.rows.row<Row>(key, make) as QueryRow;
  }
}
