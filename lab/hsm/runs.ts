import fs from 'node:fs';
import type { Scenario } from '../../src/kernel/scenario';
import type { LoadedSpec } from '../../src/simulator/spec/loadSpec';
import { shortHash } from '../shortHash';
import { addLines } from '../recordedRows';
import type { RecordedMix } from './evaluate';
import { rowOf, type ChosenPolicy, type HsmJob, type PolicySetting } from './jobs';
import type { Mix } from './mixes';
import { EPOCH_CYCLES, POLICY_CYCLES } from './policyRuns';
import type { Program } from './programs';
import {
  keysAlone,
  lineOf,
  parseLine,
  type AloneRow,
  type PolicyRow,
  type Row,
  type TogetherRow,
} from './rows';

/** Core cycles of the paper's runs (section 5); a run ends before when every program has ended once. */
export const MOST_CYCLES = 5_000_000;

/** What runs are made with; another GPU or limit makes other rows. */
export interface Setting {
  readonly gpu: LoadedSpec;
  readonly cycles: number;
  /** What the memory controllers of `gpu` do otherwise than those of the catalogue's. */
  readonly memory?: Scenario['memory'];
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
    this.machine = `${setting.gpu.gpu.id}${controllersIn(setting.memory)}.${shortHash(spec, 6)}`;
  }

  /** How many rows were read, and how many of them are of programs, or of a GPU, that have changed since. */
  get readings(): { readonly rows: number; readonly outdated: number } {
    return { rows: this.read.size, outdated: this.outdated.size };
  }

  /**
   * On so many SMs, all where nothing is said. Where it must not be run, one of earlier programs will do; null where
   * there is none.
   */
  alone(program: Program, mayRun: boolean, sms?: number): AloneRow | null {
    return this.row(this.aloneJob(program, sms), mayRun) as AloneRow | null;
  }

  /** On SMs split evenly where nothing is said. */
  together(mix: Mix, mayRun: boolean, sms?: readonly number[]): TogetherRow | null {
    return this.row(this.togetherJob(mix, sms), mayRun) as TogetherRow | null;
  }

  /** The recorded run under a policy; null where there is none. */
  policy(mix: Mix, policy: ChosenPolicy): PolicyRow | null {
    const key = this.policyKey(mix, policy);
    return this.recorded(key, this.known.get(key)) as PolicyRow | null;
  }

  /**
   * An earlier run under a policy with epochs of 10,000 cycles, that ended when each program had ended once, with the
   * runs alone of its programs; null where there is none.
   */
  shortPolicy(
    mix: Mix,
    policy: string,
  ): { readonly row: PolicyRow; readonly alone: readonly AloneRow[] } | null {
    const key = `${policy} ${this.togetherJob(mix).key}`;
    const row = this.recorded(key, this.known.get(key)) as PolicyRow | null;
    return row && { row, alone: this.aloneOf(row) };
  }

  /** The runs alone of what a mix was run with, which may have been lowered otherwise since; as many as there are. */
  aloneOf(row: TogetherRow | PolicyRow): AloneRow[] {
    const key = row.kind === 'policy' ? row.key.slice(row.policy.length + 1) : row.key;
    const found = keysAlone(key, this.setting.gpu.spec.sms).flatMap((one) => this.known.get(one) ?? []);
    for (const { key } of found) {
      this.read.add(key);
      if (this.outdated.has(row.key)) this.outdated.add(key);
    }
    return found as AloneRow[];
  }

  /** What a run alone is made from. */
  aloneJob({ app }: Program, sms = this.setting.gpu.spec.sms): HsmJob {
    return this.jobOf([app], [sms]);
  }

  /** What a run of a mix is made from. */
  togetherJob({ programs }: Mix, sms = this.even(programs.length)): HsmJob {
    return this.jobOf(
      programs.map(({ app }) => app),
      sms,
    );
  }

  /** What a run under a policy is made from, from an even start. */
  policyJob(mix: Mix, policy: ChosenPolicy, setting: Omit<PolicySetting, 'epochCycles'>): HsmJob {
    return {
      ...this.togetherJob(mix),
      key: this.policyKey(mix, policy),
      cycles: POLICY_CYCLES,
      policy: { ...setting, ...policy, epochCycles: EPOCH_CYCLES },
    };
  }

  private policyKey(mix: Mix, { name, threshold, byKernels = false }: ChosenPolicy): string {
    const below = threshold === undefined ? '' : ` ${threshold}`;
    return `${name}${below}${byKernels ? ' by kernels' : ''} ${POLICY_CYCLES}/${EPOCH_CYCLES} ${this.togetherJob(mix).key}`;
  }

  /** Jobs whose rows are not recorded. */
  missing(jobs: readonly HsmJob[]): HsmJob[] {
    return jobs.filter(({ key }) => !this.known.has(key));
  }

  /** Adds rows that were made elsewhere. */
  async add(rows: readonly Row[]): Promise<void> {
    await addLines(this.file, new Map(rows.map((row) => [row.key, lineOf(row)])));
    rows.forEach((row) => this.know(row));
  }

  private even(apps: number): readonly number[] {
    return Array.from({ length: apps }, () => Math.floor(this.setting.gpu.spec.sms / apps));
  }

  private jobOf(apps: readonly Program['app'][], sms: readonly number[]): HsmJob {
    const { gpu, cycles, memory } = this.setting;
    const each = apps.map((app, at) => `${app.name}.${shortHash(app, 6)}@${sms[at]!}`);
    return {
      key: [this.machine, cycles, ...each].join(' '),
      gpu: gpu.gpu.id,
      ...(memory && { memory }),
      cycles,
      apps,
      sms,
    };
  }

  private recorded(key: string, found: Row | undefined): Row | null {
    const row = found ?? this.byNames.get(namesIn(key));
    if (row === undefined) return null;
    this.read.add(row.key);
    if (found === undefined) this.outdated.add(row.key);
    return row;
  }

  private row(job: HsmJob, mayRun: boolean): Row | null {
    const found = this.known.get(job.key);
    if (found !== undefined || !mayRun) return this.recorded(job.key, found);
    const row = rowOf(job, this.setting.gpu);
    this.know(row);
    fs.appendFileSync(this.file, `${lineOf(row)}\n`);
    return row;
  }

  private know(row: Row): void {
    this.known.set(row.key, row);
    this.byNames.set(namesIn(row.key), row);
  }
}

/** What a key says of the memory controllers: rows of others never stand in for each other. */
const controllersIn = (memory: Scenario['memory']): string =>
  Object.entries(memory ?? {})
    .map(([name, value]) => `/${name}=${value}`)
    .join('');

/** A key without the hashes of the GPU and of the programs. */
function namesIn(key: string): string {
  return key.replace(/\.[0-9a-f]{6}(?=[@ ])/g, '');
}

/** Mixes of which the runs together and alone are recorded, in the order given. */
export function recordedMixes(runs: Runs, mixes: readonly Mix[]): RecordedMix[] {
  return mixes.flatMap((mix) => {
    const together = runs.together(mix, false);
    if (together === null) return [];
    const alone = runs.aloneOf(together);
    return alone.length < mix.programs.length ? [] : [{ mix, together, alone }];
  });
}
