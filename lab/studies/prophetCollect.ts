// Runs queries of services beside batch applications on a simulated GPU under MPS, and keeps their latencies.
//   npm run study -- prophet-collect
//   … --pairs 21        so many pairs, in an order drawn by --seed
//   … --named gmm:lavamd,…   these pairs instead
//   … --queries 8       of every pair; those that are in the file are not run again
//   … --instances 1     of the batch application: one number for all pairs, or one for each (15,9,…)
//   … --seconds 300     starts nothing more after so much processor time
//   … --part 1/2        half of the pairs, for two processes at a time
//   … --workers 2       so many simulations at a time
//   … --executor slurm  as job arrays of Slurm, --batch of them a task, whatever --seconds says (docs/sweeps.md)
//   … --spans 2,0       when copies and kernels ran in that query of each pair, in place of --queries
//   … --oracle          how many instances are safe, one after the other, in place of --queries and --instances
//   … --also 9,12       and the latency beside these numbers of instances, one for each pair (- for none)
import path from 'node:path';
import { parseArgs } from 'node:util';
import { loadSpec } from '../../src/simulator/spec/loadSpec';
import { readPrograms } from '../prophet/programs';
import { meanBeside, safeBeside } from '../prophet/oracle';
import { Runs } from '../prophet/runs';
import { sampledPairs } from '../prophet/sample';
import type { ProphetJob } from '../prophet/jobs';
import type { Executor } from '../sweep/executor';
import { processorSeconds, studySweep, SWEEP_OPTIONS } from '../sweep/studySweep';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();
const { values } = parseArgs({
  options: {
    ...SWEEP_OPTIONS,
    gpu: { type: 'string', default: 'k40' },
    pairs: { type: 'string', default: '21' },
    named: { type: 'string', default: '' },
    queries: { type: 'string', default: '8' },
    instances: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    part: { type: 'string', default: '1/1' },
    spans: { type: 'string', default: '' },
    oracle: { type: 'boolean', default: false },
    also: { type: 'string', default: '' },
    file: { type: 'string', default: path.join(ROOT, 'docs/reproduction/prophet-runs.ndjson') },
  },
});
const [part, parts] = values.part.split('/').map(Number);
const isOver = (): boolean => processorSeconds() > Number(values.seconds);

const programs = await readPrograms(ROOT);
const runs = new Runs(values.file, loadSpec(values.gpu));
const named = values.named.split(',').filter(Boolean);
const counts = values.instances.split(',').map(Number);
const all =
  named.length > 0
    ? named.map((pair) => pair.split(':') as [string, string])
    : sampledPairs(Number(values.pairs), Number(values.seed));
const isOwn = (_: unknown, at: number): boolean => at % parts! === part! - 1;
const pairs = all.filter(isOwn);
const instances = all.map((_, at) => counts[at] ?? counts[0]!).filter(isOwn);
const used = [...new Set(pairs.flat())].map((name) => programs.get(name)!);
await studySweep(values, { file: values.file, mayStart: () => !isOver() }, async (executor) => {
  await make(
    executor,
    used.map((program) => runs.profileJob(program)),
  );
  console.error('alone', processorSeconds());
  if (values.oracle) countInstances();
  else await make(executor, values.spans !== '' ? spansJobs() : queryJobs());
});
console.error('together', processorSeconds());

/** Queries beside batch applications that have run alone. */
function queryJobs(): ProphetJob[] {
  const wanted = pairs.map(([service, batch], at) => ({
    ...{ service: programs.get(service)!, batch: programs.get(batch)! },
    count: instances[at]!,
  }));
  const ready = wanted.filter(({ batch }) => runs.isProfiled(batch));
  return Array.from({ length: Number(values.queries) }, (_, query) =>
    ready.map(({ service, batch, count }) => runs.queryJob(service, batch, count, query)),
  ).flat();
}

function spansJobs(): ProphetJob[] {
  const queries = values.spans.split(',').map(Number);
  return pairs.map(([service, batch], at) =>
    runs.spansJob(programs.get(service)!, programs.get(batch)!, queries[at] ?? queries[0]!),
  );
}

function make(executor: Executor, wanted: readonly ProphetJob[]): Promise<void> {
  return executor.run(
    'prophet',
    runs.missing(wanted).map((input) => ({ key: input.key, input })),
    (rows) => runs.add(rows),
  );
}

function countInstances(): void {
  const also = values.also.split(',').map(Number);
  for (const [at, [service, batch]] of pairs.entries()) {
    const [own, beside] = [programs.get(service)!, programs.get(batch)!];
    const alone = runs.profile(own).cycles;
    const ratioOf = (count: number, query: number): number | null =>
      isOver() ? null : runs.query(own, beside, count, query).cycles / alone;
    const safe = safeBeside(ratioOf);
    const asked = also[at] ?? NaN;
    const latency = asked > 0 ? meanBeside(ratioOf, asked) : null;
    console.error(service, batch, 'safe', safe, 'beside', asked, latency, processorSeconds());
  }
}
