import fs from 'node:fs';
import type { LoadedSpec } from '../../src/simulator/spec/loadSpec';
import { shortHash } from '../shortHash';
import { runAlone, runTogether } from './collect';
import type { RecordedMix } from './evaluate';
import type { Mix } from './mixes';
import { runPolicy, type PolicyName, type PolicyTask } from './policyRuns';
import type { Program } from './programs';
import { lineOf, parseLine, type AloneRow, type PolicyRow, type Row, type TogetherRow } from './rows';

/** Core cycles of the paper's runs (section 5); a run ends before when every program has ended once. */
export const MOST_CYCLES = 5_000_000;

/** What runs are made with; another GPU or limit makes other rows. */
export interface Setting {
  readonly gpu: LoadedSpec;
  readonly cycles: number;
}

/**
 * The runs of whole programs of one setting: those in a file, and those that are made now and appended to it. Several
 * processes may append to one file, each its own part of the runs.
 */
export class Runs {
  private readonly known: Map<string, Row>;
  /** Rows by what was run, whatever the programs and the GPU were made of then; the latest of each. */
  private readonly byNames: Map<string, Row>;
  private readonly read = new Set<string>();
  private readonly outdated = new Set<string>();
  private readonly machine: string;

  constructor(
    private readonly file: string,
    private readonly setting: Setting,
  ) {
    const lines = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n') : [];
    const rows = lines.filter(Boolean).map(parseLine);
    this.known = new Map(rows.map((row) => [row.key, row]));
    this.byNames = new Map(rows.map((row) => [namesIn(row.key), row]));
    // What the simulator reads, whatever is said of where it is from.
    const spec = { ...setting.gpu.spec, assumptions: [], sources: [] };
    this.machine = `${setting.gpu.gpu.id}.${shortHash(spec, 6)}`;
  }

  /** How many rows were read, and how many of them are of programs, or of a GPU, that have changed since. */
  get readings(): { readonly rows: number; readonly outdated: number } {
    return { rows: this.read.size, outdated: this.outdated.size };
  }

  /**
   * On so many SMs, all where nothing is said. Where it must not be run, one of earlier programs will do; null where
   * there is none.
   */
  alone({ app }: Program, mayRun: boolean, sms = this.setting.gpu.spec.sms): AloneRow | null {
    const { gpu, cycles } = this.setting;
    const key = this.keyOf([app], [sms]);
    return this.row(key, mayRun, () => runAlone(key, app, sms, gpu, cycles)) as AloneRow | null;
  }

  /** On SMs split evenly where nothing is said. */
  together({ programs }: Mix, mayRun: boolean, sms = this.even(programs.length)): TogetherRow | null {
    const { gpu, cycles } = this.setting;
    const apps = programs.map(({ app }) => app);
    const key = this.keyOf(apps, sms);
    return this.row(key, mayRun, () => runTogether(key, apps, sms, gpu, cycles)) as TogetherRow | null;
  }

  /** Under a policy, from an even start; `task` makes what it needs. */
  policy(
    mix: Mix,
    policy: PolicyName,
    task: Pick<PolicyTask, 'first' | 'predictor'> | null,
  ): PolicyRow | null {
    const { gpu, cycles } = this.setting;
    const apps = mix.programs.map(({ app }) => app);
    const key = `${policy} ${this.keyOf(apps, this.even(apps.length))}`;
    const make = (): Row => runPolicy(key, { ...task!, apps, gpu, cycles }, policy);
    return this.row(key, task !== null, make) as PolicyRow | null;
  }

  private even(apps: number): readonly number[] {
    return Array.from({ length: apps }, () => Math.floor(this.setting.gpu.spec.sms / apps));
  }

  private keyOf(apps: readonly Program['app'][], sms: readonly number[]): string {
    const each = apps.map((app, at) => `${app.name}.${shortHash(app, 6)}@${sms[at]!}`);
    return [this.machine, this.setting.cycles, ...each].join(' ');
  }

  private recorded(key: string, found: Row | undefined): Row | null {
    const row = found ?? this.byNames.get(namesIn(key));
    if (row === undefined) return null;
    this.read.add(row.key);
    if (found === undefined) this.outdated.add(row.key);
    return row;
  }

  private row(key: string, mayRun: boolean, make: () => Row): Row | null {
    const found = this.known.get(key);
    if (found !== undefined || !mayRun) return this.recorded(key, found);
    const row = make();
    this.known.set(key, row);
    fs.appendFileSync(this.file, `${lineOf(row)}\n`);
    return row;
  }
}

/** A key without the hashes of the GPU and of the programs. */
function namesIn(key: string): string {
  return key.replace(/\.[0-9a-f]{6}(?=[@ ])/g, '');
}

/** Mixes of which the runs together and alone are recorded, in the order given. */
export function recordedMixes(runs: Runs, mixes: readonly Mix[]): RecordedMix[] {
  return mixes.flatMap((mix) => {
    const together = runs.together(mix, false);
    const alone = mix.programs.flatMap((program) => runs.alone(program, false) ?? []);
    return together === null || alone.length < mix.programs.length ? [] : [{ mix, together, alone }];
  });
}
