import { told } from '../../support/told';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { evaluate, parseExpression } from '../../../src/kernel/expression';
import { parseKernelProgram } from '../../../src/kernel/program';
import { parseScenario } from '../../../src/kernel/scenario';
import { InputError } from '../../../src/kernel/result';

const program = {
  name: 'vecadd',
  registersPerThread: 16,
  parameters: { n: 1024 },
  arrays: { a: { elementBytes: 4, elements: 'n' } },
  body: [
    { op: 'load', array: 'a', index: 'globalThread', into: 'x' },
    { op: 'compute', class: 'fp32', after: ['x'] },
  ],
};

const scenario = {
  gpu: 'v100',
  apps: [{ name: 'one', program, launch: { grid: 4, block: [256] } }],
  limits: { untilEachFinishedOnce: true },
};

const rejects = (value: unknown, parse: (v: unknown) => unknown, message: RegExp) =>
  assert.throws(
    () => parse(value),
    (error: unknown) => error instanceof InputError && told(message)(error),
  );

describe('expressions', () => {
  const value = (text: string, names: Record<string, number> = {}) =>
    evaluate(parseExpression(text, 'f'), new Map(Object.entries(names)), 'f');

  it('follow precedence, associativity and functions', () => {
    assert.equal(value('2 + 3 * 4 - 6 / 2'), 11);
    assert.equal(value('10 - 4 - 3'), 3);
    assert.equal(value('-(n - 1) % 4', { n: 6 }), 3);
    assert.equal(value('ceil(n / 256) * max(2, 3)', { n: 257 }), 6);
  });

  it('name the field and the unknown name', () => {
    assert.throws(() => value('n + m', { n: 1 }), told(/^f: unknown name "m" \(known: n\)/));
    for (const bad of ['', '1 +', '(1', 'foo(1)', 'min(1)', '1 $ 2', '1 2'])
      assert.throws(() => value(bad), InputError, bad);
  });

  it('never fail with anything but an InputError', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        try {
          parseExpression(text, 'f');
        } catch (error) {
          assert.ok(error instanceof InputError);
        }
      }),
    );
  });

  it('refuse nesting that would exhaust the stack', () => {
    assert.throws(
      () => parseExpression('('.repeat(900) + '1' + ')'.repeat(900), 'f'),
      told(/nested too deeply/),
    );
  });
});

describe('kernel programs', () => {
  it('are read as written', () => {
    assert.deepEqual(parseKernelProgram(program), program);
  });

  it('refuse unknown names and name the field', () => {
    rejects({ ...program, regs: 1 }, parseKernelProgram, /^program\.regs: unknown field/);
    rejects({ ...program, body: [] }, parseKernelProgram, /^program\.body: empty/);
    rejects(
      { ...program, body: [{ op: 'compute', class: 'fp33' }] },
      parseKernelProgram,
      /^program\.body\[0\]\.class: expected .*"fp33"/,
    );
    rejects(
      { ...program, body: [{ op: 'loop', trips: 2, body: [{ op: 'nop' }] }] },
      parseKernelProgram,
      /^program\.body\[0\]\.body\[0\]\.op: /,
    );
    rejects(
      { ...program, body: [{ op: 'load', array: 'a', index: { kind: 'random', skope: 'grid' }, into: 'x' }] },
      parseKernelProgram,
      /^program\.body\[0\]\.index\.skope: unknown field/,
    );
  });
});

describe('scenarios', () => {
  it('are read as written', () => {
    assert.deepEqual(parseScenario(scenario), scenario);
  });

  it('refuse what does not add up, naming the field', () => {
    const one = scenario.apps[0];
    rejects({ ...scenario, gpu: 3 }, parseScenario, /^gpu: /);
    rejects({ ...scenario, colour: 1 }, parseScenario, /^colour: unknown field/);
    rejects({ ...scenario, limits: {} }, parseScenario, /^limits: give/);
    rejects(
      { ...scenario, mode: { kind: 'spatial', sms: [1, 2] } },
      parseScenario,
      /^mode\.sms: 2 entries for 1/,
    );
    rejects({ ...scenario, apps: [{ name: 'x' }] }, parseScenario, /^apps\[0\]: give program/);
    rejects(
      { ...scenario, apps: [{ ...one, launch: undefined }] },
      parseScenario,
      /^apps\[0\]\.launch: missing/,
    );
    rejects(
      { ...scenario, apps: [{ ...one, source: 'a.cu' }] },
      parseScenario,
      /^apps\[0\]: give exactly one/,
    );
    rejects(
      { ...scenario, apps: [{ ...one, launch: { grid: 0, block: 1 } }] },
      parseScenario,
      /^apps\[0\]\.launch\.grid: /,
    );
  });
});
