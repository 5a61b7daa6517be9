// Whether the resource that Themis names for an interference is the one that causes it: npm run study -- themis-causes
// Training co-runs are of each launch beside two producers, one that never leaves the L2 cache and one that streams
// through DRAM. What a launch loses beside the first comes from the cache; beside the second it comes from DRAM where
// that adds more than the cache alone takes.
import path from 'node:path';
import fs from 'node:fs';
import { markdownTable } from '../../src/kernel/markdownTable';
import { causeOf } from '../../src/predictors/themis/cause';
import { readThemisModels } from '../themis/models';
import { parseTrainingData } from '../themis/collection/trainingData';
import { slowdownModel } from '../../src/predictors/themis/model/kernelSlowdownModel';
import { COUNTER_SOURCES } from '../../src/predictors/port';
import { samplesOf, type TrainingSample } from '../themis/training/samples';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();
const FOLDER = path.join(ROOT, 'models/themis');
/** Losses below this are not worth a cause. */
const NOTABLE = 1.15;

interface CauseCase {
  readonly sample: TrainingSample;
  readonly truth: 'L2 cache' | 'DRAM bandwidth';
}

/** Samples beside the two producers at their highest level, with what truly causes their interference. */
function causeCases(cache: readonly TrainingSample[], bandwidth: readonly TrainingSample[]): CauseCase[] {
  return cache.flatMap((beside, i): CauseCase[] => {
    const streaming = bandwidth[i]!;
    const [inCache, whole] = [Math.max(1, beside.interference), streaming.interference];
    return [
      { sample: beside, truth: 'L2 cache' as const },
      {
        sample: streaming,
        truth: whole - inCache > inCache - 1 ? ('DRAM bandwidth' as const) : ('L2 cache' as const),
      },
    ].filter(({ sample }) => sample.interference > NOTABLE);
  });
}

const rows = (await readThemisModels(FOLDER)).flatMap((file) => {
  const text = path.join(FOLDER, file.provenance.data);
  const data = parseTrainingData(text, fs.readFileSync(text, 'utf8'));
  return COUNTER_SOURCES.map((source) => {
    const model = slowdownModel(file, source);
    const beside = (producer: string): Map<string, TrainingSample> => {
      const own = data.rows.filter(
        (row) => row.kind !== 'corun' || (row.producer === producer && row.level === 0),
      );
      const keys = own.flatMap((row) =>
        row.kind === 'corun' ? row.launches.map(({ launch }) => `${row.app} ${launch} ${row.sms}`) : [],
      );
      return new Map(samplesOf({ ...data, rows: own }, source).map((sample, i) => [keys[i]!, sample]));
    };
    const [cache, bandwidth] = [beside('cache'), beside('bandwidth')];
    const both = [...cache.keys()].filter((key) => bandwidth.has(key));
    const list = causeCases(
      both.map((key) => cache.get(key)!),
      both.map((key) => bandwidth.get(key)!),
    );
    // Interference alone is asked about: a share of the SMs that costs more is no answer here.
    const named = list.map(({ sample: { smFraction, own, coRunners } }) =>
      causeOf(
        {
          predict: (share, events, pressure) => ({
            ...model.predict(share, events, pressure),
            scalability: 1,
          }),
        },
        smFraction,
        own,
        coRunners,
      ),
    );
    const fromDram = list.filter(({ truth }) => truth === 'DRAM bandwidth').length;
    const right = list.filter(({ truth }, i) => named[i] === truth).length;
    return [file.gpu, source, String(list.length), String(fromDram), String(right)];
  });
});
console.log(markdownTable(['GPU', 'events', 'co-runs', 'caused by DRAM', 'named rightly'], rows));
