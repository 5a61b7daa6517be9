/**
 * Memory instructions per thread and sectors per request of the lowered suite, to be read beside the sources.
 *
 *   npm run study -- lowering-suite [WORKLOAD…]
 */
import path from 'node:path';
import { lowerRequested } from '../../src/analysis/lowering/lowerRequest';
import { readSuite, resolvePath } from '../suite/suite';
import { readSuiteTexts } from '../suite/suiteFiles';
import { suiteWorkspace } from '../suite/suiteWorkspace';
import { programTotals } from '../../src/kernel/totals/programTotals';
import type { KernelProgram, Statement } from '../../src/kernel/program';
import { parseScenario } from '../../src/kernel/scenario';
import { volume } from '../../src/kernel/symbolic';
import { simulate } from '../../src/simulator/simulate';
import { studyParser } from '../cuda/instructionMix/compare';

/** A GPU with sectors of 32 bytes, and cycles after which the traffic of a launch shows. */
const [GPU, CYCLES] = ['v100-sxm2', 6000];

const root = path.join(process.cwd(), 'workloads');
const texts = await readSuiteTexts(root);
const workspace = suiteWorkspace(texts, { parser: await studyParser(process.cwd()) });
const wanted = new Set(process.argv.slice(2));

console.log(
  '| kernel | global loads | stores | atomics | shared loads | stores | sectors a load | a store | data decides |',
);
console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- |');
for (const { workload, folder } of readSuite(texts).workloads) {
  const seen = new Set<string>();
  for (const { source, kernel, launch, arguments: given } of workload.kernels) {
    if (source === undefined || kernel === undefined || seen.has(kernel)) continue;
    if (wanted.size > 0 && !wanted.has(workload.name)) continue;
    seen.add(kernel);
    const request = { path: resolvePath(folder, source), kernel, launch, arguments: given ?? {} };
    console.log(row(`${workload.name} ${kernel}`, lowerRequested(workspace, request)));
  }
}

function row(name: string, { program, launch }: ReturnType<typeof lowerRequested>): string {
  const all = volume(launch.grid) * volume(launch.block);
  const { threads } = programTotals(program, launch);
  const each = (kind: keyof typeof threads): string => shown((threads[kind] ?? 0) / all);
  const app = { name: 'k', program, launch: { ...launch, grid: [...launch.grid], block: [...launch.block] } };
  const scenario = parseScenario({ gpu: GPU, apps: [app], limits: { cycles: CYCLES } });
  const { metrics } = simulate(scenario).apps[0]!.kernels[0]!;
  const per = (metric: string): string => shown(metrics[metric] ?? 0);
  return `| ${[
    name,
    each('globalLoad'),
    each('globalStore'),
    each('atomic'),
    each('sharedLoad'),
    each('sharedStore'),
    per('gld_transactions_per_request'),
    per('gst_transactions_per_request'),
    decided(program).join(', ') || '–',
  ].join(' | ')} |`;
}

/** Arrays whose elements data chooses, with how. */
function decided({ body }: KernelProgram): string[] {
  const found = new Set<string>();
  const visit = (statements: readonly Statement[]): void => {
    for (const statement of statements) {
      if (statement.op === 'loop') visit(statement.body);
      else if (statement.op === 'if') [statement.then, statement.else ?? []].forEach(visit);
      else if ('index' in statement && typeof statement.index === 'object')
        found.add(`${statement.array} (${statement.index.kind})`);
    }
  };
  visit(body);
  return [...found];
}

function shown(value: number): string {
  return value === 0 ? '–' : String(Number(value.toPrecision(3)));
}
