// Runs HSM's programs alone and in mixes, whole, and keeps what was counted: npm run study -- hsm-collect
//   … --gpu hsm-80sm-hbm
//   … --mixes 105       so many mixes, in an order drawn by --seed; those that are in the file are not run again
//   … --size 2          programs of a mix
//   … --policies 9      nine mixes whose kinds take turns, of the same draw, under every policy, for a million cycles
//   … --under even,HSM-Fair,…       under these, where what they go by was trained; HSM-Fair:0.7 acts below a fairness of
//                       0.7, epochs of HSM-Fair:kernels end with kernels
//   … --cap 0 --queue 32     with memory controllers that cap row hits, and have room, otherwise than the GPU's
//   … --seconds 300     starts nothing more after so much processor time
//   … --part 1/4        a quarter of the mixes, for four processes at a time
//   … --workers 2       so many simulations at a time
//   … --executor slurm  as a job array of Slurm, --batch of them a task, whatever --seconds says (docs/sweeps.md)
import path from 'node:path';
import { parseArgs } from 'node:util';
import { gpuWith } from '../hsm/jobs';
import { saturationSms } from '../hsm/line';
import { drawnMixes, sampledMixes, type Mix } from '../hsm/mixes';
import { readPrograms } from '../hsm/programs';
import { highPriority, twice } from '../hsm/evaluatePolicies';
import { canRun, POLICIES } from '../hsm/policyRuns';
import { MOST_CYCLES, Runs } from '../hsm/runs';
import { chosenPolicies, readTrained } from '../hsm/trained';
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
    under: { type: 'string', default: POLICIES.join(',') },
    cap: { type: 'string' },
    queue: { type: 'string' },
    part: { type: 'string', default: '1/1' },
    file: { type: 'string', default: path.join(ROOT, 'docs/reproduction/hsm-runs.ndjson') },
  },
});
const [count, size, limit, seed] = [values.mixes, values.size, values.seconds, values.seed].map(Number);
const [part, parts] = values.part.split('/').map(Number);
const isMine = (_: unknown, at: number): boolean => at % parts! === part! - 1;

const programs = await readPrograms(ROOT);
const memory = controllersOf(values);
const gpu = gpuWith(values.gpu, memory);
const runs = new Runs(values.file, { gpu, cycles: MOST_CYCLES, ...(memory && { memory }) });
const drawn = drawnMixes(programs, seed!, size);
const mixes = drawn.slice(0, count).filter(isMine);
const sample = sampledMixes(drawn, Number(values.policies)).filter(isMine);
const programsOf = (chosen: readonly Mix[]) => [...new Set(chosen.flatMap((mix) => mix.programs))];
const alone = [
  ...programsOf([...mixes, ...sample]).map((program) => runs.aloneJob(program)),
  ...programsOf(mixes)
    .filter(({ isMemoryBound }) => isMemoryBound)
    .map((program) => runs.aloneJob(program, saturationSms(gpu))),
  ...programsOf(sample).map((program) => runs.aloneJob(twice(program))),
];
const models = await readTrained(ROOT, values.gpu);
const managed = sample.flatMap((mix) =>
  chosenPolicies(values.under)
    .filter(({ name }) => canRun(name, models))
    .map((policy) => runs.policyJob(mix, policy, { first: highPriority(mix), models })),
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

/** Nothing where controllers are the GPU's. */
function controllersOf({ cap, queue }: { readonly cap?: string; readonly queue?: string }) {
  const own = {
    ...(cap !== undefined && { rowHitCap: Number(cap) }),
    ...(queue !== undefined && { queue: Number(queue) }),
  };
  return Object.keys(own).length === 0 ? undefined : own;
}
