// Runs queries of services beside batch applications on a simulated GPU under MPS, and keeps their latencies.
//   npm run study -- prophet-collect
//   … --pairs 21        so many pairs, in an order drawn by --seed
//   … --named gmm:lavamd,…   these pairs instead
//   … --queries 8       of every pair; those that are in the file are not run again
//   … --instances 1     of the batch application
//   … --seconds 300     starts nothing more after so much processor time
//   … --part 1/2        half of the pairs, for two processes at a time
//   … --oracle          how many instances are safe, pair by pair, in place of --queries and --instances
//   … --also 9,12       and the latency beside these numbers of instances, one for each pair (- for none)
import path from 'node:path';
import { parseArgs } from 'node:util';
import { loadSpec } from '../../src/simulator/spec/loadSpec';
import { readPrograms } from '../prophet/programs';
import { meanBeside, safeBeside } from '../prophet/oracle';
import { Runs } from '../prophet/runs';
import { sampledPairs } from '../prophet/sample';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();
const { values } = parseArgs({
  options: {
    gpu: { type: 'string', default: 'k40' },
    pairs: { type: 'string', default: '21' },
    named: { type: 'string', default: '' },
    queries: { type: 'string', default: '8' },
    instances: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    part: { type: 'string', default: '1/1' },
    oracle: { type: 'boolean', default: false },
    also: { type: 'string', default: '' },
    file: { type: 'string', default: path.join(ROOT, 'docs/reproduction/prophet-runs.ndjson') },
  },
});
const [part, parts] = values.part.split('/').map(Number);
const seconds = (): number => process.cpuUsage().user / 1e6;
const isOver = (): boolean => seconds() > Number(values.seconds);

const programs = await readPrograms(ROOT);
const runs = new Runs(values.file, loadSpec(values.gpu));
const named = values.named.split(',').filter(Boolean);
const all =
  named.length > 0
    ? named.map((pair) => pair.split(':') as [string, string])
    : sampledPairs(Number(values.pairs), Number(values.seed));
const pairs = all.filter((_, at) => at % parts! === part! - 1);
const used = new Set(pairs.flat());
for (const name of used) if (!isOver()) runs.profile(programs.get(name)!);
console.error('alone', seconds());
if (values.oracle) countInstances();
else takeQueries();
console.error('together', seconds());

function takeQueries(): void {
  for (let query = 0; query < Number(values.queries); query++)
    for (const [service, batch] of pairs)
      if (!isOver())
        runs.query(programs.get(service)!, programs.get(batch)!, Number(values.instances), query);
}

function countInstances(): void {
  const also = values.also.split(',').map(Number);
  for (const [at, [service, batch]] of pairs.entries()) {
    const [own, beside] = [programs.get(service)!, programs.get(batch)!];
    const alone = runs.profile(own).cycles;
    const ratioOf = (instances: number, query: number): number | null =>
      isOver() ? null : runs.query(own, beside, instances, query).cycles / alone;
    const safe = safeBeside(ratioOf);
    const asked = also[at] ?? NaN;
    const latency = asked > 0 ? meanBeside(ratioOf, asked) : null;
    console.error(service, batch, 'safe', safe, 'beside', asked, latency, seconds());
  }
}
