// Magic's selection of metrics and its similarity on real profiles of a GTX 950.
//   npm run study -- magic-features [FOLDER]   FOLDER defaults to ../shared/data/moka/traces; writes docs/reproduction/magic.md
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { openByteSource } from '../../src/files/byteSource';
import type { ProfileFile } from '../../src/kernel/profile';
import { featureTable } from '../../src/predictors/magic/features/featureTable';
import { readProfile } from '../../src/profiles/readProfile';
import { studyFeatures } from '../magic/featureStudy';
import { writeBlock } from '../reportBlocks';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();
const folder = path.resolve(ROOT, process.argv[2] ?? '../shared/data/moka/traces');
const SHOWN = 12;

const files: ProfileFile[] = [];
for (const name of readdirSync(folder).filter((each) => each.endsWith('.csv'))) {
  const file = path.join(folder, name);
  files.push(await readProfile(file, await openByteSource(file)));
}
const study = studyFeatures(featureTable(files));
const percent = (share: number): string => `${Math.round(share * 100)} %`;
await writeBlock(
  path.join(ROOT, 'docs/reproduction/magic.md'),
  'magic-features',
  [
    `${study.kernels} kernels of ${study.applications} programs, ${study.metrics} metrics that all of them have; ${study.varying} vary. Selections are means over ${study.seeds} seeds.`,
    [
      '| variance kept | metrics here | in table 5.1 |',
      '| --- | --- | --- |',
      ...study.coverage.map(({ share, ours, printed }) => `| ${percent(share)} | ${ours} | ${printed} |`),
    ].join('\n'),
    [
      '| metrics | how many | cophenetic correlation | distances ordered as by all | same least similar partner |',
      '| --- | --- | --- | --- | --- |',
      ...study.sets.map(
        ({ name, metrics, cophenetic, likeAll, samePartner }) =>
          `| ${name} | ${metrics} | ${cophenetic?.toFixed(2) ?? '–'} | ${likeAll.toFixed(2)} | ${percent(samePartner)} |`,
      ),
    ].join('\n'),
    `Of table 5.3 ${study.feat9} metrics are there. Most often selected at 75 %, of ${study.seeds} seeds: ${study.taken
      .slice(0, SHOWN)
      .map(({ metric, seeds }) => `\`${metric}\` (${seeds})`)
      .join(', ')}.`,
  ].join('\n\n'),
);
