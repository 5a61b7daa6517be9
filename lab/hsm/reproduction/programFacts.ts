import type { LoadedSpec } from '../../../src/simulator/spec/loadSpec';
import type { HsmModelFile } from '../../../src/predictors/hsm/modelFile';
import { classify } from '../../../src/predictors/hsm/kernelProgress';
import { mean } from '../../../src/stats/means';
import { classOf, countersOf, fromCoRun, type RecordedMix } from '../evaluate';
import { saturationSms } from '../line';
import type { Program } from '../programs';
import type { Runs } from '../runs';

/** A program alone and in company. */
export interface ProgramFacts {
  readonly name: string;
  /** Equations 2 and 3, as shares of the data bus, of its means alone. */
  readonly demand: number;
  readonly potential: number;
  /** Class in the paper, as HSM has it here, and by the kernel's mix. */
  readonly paper: string;
  readonly printed: string;
  readonly byMix: string;
  readonly cycles: number;
  readonly rowHitRate: number;
  readonly busShare: number;
  /** What equations 4 and 5 make of it alone on all SMs; 1 where the insights hold. */
  readonly progressAlone: number;
  /** Pace on all SMs over that on three quarters: 1.33 for a linear one, 1 for a saturated one. */
  readonly gain: number | null;
  /** It fills DRAM alone, or HSM takes it for compute-bound: equation 4 or 5 rests on what it does. */
  readonly insightHolds: boolean;
  /** Row-hit rate in mixes. */
  readonly company: { readonly mean: number; readonly least: number; readonly most: number } | null;
}

/** Null where it was not run alone. */
export function programFacts(
  gpu: LoadedSpec,
  { line, points }: HsmModelFile,
  runs: Runs,
  program: Program,
  mixes: readonly RecordedMix[],
): ProgramFacts | null {
  const alone = runs.alone(program, false);
  if (alone === null) return null;
  const { spec } = gpu;
  const fewer = runs.alone(program, false, saturationSms(gpu));
  const { rowHitRate, busShare, instructions } = countersOf(alone);
  const printed = classOf(alone, { line, bound: 'issue', spec });
  const alike = { mix: { programs: [program], kind: 'memory' }, alone: [alone] } as const;
  const together = {
    kind: 'together',
    key: '',
    apps: [program.name],
    sms: [spec.sms],
    cycles: 0,
    each: [alone],
  } as const;
  const hits = rowHitsTogether(mixes, program.name);
  const { demand, potential } = classify(countersOf(alone), { line, bound: 'issue', spec });
  return {
    name: program.name,
    demand,
    potential,
    paper: program.isMemoryBound ? 'memory' : 'compute',
    printed,
    byMix: classOf(alone, { line, bound: 'mix', spec }),
    cycles: alone.finishedAt ?? NaN,
    rowHitRate,
    busShare,
    progressAlone: fromCoRun({ line, bound: 'issue', spec })({ ...alike, together })[0]!,
    gain: fewer && instructions / countersOf(fewer).instructions,
    insightHolds: printed === 'compute' || points.some(({ name }) => name === program.name),
    company:
      hits.length === 0 ? null : { mean: mean(hits), least: Math.min(...hits), most: Math.max(...hits) },
  };
}

/** Row-hit rates of a program in recorded mixes. */
const rowHitsTogether = (mixes: readonly RecordedMix[], name: string): number[] =>
  mixes.flatMap(({ together }) =>
    together.each.flatMap((record, app) =>
      together.apps[app] === name ? [countersOf(record).rowHitRate] : [],
    ),
  );
