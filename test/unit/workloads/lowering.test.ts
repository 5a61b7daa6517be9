import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { applicationOf, type LowerKernel } from '../../../lab/suite/application';
import { lowererOf } from '../../../lab/suite/lowerWith';
import { readSuite, type SuiteWorkload } from '../../../lab/suite/suite';
import { readSuiteTexts } from '../../../lab/suite/suiteFiles';
import { suiteWorkspace } from '../../../lab/suite/suiteWorkspace';
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

interface Suite {
  readonly entries: readonly SuiteWorkload[];
  readonly lower: LowerKernel;
}

let read: Promise<Suite> | undefined;
/** The suite's workloads, and what lowers their kernels. */
const suite = (): Promise<Suite> => (read ??= readWorkloads());

async function readWorkloads(): Promise<Suite> {
  const texts = await readSuiteTexts(path.join(process.env['CORUN_ROOT']!, 'workloads'));
  const workspace = suiteWorkspace(texts, { parser: await testParser() });
  return { entries: readSuite(texts).workloads, lower: lowererOf(workspace) };
}

describe('lowering of the workload suite', () => {
  it('makes every launch a program that the simulator takes, and runs the first of them', async () => {
    const { entries, lower } = await suite();
    const faults = entries.flatMap((entry) => {
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

  it('reads shared elements of the sample reduction where they are, whose type a template leaves open', async () => {
    const source = path.join(process.env['CORUN_ROOT']!, 'workloads/samples/reduction/reduction.cu');
    const workspace = new CudaWorkspace({ parser: await testParser() });
    workspace.setFile('reduction.cu', fs.readFileSync(source, 'utf8'));
    const kernel = workspace.index().kernels.find(({ name }) => name === 'sumKernel')!;
    const lowering = workspace.lower(kernel.id, workspace.launchesOf(kernel.id)[0]!);
    assert.ok(lowering?.kind === 'lowered');
    const places = those(lowering.program.body, 'load').filter(({ array }) => array === 'raw');
    assert.deepEqual(
      places.map(({ index }) => index),
      ['threadX', 'threadX + 32', 'threadX'],
    );
  });
});

describe('pressure producers', () => {
  /** Sectors read from the L2 cache, or from DRAM, per cycle at a level from 1 to 12 on half of the GPU. */
  async function traffic(name: string, level: number): Promise<number> {
    const { entries, lower } = await suite();
    const entry = entries.find(({ workload }) => workload.name === name)!;
    const app = applicationOf(entry, lower, variantsOf(entry.workload)[level - 1]);
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
