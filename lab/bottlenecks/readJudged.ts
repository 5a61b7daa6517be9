import fs from 'node:fs';
import path from 'node:path';
import { parseHsmModel } from '../../src/predictors/hsm/modelFile';
import type { BandwidthLine } from '../../src/predictors/hsm/equations';
import { slowdownModel } from '../../src/predictors/themis/model/kernelSlowdownModel';
import { parseThemisModel } from '../../src/predictors/themis/model/modelFile';
import type { SlowdownModel } from '../../src/predictors/themis/slowdownModel';
import { readRows } from '../recordedRows';
import { readSuite } from '../suite/suite';
import { readSuiteTexts } from '../suite/suiteFiles';
import { parseRows } from '../themis/reproduction/rows';
import { trainedModels } from '../themis/studies/models';
import { answered, type Answers } from './judged';
import { judgedCoLocations } from './judgedCoLocations';
import { judgedMixes } from './judgedMixes';
import { judgedPairs } from './judgedPairs';
import { gridsOf } from './grids';
import type { PairRow } from './pairRows';

/** Recorded runs of pairs that nothing was fitted to. */
export const PAIRS = 'docs/bottleneck-pairs.ndjson';

/** Everything that judges, with all answers. */
export async function readJudged(root: string): Promise<Answers[]> {
  const at = (file: string): string => path.join(root, file);
  const grids = gridsOf(readSuite(await readSuiteTexts(at('workloads'))).workloads);
  const lineOf = (gpu: string): BandwidthLine | null => {
    const file = at(`models/hsm/${gpu}.json`);
    return fs.existsSync(file) ? parseHsmModel(JSON.parse(fs.readFileSync(file, 'utf8'))).line : null;
  };
  const networkOf = (gpu: string): SlowdownModel | null => {
    const file = at(`models/themis/${gpu}.json`);
    return fs.existsSync(file)
      ? slowdownModel(parseThemisModel(JSON.parse(fs.readFileSync(file, 'utf8'))))
      : null;
  };
  const mixes = fs.readFileSync(at('docs/reproduction/hsm-runs.ndjson'), 'utf8').split('\n').filter(Boolean);
  const themis = parseRows(
    'themis-runs.ndjson',
    fs.readFileSync(at('docs/reproduction/themis-runs.ndjson'), 'utf8'),
  );
  return [
    ...['hsm-80sm-hbm', 'hsm-40sm-gddr5'].flatMap((gpu) =>
      judgedMixes(gpu, mixes, lineOf(gpu)!, networkOf(gpu), grids),
    ),
    ...judgedCoLocations(themis, trainedModels(root), grids),
    ...judgedPairs(readRows<PairRow>(at(PAIRS)), lineOf),
  ].map(answered);
}
