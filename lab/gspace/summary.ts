import { featureVector } from '../../src/predictors/gspace/space/features';
import { parseYieldSpace, type YieldSpaceFile } from '../../src/predictors/gspace/space/modelFile';
import { nearestMapper } from '../../src/predictors/gspace/space/mappers';
import { scalingOf, type Scaling } from '../../src/stats/minMax';
import { judge, latticesIn, type PairResult } from './evaluate';
import { BEST_EFFORT, CRITICAL } from './programs';
import type { Row } from './rows';
import { QOS } from './runs';

/** What the recorded runs and the trained space come to. */
export interface GspaceSummary {
  readonly space: YieldSpaceFile;
  readonly micros: { readonly count: number; readonly programs: Scaling };
  readonly pairs: readonly PairResult[];
}

/** @param space as the model's file has it */
export function summarise(rows: readonly Row[], space: unknown): GspaceSummary {
  const parsed = parseYieldSpace(space);
  const models = [nearestMapper.models.parse(space)];
  const alone = rows.filter((row) => row.kind === 'alone');
  const named = alone.filter(({ app }) => [...BEST_EFFORT, ...CRITICAL].includes(app));
  return {
    space: parsed,
    micros: {
      count: alone.length - named.length,
      programs: scalingOf(named.map(({ features }) => featureVector(features))),
    },
    pairs: latticesIn(
      rows.filter((row) => row.kind === 'alone' || CRITICAL.includes(row.critical)),
      parsed.part.sms,
    ).map((lattice) => judge(lattice, parsed.gpu, models, QOS)),
  };
}
