// Runs HSM's programs alone and in mixes, whole, and keeps what was counted: npm run study -- hsm-collect
//   … --gpu hsm-80sm-hbm
//   … --mixes 105       so many mixes, in an order drawn by --seed; those that are in the file are not run again
//   … --size 2          programs of a mix
//   … --policies 10     the first ten of them under every policy, too
//   … --seconds 300     starts nothing more after so much processor time
//   … --part 1/4        a quarter of the mixes, for four processes at a time
//   … --workers 2       so many simulations at a time
//   … --executor slurm  as a job array of Slurm, --batch of them a task, whatever --seconds says (docs/sweeps.md)
import path from 'node:path';
import { parseArgs } from 'node:util';
import { loadSpec } from '../../src/simulator/spec/loadSpec';
import { saturationSms } from '../hsm/line';
import { drawnMixes } from '../hsm/mixes';
import { readPrograms } from '../hsm/programs';
import { highPriority } from '../hsm/evaluatePolicies';
import { POLICIES } from '../hsm/policyRuns';
import { MOST_CYCLES, Runs } from '../hsm/runs';
import { readModel } from '../../src/analysis/models';
import { processorSeconds, studySweep, SWEEP_OPTIONS } from '../sweep/studySweep';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();
const { values } = parseArgs({
  options: {
    ...SWEEP_OPTIONS,
    gpu: { type: 'string', default: 'hsm-80sm-hbm' },
    mixes: { type: 'string', default: '105' },
    size: { type: 'string', default: '2' },
    seconds: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    policies: { type: 'string', default: '0' },
    part: { type: 'string', default: '1/1' },
    file: { type: 'string', default: path.join(ROOT, 'docs/reproduction/hsm-runs.ndjson') },
  },
});
const [count, size, limit, seed] = [values.mixes, values.size, values.seconds, values.seed].map(Number);
const [part, parts] = values.part.split('/').map(Number);
const isMine = (_: unknown, at: number): boolean => at % parts! === part! - 1;

const programs = await readPrograms(ROOT);
const gpu = loadSpec(values.gpu);
const runs = new Runs(values.file, { gpu, cycles: MOST_CYCLES });
const alone = programs
  .filter(isMine)
  .flatMap((program) => [
    runs.aloneJob(program),
    ...(program.isMemoryBound ? [runs.aloneJob(program, saturationSms(gpu))] : []),
  ]);
const mixes = drawnMixes(programs, seed!, size).slice(0, count).filter(isMine);
const model = await readModel(path.join(ROOT, 'models/hsm', `${values.gpu}.json`));
const managed = mixes
  .slice(0, Number(values.policies))
  .flatMap((mix) =>
    POLICIES.map((policy) => runs.policyJob(mix, policy, { first: highPriority(mix), model })),
  );
const jobs = runs.missing([...alone, ...mixes.map((mix) => runs.togetherJob(mix)), ...managed]);
await studySweep(values, { file: values.file, mayStart: () => processorSeconds() <= limit! }, (executor) =>
  executor.run(
    'hsm',
    jobs.map((input) => ({ key: input.key, input })),
    async (rows) => {
      await runs.add(rows);
      rows.forEach(({ key }) => console.error(key, processorSeconds().toFixed(0)));
    },
  ),
);
const made = mixes.filter((mix) => runs.together(mix, false) !== null).length;
console.log(`${made} of ${mixes.length} mixes, ${processorSeconds().toFixed(0)} s of processor time`);
