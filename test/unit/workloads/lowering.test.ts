import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { applicationOf } from '../../../lab/suite/application';
import { lowererOf } from '../../../lab/suite/lowerWith';
import {
  ALL,
  classErrors,
  farClasses,
  FIRM,
  loweredCounts,
  type CountPair,
  type Counts,
} from '../../../lab/cuda/lowering/classErrors';
import { openSuite, suiteKernels, type OpenedSuite } from '../../../lab/cuda/lowering/suiteKernels';
import { CudaWorkspace } from '../../../src/cuda/workspace';
import { InputError } from '../../../src/kernel/result';
import { parseScenario, type ScenarioApp } from '../../../src/kernel/scenario';
import { variantsOf } from '../../../src/kernel/workload';
import { simulate } from '../../../src/simulator/simulate';
import { those } from '../cuda/loweringSupport';
import { testParser } from '../cuda/support';

/** Launch latency and the first blocks. */
const LIMITS = { cycles: 8_000, instructions: 5000 };

/** A short run of an application alone, on a GPU of few SMs: what runs there runs on one of many. */
function run(app: ScenarioApp) {
  const scenario = parseScenario({ gpu: 'gtx-950', apps: [app], limits: LIMITS });
  return simulate(scenario);
}

let read: Promise<OpenedSuite> | undefined;
/** The suite, whose workspace keeps what is lowered: all tests of this file share it. */
const suite = (): Promise<OpenedSuite> => (read ??= testParser().then(openSuite));

describe('lowering of the workload suite', () => {
  it('makes every launch a program that the simulator takes, and runs the first of them', async () => {
    const { workloads, workspace } = await suite();
    const lower = lowererOf(workspace);
    const faults = workloads.flatMap((entry) => {
      try {
        const app = applicationOf(entry, lower, variantsOf(entry.workload)[0]);
        return run(app).apps[0]!.instructions > 0 ? [] : [`${app.name}: nothing ran`];
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        return [error.message];
      }
    });
    assert.deepEqual(faults, []);
  });

  it('reads shared elements of the sample reduction where they are, whether or not a caller tells its type', async () => {
    const source = path.join(process.env['CORUN_ROOT']!, 'workloads/samples/reduction/reduction.cu');
    const workspace = new CudaWorkspace({ parser: await testParser() });
    workspace.setFile('reduction.cu', fs.readFileSync(source, 'utf8'));
    const kernel = workspace.index().kernels.find(({ name }) => name === 'sumKernel')!;
    const launch = workspace.launchesOf(kernel.id)[0]!;
    assert.deepEqual(launch.templateArguments[0], 'float');
    for (const told of [
      launch,
      { ...launch, templateArguments: ['Unheard', launch.templateArguments[1]!] },
    ]) {
      const lowering = workspace.lower(kernel.id, told);
      assert.ok(lowering?.kind === 'lowered');
      const places = those(lowering.program.body, 'load').filter(({ array }) => array === 'raw');
      assert.deepEqual(places.map(({ index }) => index).sort(), ['threadX', 'threadX', 'threadX + 32']);
    }
  });
});

describe('pressure producers', () => {
  /** Sectors read from the L2 cache, or from DRAM, per cycle at a level from 1 to 12 on half of the GPU. */
  async function traffic(name: string, level: number): Promise<number> {
    const { workloads, workspace } = await suite();
    const entry = workloads.find(({ workload }) => workload.name === name)!;
    const app = applicationOf(entry, lowererOf(workspace), variantsOf(entry.workload)[level - 1]);
    const scenario = parseScenario({
      gpu: 'themis-60sm',
      mode: { kind: 'spatial', sms: [30] },
      apps: [{ ...app, repeat: 'always' }],
      warmupCycles: 9_000,
      limits: { cycles: 9_000 },
    });
    const { apps, cycles } = simulate(scenario);
    return apps[0]!.kernels[0]!.counters.l2ReadSectors / cycles;
  }

  for (const name of ['pressure-cache', 'pressure-bandwidth'])
    it(`${name}: level 7 has half of the traffic of level 1, level 12 a twelfth`, async () => {
      const most = await traffic(name, 1);
      const share7 = (await traffic(name, 7)) / most;
      const share12 = (await traffic(name, 12)) / most;
      assert.ok(share7 > 0.4 && share7 < 0.6, `level 7: ${share7}`);
      assert.ok(share12 > 0.06 && share12 < 0.12, `level 12: ${share12}`);
    });
});

/** What `npm run study -- lowering-counts --record` keeps of the compiler's work. */
interface Recorded {
  readonly counts: Readonly<Record<string, Counts>>;
  readonly left: Readonly<Record<string, string>>;
}

/** Kernels with classes that are off by more than 15 %: quotients that the compiler makes twice. */
const FAR: Readonly<Record<string, string>> = {
  'ner gatherWindows': 'conversion,special',
  'pos gatherWindows': 'conversion,special',
};

describe('instructions of the lowered suite beside what nvcc makes of it', () => {
  let recorded: Recorded;
  let names: readonly string[];
  let pairs: readonly CountPair[];
  before(async () => {
    const text = fs.readFileSync(
      path.join(process.env['CORUN_ROOT']!, 'lab/cuda/lowering/ptx-counts.json'),
      'utf8',
    );
    recorded = JSON.parse(text) as Recorded;
    const kernels = suiteKernels(await suite(), 'all');
    names = kernels.map(({ name }) => name);
    pairs = kernels.flatMap(({ name, lowered }) => {
      const compiled = recorded.counts[name];
      return compiled === undefined ? [] : [{ name, lowered: loweredCounts(lowered), compiled }];
    });
  });

  it('are compared for each kernel, or it is said why not', () => {
    assert.deepEqual(
      [...Object.keys(recorded.counts), ...Object.keys(recorded.left)].sort(),
      [...names].sort(),
    );
  });

  it('are the same in most kernels, integer and control instructions apart', () => {
    const errors = classErrors(pairs);
    for (const [name, { median, close }] of errors) {
      if (name === 'integer' || name === 'control' || name === ALL) continue;
      assert.ok(median < 0.03, `${name}: median error ${median}`);
      assert.ok(close > 0.85, `${name}: ${close} within 15 %`);
    }
    assert.ok(errors.get(FIRM)!.close > 0.95);
    assert.ok(errors.get(ALL)!.median < 0.08);
  });

  it('differ by more than 15 % where that is known', () => {
    const far = pairs.flatMap((pair) => {
      const classes = farClasses(pair);
      return classes.length === 0 ? [] : [[pair.name, classes.join()]];
    });
    assert.deepEqual(Object.fromEntries(far), FAR);
  });
});
