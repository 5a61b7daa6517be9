// Block sizes that Corun offers and simulates, beside an H100 that ran them.
//   npm run study -- blocks-on-card [--list] [--write]
// Reads lab/data/h100_blocks.json, in which simulated times stand as well: sources of other repositories are not here.
// --list names every launch with what is advised for it, --write writes the tables of docs/block-size-edits.md and the
// error that gains are told with.
import path from 'node:path';
import { writeFormatted } from '../formatted';
import { advisedOf, cardVerdict, errorOfGains, gainBeyond } from '../hardware/blocks/changes';
import { measuredBlocks } from '../hardware/blocks/measured';
import { adviceTable, bestTable, errorTable, missedTable, type AdviceRule } from '../hardware/blocks/tables';
import { writeBlock } from '../reportBlocks';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();
const PAGE = path.join(ROOT, 'docs/block-size-edits.md');
const TOLD_WITH = path.join(ROOT, 'src/analysis/simulation/blockError.json');
const COMMAND = 'npm run study -- blocks-on-card --write';
/** A gain on the card that somebody would have liked to hear of. */
const MISSED = 0.05;

const launches = measuredBlocks(ROOT);
const offered = launches.filter(({ how }) => how === 'edit');
const error = errorOfGains(offered);
const least = gainBeyond(error.mean);

const rules: readonly AdviceRule[] = [
  {
    name: 'as before: slices with the whole dispatcher, gains of 2 %',
    how: 'edit',
    least: 0,
    which: 'formerUs',
  },
  { name: 'slices with their part of it, gains of 2 %', how: 'edit', least: 0 },
  { name: 'as it is: gains beyond the error', how: 'edit', least },
  { name: 'no edit is offered, gains of 2 %', how: 'source', least: 0 },
  { name: 'no edit is offered, gains beyond the error', how: 'source', least },
];

const advice = adviceTable(launches, rules);
const tables = {
  'blocks-on-card advice': advice,
  'blocks-on-card missed': missedTable(launches, least, MISSED),
  'blocks-on-card error': errorTable(launches.filter(({ how }) => how !== null)),
  'blocks-on-card best': bestTable(launches),
};
for (const [name, table] of Object.entries(tables)) console.log(`${name}\n${table}\n`);
console.log(`told gains are off by ${error.mean} on average, ${error.worst} at worst: least gain ${least}`);

if (process.argv.includes('--list'))
  for (const launch of launches) {
    const found = launch.how === null ? null : advisedOf(launch, least);
    const said =
      found &&
      `${found.to.block.join('×')} ${[found.told, found.cold, found.warm].map((one) => one.toFixed(3)).join(' ')} ${cardVerdict(found)}`;
    console.log(
      [
        launch.repository,
        launch.program,
        launch.kernel,
        launch.how ?? 'not simulated',
        said ?? 'nothing',
      ].join(' | '),
    );
  }

if (process.argv.includes('--write')) {
  for (const [name, table] of Object.entries(tables)) await writeBlock(PAGE, name, table);
  await writeFormatted(TOLD_WITH, JSON.stringify({ command: COMMAND, ...error }));
}
