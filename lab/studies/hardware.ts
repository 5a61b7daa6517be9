// The simulator beside measured cards.
//   npm run study -- hardware [--write]    with --write also to docs/hardware.md
import path from 'node:path';
import { markdownTable } from '../../src/kernel/markdownTable';
import { POINTS, scoreRow } from '../hardware/scoreboard';
import { writeBlock } from '../reportBlocks';

const header = ['GPU', 'file', 'point', 'role', 'measured GB/s', 'simulated', 'ratio'];
const table = markdownTable(header, POINTS.map(scoreRow));
console.log(table);
if (process.argv.includes('--write')) await writeBlock(path.resolve('docs/hardware.md'), 'bandwidth', table);
