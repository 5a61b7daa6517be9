// What Magic's author measured on his GPUs, beside what the dissertation prints and what queues are played to here.
//   npm run study -- magic-measured [--write]     writes its tables to docs/reproduction/magic.md, with their plots
// Classifiers that docs/reproduction/magic-trained.ndjson lacks are trained and added there.
import fs from 'node:fs';
import path from 'node:path';
import { measuredClasses } from '../magic/onGpus/classes';
import { measuredDevices } from '../magic/onGpus/devices';
import { authorFeatures, THIRTEEN } from '../magic/onGpus/features';
import { authorKernels } from '../magic/onGpus/kernels';
import { matrixOf, measuredSet } from '../magic/onGpus/measured';
import { playMeasured } from '../magic/onGpus/policies';
import { queuePlot } from '../magic/onGpus/plot';
import { profilingCost } from '../magic/onGpus/profilingCost';
import { engineErrors, realPolicies } from '../magic/onGpus/realQueues';
import { renderMeasured } from '../magic/onGpus/render';
import { renderFeatures } from '../magic/onGpus/renderFeatures';
import { renderProfiling } from '../magic/onGpus/renderProfiling';
import { recordedTraining, type TrainedRow } from '../magic/reproduction/training';
import { dendrograms } from '../plots/dendrogram';
import { RecordedRows } from '../recordedRows';
import { writeBlock } from '../reportBlocks';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();
const FOLDER = path.join(ROOT, 'docs/reproduction');
/** The GPU of figures 5.12 to 5.14, and those of 5.15 to 5.17. */
const SETTINGS = [['gtx-1080-ti'], ['gtx-950', 'gtx-760']];

/** Figure 5.3. */
const DRAWN = ['FeatAll', 'FeatMystic', 'Feat18', 'Feat14', 'Feat9'];

const set = measuredSet(ROOT);
const features = authorFeatures(authorKernels(ROOT), matrixOf(set, 'gtx-1080-ti'));
const real = realPolicies(set);
const trained = new RecordedRows<TrainedRow>(path.join(FOLDER, 'magic-trained.ndjson'));
const training = recordedTraining(trained);
const measured = renderMeasured({
  classes: measuredClasses(ROOT, training),
  devices: measuredDevices(ROOT, [matrixOf(set, 'gtx-760'), matrixOf(set, 'gtx-950')], training),
  real,
  matrices: Object.keys(set.gpus).map((gpu) => matrixOf(set, gpu)),
  engine: { ratios: engineErrors(set, 'ratios'), slowdowns: engineErrors(set, 'slowdowns') },
  played: SETTINGS.map((gpus) => ({ gpus, policies: playMeasured(gpus.map((gpu) => matrixOf(set, gpu))) })),
});
const blocks = { ...renderFeatures(features), ...renderProfiling(profilingCost(ROOT)), ...measured };
if (process.argv.includes('--write')) {
  for (const [name, text] of Object.entries(blocks))
    await writeBlock(path.join(FOLDER, 'magic.md'), name, text);
  for (const gpus of SETTINGS)
    fs.writeFileSync(path.join(FOLDER, `magic-queues-${gpus.length}.svg`), queuePlot(real, gpus));
  fs.writeFileSync(
    path.join(FOLDER, 'magic-dendrograms.svg'),
    dendrograms(
      THIRTEEN,
      features.sets
        .filter((each) => DRAWN.includes(each.set))
        .map((each) => ({ title: each.set, merges: each.merges })),
      'Programs of table 5.2 by their counters on a GTX 1080 Ti: Euclidean distances, centroid linkage',
    ),
  );
} else console.log(Object.values(blocks).join('\n\n'));
