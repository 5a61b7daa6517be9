import assert from 'node:assert/strict';
import path from 'node:path';
import { studyParser } from '../../../lab/cuda/instructionMix/compare';
import { cardRuns } from '../../../lab/hardware/card/measured';
import { comparedPairs, type MeasuredPair } from '../../../lab/hardware/card/pairs';
import { SimulatedRuns } from '../../../lab/hardware/card/simulatedRuns';
import { blockRows } from '../../../lab/reportBlocks';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();

describe('probes on an H100', () => {
  const pairs = comparedPairs(cardRuns(ROOT));
  const named = (name: string): MeasuredPair => {
    const found = pairs.find((pair) => pair.name === name);
    assert.ok(found, name);
    return found;
  };
  let simulated: SimulatedRuns;
  before(async () => {
    simulated = new SimulatedRuns(await studyParser(ROOT), ROOT);
  });

  it('are all in the report', () => {
    assert.equal(blockRows(path.join(ROOT, 'docs/hardware.md'), 'probes').length, pairs.length);
  });

  it('leave nothing to a younger kernel of doubles, and the older one as it was', () => {
    const { run, measured } = named('fp64, 512 + fp64, 512');
    const [older, younger] = simulated.slowdowns(run);
    assert.ok(Math.abs(older! / measured[0]! - 1) < 0.03, String(older));
    assert.ok(younger! > 20 && measured[1]! > 20);
  });

  it('slow each other down as measured where gaps are left', () => {
    for (const name of ['fp32, 64 + tensor, 128', 'fp32, 128 + fp64, 256', 'shared, 128 + shared, 128']) {
      const { run, measured } = named(name);
      const found = simulated.slowdowns(run);
      measured.forEach((slowdown, i) => {
        assert.ok(
          Math.abs(found[i]! / slowdown - 1) < 0.15,
          `${name}: ${found.join(' ')} for ${measured.join(' ')}`,
        );
      });
    }
  });
});
