import assert from 'node:assert/strict';
import { scenarioReport } from '../../../src/analysis/scenarios/scenarioReport';
import type { ScenarioReport } from '../../../src/analysis/results/scenarioResult';
import twoKernels from '../../../workloads/samples/scenarios/two-kernels.scenario.json';
import { sampleScenario } from '../../webview/samples/scenario';
import { extentText, nanoseconds, scenarioKernelTable, timelineRows } from '../../../webview/model/scenario';

const report = (scenario: unknown): Promise<ScenarioReport> => scenarioReport(scenario, {}, () => undefined);

describe('the report of a scenario', () => {
  it('shows every launch as a bar that is as long as the result says', async () => {
    const { timeline, result } = await report(twoKernels);
    assert.equal(result.end, 'finished');
    assert.deepEqual(timeline.bars.map(({ app, kernel }) => [app, kernel]).sort(), [
      [0, 'vectorAdd'],
      [1, 'polynomial'],
    ]);
    for (const bar of timeline.bars) {
      assert.ok(bar.complete);
      const { cycles } = result.apps[bar.app]!.kernels[0]!;
      // The result counts the launch latency in, during which nothing runs.
      assert.ok(bar.toCycle - bar.fromCycle <= cycles! && bar.toCycle <= timeline.cycles);
      assert.ok(Math.abs(bar.toCycle - result.apps[bar.app]!.firstFinishCycle!) <= 1);
    }
  });

  it('has paces that add up to the instructions of each application', async () => {
    const { timeline, result } = await report(twoKernels);
    result.apps.forEach((app, index) => {
      const sum = timeline.pace.reduce(
        (total, { fromCycle, toCycle, ipc }) => total + ipc[index]! * (toCycle - fromCycle),
        0,
      );
      assert.ok(Math.abs(sum - app.instructions) < 1e-6 * app.instructions, app.name);
    });
  });

  it('keeps relaunches apart, marks what did not end, and stays bounded', async () => {
    const [vectorAdd] = twoKernels.apps;
    const cycles = 400_000;
    const { timeline, result } = await report({
      ...twoKernels,
      apps: [{ ...vectorAdd, repeat: 'always' }],
      limits: { cycles },
    });
    const [app] = result.apps;
    const ended = timeline.bars.filter(({ complete }) => complete);
    assert.equal(ended.length + timeline.omittedBars, app!.kernels[0]!.runs);
    assert.ok(timeline.bars.filter(({ complete }) => !complete).length <= 1);
    assert.ok(timeline.pace.length < 240);
    assert.equal(timeline.pace.at(-1)!.toCycle, cycles);
    assert.equal(app!.slowdown, null);
  });

  it('names resources and waiting reasons, highest first, and nothing below half a percent', async () => {
    const { apps } = await report(twoKernels);
    for (const list of apps.flatMap(({ resources, stalls }) => [resources, stalls])) {
      assert.ok(list.length > 0);
      assert.deepEqual(
        list.map(({ share }) => share),
        list.map(({ share }) => share).sort((a, b) => b - a),
      );
      assert.ok(list.every(({ share }) => share >= 0.005));
    }
  });

  it('tells a window from a whole run, and times from the clock', async () => {
    const whole = await report(twoKernels);
    assert.match(
      extentText(whole),
      /^The whole run of [\d,]+ cycles \([\d.]+\u202fµs\), until every application/,
    );
    const window = await report({ ...twoKernels, warmupCycles: 2000, limits: { cycles: 1000 } });
    assert.match(
      extentText(window),
      /^A window of 1,000 cycles .*from cycle 2,000 to 3,000, until the limit/,
    );
    assert.equal(nanoseconds(1000, { coreClockMHz: 500 }), 2000);
  });

  it('lies behind the charts as tables', async () => {
    const { report: sample } = await sampleScenario();
    assert.equal(scenarioKernelTable(sample!).rows.length, 2);
    assert.equal(
      timelineRows(sample!).rows.length,
      sample!.timeline.bars.length + 2 * sample!.timeline.pace.length,
    );
  });
});
