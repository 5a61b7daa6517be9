import assert from 'node:assert/strict';
import { lawOf, profilingCost, type ProfiledProgram } from '../../../../lab/magic/onGpus/profilingCost';

const cost = profilingCost(process.env['CORUN_ROOT'] ?? process.cwd());

/** A program whose launches cost so many seconds with 26, 64 and all metrics. */
const program = (few: number, more: number, all: number): ProfiledProgram => ({
  ...{ program: 'p', launches: 10, alone: 1 },
  seconds: { '26': 1 + 10 * few, '64': 1 + 10 * more, all: 1 + 10 * all },
  perLaunch: { '26': few, '64': more, all },
});

describe('what collecting metrics costs', () => {
  it('is told by the median launch, nine metrics by the line through 26 and 64', () => {
    const law = lawOf([program(1, 2, 3), program(1.5, 2.5, 4), program(8, 9, 10)]);
    assert.deepEqual([law['26'], law['64'], law.all], [1.5, 2.5, 4]);
    // A metric is 1/38 s; seventeen fewer than 26.
    assert.ok(Math.abs(law.short - (1.5 - 17 / 38)) < 1e-12);
  });

  it('is so much a launch, whatever the program: 1.1 s with 26 metrics, 2.5 and more with all', () => {
    const few = cost.programs.map(({ perLaunch }) => perLaunch['26']);
    assert.equal(few.length, 13);
    assert.ok(few.filter((seconds) => seconds > 1 && seconds < 1.35).length >= 10, few.join(' '));
    for (const { perLaunch } of cost.programs)
      assert.ok(perLaunch['26'] < perLaunch['64'] && perLaunch['64'] < perLaunch.all);
  });

  it('comes near the four bars of figure 5.5, from little where the host decides to more than twice', () => {
    assert.deepEqual(
      cost.figure.map(({ program: name }) => name),
      ['cudasdk_binomialOptions', 'parboil_lbm', 'poly_2dconv', 'rodinia_hotspot'],
    );
    for (const { program: name, printed, told } of cost.figure)
      assert.ok(Math.abs(told / printed - 1) < 0.12, `${name}: ${told} for ${printed}`);
  });
});
