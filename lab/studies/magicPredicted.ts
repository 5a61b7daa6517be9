// Schedulers that go by what predictors tell, beside two classes, on queues of programs whose co-runs were all simulated.
//   npm run study -- magic-predicted [--write]     writes its tables to docs/queue-scheduling.md
// The co-runs are those of Themis' protocol on 60 SMs (docs/reproduction/themis-runs.ndjson): nothing is simulated anew.
import fs from 'node:fs';
import path from 'node:path';
import { parseHsmModel } from '../../src/predictors/hsm/modelFile';
import { loadSpec } from '../../src/simulator/spec/loadSpec';
import { mean } from '../../src/stats/means';
import { gridsOf } from '../bottlenecks/grids';
import { percent, tableOf, two } from '../magic/markdown';
import { togetherOf, type Together } from '../magic/predicted/answers';
import { playPredicted, type PolicyRow } from '../magic/predicted/policies';
import { writeBlock } from '../reportBlocks';
import { readSuite } from '../suite/suite';
import { readSuiteTexts } from '../suite/suiteFiles';
import { parseRows } from '../themis/reproduction/rows';
import { trainedModels } from '../themis/studies/models';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();
const GPU = 'themis-60sm';
const at = (file: string): string => path.join(ROOT, file);

const rows = parseRows(
  'themis-runs.ndjson',
  fs.readFileSync(at('docs/reproduction/themis-runs.ndjson'), 'utf8'),
);
const tellers = {
  // The one that is shown where nobody asks for another stands first.
  themis: new Map([...trainedModels(ROOT)].slice(0, 1)),
  line: parseHsmModel(JSON.parse(fs.readFileSync(at(`models/hsm/${GPU}.json`), 'utf8'))).line,
  gridOf: gridsOf(readSuite(await readSuiteTexts(at('workloads'))).workloads),
  spec: loadSpec(GPU).spec,
};
const pairs = togetherOf(rows, 2, tellers);
const triples = togetherOf(rows, 3, tellers);
const tellsAll = (name: string, all: readonly Together[]): boolean => all.every(({ told }) => name in told);
const names = Object.keys(pairs[0]!.told).filter((name) => tellsAll(name, pairs));
const ofThree = names.filter((name) => tellsAll(name, triples));

const errorOf = (name: string, all: readonly Together[]): string =>
  tellsAll(name, all)
    ? percent(
        mean(
          all.flatMap(({ truth, told }) => truth.map((own, app) => Math.abs(told[name]![app]! / own - 1))),
        ),
      )
    : '–';

function policyTable(policies: readonly PolicyRow[]): string {
  return tableOf(
    ['policy', 'makespan beyond the best found', 'ANTT', 'worst job', 'jobs beyond the bound'],
    policies.map(({ policy, overBest, antt, worst, beyond }) => [
      policy,
      percent(overBest - 1),
      two(antt),
      worst.toFixed(1),
      percent(beyond),
    ]),
  );
}

const text = [
  `${pairs.length} pairs and ${triples.length} triples of ${new Set(pairs.flatMap(({ apps }) => apps)).size} programs. Mean error of a slowdown (errSD):`,
  tableOf(
    ['told by', 'pairs', 'triples'],
    names.map((name) => [name, errorOf(name, pairs), errorOf(name, triples)]),
  ),
  'Two together, no job to be slowed down by more than 2:',
  policyTable(playPredicted({ pairs, triples: null }, names, 2)),
  'Three together, no job to be slowed down by more than 3:',
  policyTable(playPredicted({ pairs, triples }, ofThree, 3)),
].join('\n\n');
if (process.argv.includes('--write'))
  await writeBlock(at('docs/queue-scheduling.md'), 'magic-predicted', text);
else console.log(text);
