import assert from 'node:assert/strict';
import path from 'node:path';
import { applicationOf, type LowerKernel } from '../../../src/analysis/workloads/application';
import { lowererOf } from '../../../src/analysis/workloads/lowerWith';
import { readSuite, type SuiteWorkload } from '../../../src/analysis/workloads/suite';
import { readSuiteTexts } from '../../../src/analysis/workloads/suiteFiles';
import { CudaWorkspace } from '../../../src/cuda/workspace';
import { InputError } from '../../../src/kernel/result';
import { parseScenario, type ScenarioApp } from '../../../src/kernel/scenario';
import { variantsOf } from '../../../src/kernel/workload';
import { simulate } from '../../../src/simulator/simulate';
import { testParser } from '../cuda/support';

/** Launch latency and the first blocks. */
const LIMITS = { cycles: 15_000, instructions: 5000 };

/** A short run of an application alone on the GPU that the suite is sized for. */
function run(app: ScenarioApp) {
  const scenario = parseScenario({ gpu: 'themis-60sm', apps: [app], limits: LIMITS });
  return simulate(scenario);
}

describe('lowering of the workload suite', function () {
  this.timeout(120_000);
  let workloads: readonly SuiteWorkload[];
  let lower: LowerKernel;

  before(async () => {
    const texts = await readSuiteTexts(path.join(process.env['CORUN_ROOT']!, 'workloads'));
    ({ workloads } = readSuite(texts));
    const workspace = new CudaWorkspace({ parser: await testParser() });
    for (const [file, text] of texts) if (!file.endsWith('.json')) workspace.setFile(file, text);
    lower = lowererOf(workspace);
  });

  it('makes every launch a program that the simulator takes, and runs the first of them', () => {
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
});
