import assert from 'node:assert/strict';
import { overWindow, searchYield } from '../../../src/analysis/yielding/searchYield';
import { listed } from '../../../src/analysis/yielding/yieldAnswer';
import { parseScenario } from '../../../src/kernel/scenario';
import type { YieldSearch } from '../../../src/predictors/yieldSearchPort';
import { english } from '../../../src/words';
import { told } from '../../support/told';
import { alu } from '../simulator/programs';

const app = (name: string, grid: number) => ({
  name,
  program: { ...alu, name },
  launch: { grid, block: 256 },
  arguments: { iterations: 16 },
});
const pair = parseScenario({ gpu: 'gtx-950', apps: [app('first', 600), app('second', 12)] });

describe('a search for what is to be yielded', () => {
  it('tries configurations by simulating both, each once, against times alone', () => {
    const seen: number[] = [];
    const method: YieldSearch = {
      id: 'two',
      needsMap: false,
      search: ({ most, qos, tried }) => {
        assert.equal(qos, 3);
        const all = tried(most);
        assert.equal(tried(most), all);
        const little = tried({ sms: 1, blocks: 1 });
        return little.latency > all.latency ? all : little;
      },
    };
    const onTrial = (_: unknown, count: number): void => void seen.push(count);
    const result = searchYield({ scenario: pair, qos: 3, pollNs: 0, onTrial }, method);
    assert.deepEqual(seen, [1, 2]);
    // Eight blocks of 256 threads on each of six SMs.
    assert.deepEqual(result.most, { sms: 6, blocks: 8 });
    assert.equal(result.configurations, 48);
    assert.equal(result.expected, null, 'no map was asked for');
    const [all, little] = result.trials;
    assert.deepEqual(result.best!.places, result.most);
    assert.ok(all!.latency > 1, 'it waits for tasks to end');
    assert.ok(little!.latency > all!.latency);
    assert.ok(little!.throughput > all!.throughput && little!.throughput > 0.8, `${little!.throughput}`);
    const { latency, throughput } = all!;
    const whole = (latency * throughput + 3 - latency) / 3;
    assert.ok(Math.abs(result.overWindow.wholeGpu! - whole) < 1e-12, 'blocks that still end count');
    assert.equal(result.violations, result.trials.filter(({ latency }) => latency > 3).length);
    assert.deepEqual(result.warnings, [], 'a pace is told, and no map of another simulator was used');
  });

  it('says that what is kept is not told where runs are shorter than a launch', () => {
    const method: YieldSearch = { id: 'one', needsMap: false, search: ({ most, tried }) => tried(most) };
    const short = parseScenario({ gpu: 'gtx-950', apps: [app('first', 60), app('second', 1)] });
    const { warnings, trials } = searchYield({ scenario: short, qos: 3, pollNs: 0 }, method);
    assert.ok(trials[0]!.throughput > 1.1, 'more than all of its pace');
    const share = Math.round(100 * trials[0]!.throughput);
    assert.match(
      warnings.map(english).join(),
      new RegExp(
        `^in 1 of 1 trials first keeps more than all of its pace, up to ${share} %: second is over `,
      ),
    );
  });

  it('compares over the window of the target: together, then alone', () => {
    // Twice its time of three: a half meanwhile, then all.
    assert.ok(Math.abs(overWindow({ latency: 2, throughput: 0.5 }, 3)! - 2 / 3) < 1e-12);
    assert.ok(Math.abs(overWindow({ latency: 1.5, throughput: 0 }, 3)! - 0.5) < 1e-12);
    assert.equal(overWindow({ latency: 3.1, throughput: 1 }, 3), null);
  });

  it('lists a trial that was given up without a time, as JSON and pages want it', () => {
    const trial = { places: { sms: 1, blocks: 2 }, latency: Infinity, throughput: 0.5 };
    assert.deepEqual(listed(trial), { ...trial, latency: null });
    assert.equal(listed({ ...trial, latency: 1.5 }).latency, 1.5);
  });

  it('is of two applications', () => {
    const scenario = { ...pair, apps: pair.apps.slice(0, 1) };
    const method: YieldSearch = { id: 'none', needsMap: false, search: () => null };
    assert.throws(() => searchYield({ scenario, qos: 2, pollNs: 0 }, method), told(/two applications/));
  });
});
