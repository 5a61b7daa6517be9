// Slowdowns on SMs of one's own from measured times on parts of the SMs and use of memory, against an H100.
//   npm run study -- measured-times            errors of the law that ships
//   npm run study -- measured-times --fit      fits it again to half of the pairs, and prints its constants
//   npm run study -- measured-times --write    writes docs/applications-on-card.md
// Which half is fitted to was drawn (seed 1) before anything was fitted; errors are of the other half.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { markdownTable } from '../../src/kernel/markdownTable';
import { FITTED_LAW } from '../../src/predictors/measuredTimes/fitted';
import type { TimedKind } from '../../src/predictors/measuredTimes/errorKinds';
import type { LoadLaw } from '../../src/predictors/measuredTimes/memoryLoad';
import { mean } from '../../src/stats/means';
import { judgedKinds, progressOf } from '../hardware/applications/errorKinds';
import { errorsOf, errorsOfConstant, type SlowdownErrors } from '../hardware/applications/errors';
import {
  fittedLaw,
  halves,
  progressRatios,
  toldSlowdowns,
  type Told,
} from '../hardware/applications/measuredTimes';
import { writeBlock } from '../reportBlocks';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();
const { values } = parseArgs({ options: { fit: { type: 'boolean' }, write: { type: 'boolean' } } });

const { fitted, judged } = halves(ROOT);
const law: LoadLaw = values.fit === true ? fittedLaw(fitted) : FITTED_LAW;
if (values.fit === true)
  console.log(law, `${(100 * mean(fitted.map((row) => errorOf(row)))).toFixed(1)} % where fitted`);

function errorOf(row: Told): number {
  return Math.abs(toldSlowdowns(row, law).interference / row.interference - 1);
}

const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;
const cells = (errors: SlowdownErrors): string[] => [
  String(errors.slowdowns),
  ...[errors.mean, errors.median, errors.worst].map(percent),
  errors.bias.toFixed(2),
];
const rows = (of: 'slowdown' | 'interference', without: string): string[][] => [
  [
    'from times and use of memory',
    ...cells(errorsOf(judged.map((row) => [toldSlowdowns(row, law)[of], row[of]]))),
  ],
  [without, ...cells(errorsOf(judged.map((row) => [of === 'slowdown' ? row.scalability : 1, row[of]])))],
  ['one answer for all', ...cells(errorsOfConstant(judged.map((row) => row[of])))],
];
const text = markdownTable(
  ['of', 'answer', 'number', 'mean error', 'median', 'worst', 'told over measured'],
  [
    ...rows('slowdown', 'times alone').map((row) => ['slowdown against all SMs alone', ...row]),
    ...rows('interference', 'no change').map((row) => ['time beside the other over that alone', ...row]),
  ],
);
const ratios = progressRatios(judged, law);
const tail = `Measured progress falls below ${ratios.quarter.toFixed(2)} of the predicted in a quarter of these, below ${ratios.tenth.toFixed(2)} in a tenth.`;
const kinds = judgedKinds(ROOT);
const KINDS: readonly (readonly [TimedKind, string])[] = [
  ['beyondL2', 'a run moves three times what L2 holds, or more'],
  ['quiet', 'neighbours load memory little'],
  ['contended', 'all others'],
];
const ofKinds = markdownTable(
  ['application', 'of', 'number', 'mean error', 'median', 'worst', 'told over measured'],
  KINDS.flatMap(([kind, title]) =>
    (['programs', 'networks', null] as const).flatMap((of) => {
      const found = kinds.filter((row) => row.kind === kind && (of === null || row.of === of));
      if (found.length === 0) return [];
      const errors = errorsOf(found.map(({ told, measured }): [number, number] => [told, measured]));
      return [[title, of ?? 'both', ...cells(errors)]];
    }),
  ),
);
const beyond = progressOf(kinds.filter(({ kind }) => kind === 'beyondL2'));
const tailOfKinds = `Of the first kind, measured progress falls below ${beyond.quarter.toFixed(2)} of the predicted in a quarter, below ${beyond.tenth.toFixed(2)} in a tenth.`;
if (values.write === true)
  await writeBlock(
    path.join(ROOT, 'docs/applications-on-card.md'),
    'measured times by kind',
    `${ofKinds}\n\n${tailOfKinds}`,
  );
else console.log(`${ofKinds}\n\n${tailOfKinds}\n`);
if (values.write === true)
  await writeBlock(path.join(ROOT, 'docs/applications-on-card.md'), 'measured times', `${text}\n\n${tail}`);
else console.log(`${text}\n\n${tail}`);
