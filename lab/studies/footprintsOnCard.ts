// Footprints round the size of the L1 cache, alone and beside streams, on an H100 and in the simulator.
//   npm run study -- footprints-on-card [PATTERN] [--write]
// PATTERN is a regular expression for names of rows; --write writes the tables of docs/hardware.md, where rows of other
// names stay as they are. All rows take some minutes of processor time.
import path from 'node:path';
import { markdownTable } from '../../src/kernel/markdownTable';
import { studyParser } from '../cuda/instructionMix/compare';
import {
  curveColumns,
  curveName,
  curveRow,
  curveSummary,
  curveSummaryColumns,
  FOOTPRINTS,
  footprintCurves,
  type FootprintCurve,
} from '../hardware/card/footprints';
import { cardRuns } from '../hardware/card/measured';
import { partOfChip, SimulatedRuns } from '../hardware/card/simulatedRuns';
import { blockRows, writeBlock } from '../reportBlocks';

const REPORT = path.resolve('docs/hardware.md');
/**
 * Core cycles: some passes of what misses, and those that count. How much later the second kernel was launched was not
 * kept: 23 µs tell best which footprints were there by then.
 */
const MACHINE = {
  ...partOfChip(),
  warmCycles: 400_000,
  countedCycles: 200_000,
  sharedBytes: 48,
  lateCycles: 40_000,
};

const root = process.cwd();
const isWritten = process.argv.includes('--write');
const pattern = new RegExp(process.argv.slice(2).find((argument) => !argument.startsWith('--')) ?? '');
const simulated = new SimulatedRuns(await studyParser(root), root, MACHINE);
const curves = footprintCurves(cardRuns(root));
const rows = new Map(blockRows(REPORT, 'footprints').map((row) => [row[0]!, row]));
for (const curve of curves.filter((one) => pattern.test(curveName(one)))) {
  const row = curveRow(curve, pacesOf(curve));
  console.log(row.join('  '));
  rows.set(curveName(curve), row);
  if (isWritten) await write();
}

/** Pace here by KiB, over that alone at the first footprint. */
function pacesOf({ points, beside }: FootprintCurve): ReadonlyMap<number, number> {
  const base = simulated.paceAlone({ ...points[0]!.part, kib: FOOTPRINTS[0]! });
  return new Map(
    points.map(({ part }) => [
      part.kib,
      simulated.paces(beside === null ? [part] : [part, beside])[0]! / base,
    ]),
  );
}

async function write(): Promise<void> {
  const all = curves.map((curve) => rows.get(curveName(curve))).filter((row) => row !== undefined);
  await writeBlock(REPORT, 'footprint summary', markdownTable(curveSummaryColumns, curveSummary(all)));
  await writeBlock(REPORT, 'footprints', markdownTable(curveColumns, all));
}
