// The simulator beside its peers' runs, its limits, HSM's insights, and co-run windows beside full runs.
//   npm run study -- peers [limits|insights|windows|peers…] [--write]    with --write also to docs/simulator-validation.md
import fs from 'node:fs';
import path from 'node:path';
import {
  computeScaling,
  memoryScaling,
  ROW_HIT_PAIRS,
  rowHitsInCompany,
  utilisationOverRowHits,
} from '../simulator/hsmInsights';
import { MEMORY_WORKLOADS } from '../simulator/hsmWorkloads';
import { LIMITS } from '../simulator/limits';
import { peerTable } from '../simulator/validatePeers';
import { windowTable } from '../simulator/windows';
import { markdownTable } from '../../src/kernel/markdownTable';
import { writeBlock } from '../reportBlocks';

const root = process.cwd();
const peers = path.resolve(root, '../shared/data/simulator/peer_runs.tsv');

function limitTable(): string {
  const rows = LIMITS.map(({ name, unit, expected, tolerance, measure }) => {
    const value = measure();
    const error = `${((value / expected - 1) * 100).toFixed(2)} %`;
    return [name, unit, expected.toFixed(4), value.toFixed(4), error, `${(tolerance * 100).toFixed(0)} %`];
  });
  return markdownTable(['limit', 'unit', 'expected', 'measured', 'error', 'tolerance'], rows);
}

function insightTable(): string {
  const compute = computeScaling();
  const line = utilisationOverRowHits();
  const fixed = (values: readonly number[], digits = 2) => values.map((v) => v.toFixed(digits)).join(', ');
  const rows = [
    ['1, 2', 'compute-bound speed over SMs', 'linear', `R² ${compute.rSquared.toFixed(5)}`],
    ...[MEMORY_WORKLOADS[0]!, MEMORY_WORKLOADS[8]!].map((workload) => {
      const speeds = memoryScaling(workload);
      const relative = speeds.map((speed) => speed / speeds.at(-1)!);
      return [
        '1, 3',
        `${workload.name}: speed on 10, 25, 50, 75, 100 % of the SMs`,
        'saturates',
        fixed(relative),
      ];
    }),
    [
      '4',
      'utilisation = c1 · row-hit rate + c2',
      'c1 ≈ 0.5, c2 ≈ 0.36; 0.46 at 0.2',
      `c1 ${line.line.slope.toFixed(3)}, c2 ${line.line.intercept.toFixed(3)}; ${(line.line.intercept + 0.2 * line.line.slope).toFixed(3)} at 0.2; R² ${line.rSquared.toFixed(3)}`,
    ],
    [
      '4',
      'points (row-hit rate: utilisation)',
      '',
      line.x.map((x, i) => `${x.toFixed(2)}: ${line.y[i]!.toFixed(2)}`).join(', '),
    ],
    ...ROW_HIT_PAIRS.map(([a, b]) => {
      const { names, shared, alone } = rowHitsInCompany(a, b);
      return [
        '5',
        `row-hit rate of ${names.join(' + ')}`,
        `alone ${fixed(alone)}`,
        `shared ${fixed(shared)}`,
      ];
    }),
  ];
  return markdownTable(['insight', 'what', 'paper or reference', 'ours'], rows);
}

const parts: [string, () => string][] = [
  ['limits', limitTable],
  ['insights', insightTable],
  ['windows', windowTable],
];
if (fs.existsSync(peers)) parts.push(['peers', () => peerTable(peers)]);
else console.error('no runs of the peers beside this checkout: left out');

const only = process.argv.slice(2).filter((word) => !word.startsWith('-'));
for (const [name, make] of parts) {
  if (only.length > 0 && !only.includes(name)) continue;
  const text = make();
  console.log(`\n${name}\n${text}`);
  if (process.argv.includes('--write'))
    await writeBlock(path.join(root, 'docs/simulator-validation.md'), name, text);
}
