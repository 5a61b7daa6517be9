import { warpInstructions } from '../../src/simulator/core/counters';
import { asList, countedBy, type CountedRates } from '../../src/predictors/counting/countedRates';
import type { AppStretches, KernelStretch } from '../../src/predictors/counting/kernelStretches';
import { BASE_RATES, ratesBy, type CounterRates } from '../../src/predictors/counting/rates';
import { phaseCycles, type Phase } from '../../src/predictors/counting/phaseSeries';
import type { WorkCurve } from '../../src/predictors/counting/workCurve';

/** What was recorded of one application in one run. */
export interface AppRecord {
  readonly instructions: number;
  /** Core cycle at which its first round ended; null where the run ended before. */
  readonly finishedAt: number | null;
  /** Until then, or until the end of the run. */
  readonly stretches: AppStretches;
}

/** A program alone. */
export interface AloneRow extends AppRecord {
  readonly kind: 'alone';
  readonly key: string;
  readonly app: string;
  readonly sms: number;
  readonly curve: WorkCurve;
}

/** Programs that share the GPU. */
export interface TogetherRow {
  readonly kind: 'together';
  readonly key: string;
  readonly apps: readonly string[];
  readonly sms: readonly number[];
  /** Core cycles until every program had ended once, or until the limit. */
  readonly cycles: number;
  readonly each: readonly AppRecord[];
}

/** Keys of the runs alone, on so many SMs, of the very programs and the very GPU of the key of a run of a mix. */
export function keysAlone(key: string, sms: number): string[] {
  const [machine, cycles, ...each] = key.split(' ');
  return each.map((one) => `${machine!} ${cycles!} ${one.replace(/@\d+$/, `@${sms}`)}`);
}

/** One epoch under a policy. */
export interface EpochRecord {
  /** SMs of every program. */
  readonly sms: readonly number[];
  readonly cycles: number;
  /** Warp instructions of every program in it. */
  readonly instructions: readonly number[];
  /** Slowdowns that models tell of it, by name. */
  readonly told: Readonly<Record<string, readonly number[]>>;
}

/** Programs under an allocation policy, that begin anew whenever they end. */
export interface PolicyRow {
  readonly kind: 'policy';
  readonly key: string;
  readonly apps: readonly string[];
  readonly policy: string;
  readonly cycles: number;
  /** Warp instructions of every program, of all its rounds. */
  readonly instructions: readonly number[];
  /** None in runs with short epochs, which did not keep them. */
  readonly epochs: readonly EpochRecord[];
}

export type Row = AloneRow | TogetherRow | PolicyRow;

/** Numbers are kept to six digits: a row is some kilobytes, and models read no more of them. */
const DIGITS = 6;
const short = (value: number): number => Number(value.toPrecision(DIGITS));

/** An epoch from its phases, and what models make of it. */
export function epochRecord(
  epoch: readonly Phase[],
  models: Readonly<Record<string, (epoch: readonly Phase[]) => readonly number[]>>,
): EpochRecord {
  const told = Object.entries(models).map(([name, model]) => [name, model(epoch).map(short)]);
  return {
    sms: epoch[0]!.apps.map(({ sms }) => sms),
    cycles: epoch.reduce((sum, phase) => sum + phaseCycles(phase), 0),
    instructions: epoch[0]!.apps.map((_, app) =>
      epoch.reduce((sum, { apps }) => sum + warpInstructions(apps[app]!.counters), 0),
    ),
    told: Object.fromEntries(told) as EpochRecord['told'],
  };
}

type PackedStretch = Omit<KernelStretch, 'rates'> & { readonly rates: readonly number[] };

/** One line of the file of runs. */
export function lineOf(row: Row): string {
  return JSON.stringify(row, (key, value: unknown) =>
    key === 'kernels' ? (value as readonly KernelStretch[]).map(packed) : value,
  );
}

export function parseLine(line: string): Row {
  return JSON.parse(line, (key, value: unknown) =>
    key === 'kernels' ? (value as readonly PackedStretch[]).map(unpacked) : value,
  ) as Row;
}

function packed({ rates, ...rest }: KernelStretch): PackedStretch {
  const counted: CountedRates = rates.counted!;
  const list = [...BASE_RATES.map((name) => rates[name]), rates.smBusy!, ...asList(counted)];
  return { ...rest, rates: list.map(short) };
}

function unpacked({ rates, ...rest }: PackedStretch): KernelStretch {
  const [base, busy] = [BASE_RATES.length, 1];
  const all: CounterRates = {
    ...ratesBy((_, place) => rates[place]!),
    smBusy: rates[base]!,
    counted: countedBy((_, place) => rates[base + busy + place]!),
  };
  return { ...rest, rates: all };
}
