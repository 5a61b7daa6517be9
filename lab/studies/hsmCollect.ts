// Runs HSM's programs alone and in mixes, whole, and keeps what was counted: npm run study -- hsm-collect
//   … --gpu hsm-80sm-hbm
//   … --mixes 105       so many mixes, in an order drawn by --seed; those that are in the file are not run again
//   … --size 2          programs of a mix
//   … --policies 10     the first ten of them under every policy, too
//   … --seconds 300     starts nothing more after so much processor time
//   … --part 1/4        a quarter of the mixes, for four processes at a time
import path from 'node:path';
import { parseArgs } from 'node:util';
import { loadSpec } from '../../src/simulator/spec/loadSpec';
import { saturationSms } from '../hsm/line';
import { drawnMixes } from '../hsm/mixes';
import { readPrograms } from '../hsm/programs';
import { hsmFor, highPriority } from '../hsm/evaluatePolicies';
import { POLICIES } from '../hsm/policyRuns';
import { MOST_CYCLES, Runs } from '../hsm/runs';
import { readModel } from '../../src/analysis/models';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();
const { values } = parseArgs({
  options: {
    gpu: { type: 'string', default: 'hsm-80sm-hbm' },
    mixes: { type: 'string', default: '105' },
    size: { type: 'string', default: '2' },
    seconds: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    policies: { type: 'string', default: '0' },
    part: { type: 'string', default: '1/1' },
  },
});
const [count, size, limit, seed] = [values.mixes, values.size, values.seconds, values.seed].map(Number);
const [part, parts] = values.part.split('/').map(Number);
const seconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};
const isOver = (): boolean => seconds() > limit!;
const isMine = (_: unknown, at: number): boolean => at % parts! === part! - 1;

const programs = await readPrograms(ROOT);
const gpu = loadSpec(values.gpu);
const file = path.join(ROOT, 'docs/reproduction/hsm-runs.ndjson');
const runs = new Runs(file, { gpu, cycles: MOST_CYCLES });
for (const program of programs.filter(isMine)) {
  runs.alone(program, !isOver());
  if (program.isMemoryBound) runs.alone(program, !isOver(), saturationSms(gpu));
  console.error(program.name, seconds());
}
const mixes = drawnMixes(programs, seed!, size).slice(0, count).filter(isMine);
const made = mixes.filter((mix) => runs.together(mix, !isOver()) !== null).length;
const ready = hsmFor(gpu, await readModel(path.join(ROOT, 'models/hsm', `${values.gpu}.json`)));
const tasks = mixes
  .slice(0, Number(values.policies))
  .flatMap((mix) => POLICIES.map((policy) => ({ mix, policy })));
for (const { mix, policy } of tasks)
  runs.policy(mix, policy, isOver() ? null : { first: highPriority(mix), predictor: ready });
console.log(`${made} of ${mixes.length} mixes, ${seconds().toFixed(0)} s of processor time`);
