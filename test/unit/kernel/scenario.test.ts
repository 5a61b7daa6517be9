import { told } from '../../support/told';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseScenario } from '../../../src/kernel/scenario';
import { alu } from '../simulator/programs';

const named = (name: string): unknown => ({
  gpu: 'v100-sxm2',
  apps: [{ name, program: alu, launch: { grid: 1, block: 32 } }],
});

describe('names in a scenario', () => {
  it('are refused where they do not show as they are written, with the field', () => {
    for (const name of [
      'a\nwarning: b',
      '\u001b[2J',
      'a\u0000',
      'a\u0085b',
      'a\u2028b',
      'a\u202eb',
      'a\u2066b',
    ])
      assert.throws(() => parseScenario(named(name)), told(/^apps\[0\]\.name: holds a control character$/));
    assert.throws(
      () => parseScenario(named('x'.repeat(10_000))),
      told(/apps\[0\]\.name: longer than 500 characters/),
    );
    for (const name of ['', '  '])
      assert.throws(() => parseScenario(named(name)), told(/apps\[0\]\.name: empty/));
    assert.throws(
      () => parseScenario({ ...Object(named('a')), gpu: 'a\nb' }),
      told(/gpu: holds a control character/),
    );
  });

  it('are taken as they are otherwise', () => {
    for (const name of ['<img onerror=alert(1)>', '$(rm -rf ~)', 'é漢字', "'; x", '\\'])
      assert.equal(parseScenario(named(name)).apps[0]!.name, name);
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 80 }), (name) => {
        // Drawn strings are printable ASCII; only blank ones are no names.
        fc.pre(name.trim() !== '');
        assert.equal(parseScenario(named(name)).apps[0]!.name, name);
      }),
    );
  });
});
