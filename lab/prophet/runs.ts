import fs from 'node:fs';
import type { LoadedSpec } from '../../src/simulator/spec/loadSpec';
import { shortHash } from '../shortHash';
import { profileOf, queryOf } from './collect';
import type { Program } from './programs';
import type { ProfileRow, QueryRow, Row } from './rows';

/** Recorded runs of a file; none where there is no such file. */
export function readRows(file: string): Row[] {
  const lines = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n') : [];
  return lines.filter(Boolean).map((line) => JSON.parse(line) as Row);
}

/** Recorded runs of one GPU: those of a file, and those that are made now and appended to it. */
export class Runs {
  private readonly known: Map<string, Row>;
  private readonly machine: string;

  constructor(
    private readonly file: string,
    private readonly gpu: LoadedSpec,
  ) {
    this.known = new Map(readRows(file).map((row) => [row.key, row]));
    this.machine = `${gpu.gpu.id}.${shortHash({ ...gpu.spec, assumptions: [], sources: [] }, 6)}`;
  }

  profile(program: Program): ProfileRow {
    const key = `${this.machine} ${program.app.name}.${shortHash(program.app, 6)}`;
    return this.row(key, () => profileOf(key, program, this.gpu)) as ProfileRow;
  }

  query(service: Program, batch: Program, instances: number, query: number): QueryRow {
    const names = [service, batch].map(({ app }) => `${app.name}.${shortHash(app, 6)}`);
    const key = [this.machine, ...names, instances, query].join(' ');
    const make = () => {
      const round = this.profile(batch).cycles;
      return queryOf(key, service.app, batch.app, { instances, query, round }, this.gpu);
    };
    return this.row(key, make) as QueryRow;
  }

  private row(key: string, make: () => Row): Row {
    const found = this.known.get(key);
    if (found !== undefined) return found;
    const row = make();
    this.known.set(key, row);
    fs.appendFileSync(this.file, `${JSON.stringify(row)}\n`);
    return row;
  }
}
