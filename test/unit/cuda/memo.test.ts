import assert from 'node:assert/strict';
import fc from 'fast-check';
import { evaluate, evaluateNumber } from '../../../src/cuda/constants/evaluate';
import { Scope, type AssignedValue } from '../../../src/cuda/constants/scope';
import { standIn } from '../../../src/cuda/constants/standIn';

function variable(scope: Scope, name: string, ...values: readonly (string | AssignedValue)[]): Scope {
  return scope.define({
    kind: 'variable',
    name,
    type: 'int',
    extents: [],
    values: values.map((value) => (typeof value === 'string' ? { text: value } : value)),
  });
}

/** A variable `n` of 7 that counts how often it is asked for. */
function counted(scope = new Scope()): { readonly scope: Scope; readonly asked: () => number } {
  let asked = 0;
  const argument = { text: '7', scope: new Scope() };
  variable(scope, 'n', { text: null, calls: () => (asked++, [argument]) });
  return { scope, asked: () => asked };
}

/** Runs `act` while a name stands for a number. */
function during<T>(scope: Scope, name: string, value: number, act: () => T): T {
  const undo = standIn(scope, name, value);
  const result = act();
  undo();
  return result;
}

describe('remembered values', () => {
  it('stay while something stands for a name that they do not rest on', () => {
    const { scope, asked } = counted();
    variable(variable(scope, 'm', 'n * 2'), 'round', '0');
    during(scope, 'round', 1, () => undefined);
    for (let round = 0; round < 5; round++)
      during(scope, 'round', round, () => assert.equal(evaluate('m + round', scope).value, 14 + round));
    assert.equal(asked(), 1);
  });

  it('follow what stands for a name that they rest on, and come back', () => {
    const scope = variable(variable(new Scope(), 'i', '3'), 'twice', 'i * 2');
    const inner = variable(new Scope(scope), 'more', 'twice + 1');
    assert.equal(evaluate('more', inner).value, 7);
    for (const value of [10, 20, 20])
      during(scope, 'i', value, () => assert.equal(evaluate('more', inner).value, value * 2 + 1));
    assert.equal(evaluate('more', inner).value, 7);
  });

  it('are those of names in other files as well', () => {
    const header = variable(variable(new Scope(), 'width', '8'), 'area', 'width * width');
    const imports = { linked: () => null };
    const symbol = (name: string) => {
      const found = header.own(name);
      return found === undefined ? null : { symbol: found, scope: header };
    };
    const scope = variable(new Scope(null, undefined, { ...imports, symbol }), 'bytes', 'area * 4');
    assert.equal(evaluate('bytes', scope).value, 256);
    during(scope, 'width', 2, () => assert.equal(evaluate('bytes', scope).value, 16));
    assert.equal(evaluate('bytes', scope).value, 256);
  });

  it('go through cycles of their own', () => {
    const { scope, asked } = counted();
    variable(scope, 'size', 'n', 'size > 64 ? n : size');
    for (let time = 0; time < 4; time++) evaluate('size + 1', scope);
    // Either value asks for it once.
    assert.ok(asked() <= 2, `${asked()}`);
  });

  it('are the same in whatever order they are asked for, also behind cycles', () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const name = fc.constantFrom(...names);
    const text = fc.oneof(
      fc.integer({ min: 0, max: 3 }).map(String),
      name,
      fc.tuple(name, name).map(([one, other]) => `${one} + ${other}`),
      fc.tuple(name, name).map(([one, other]) => `${one} > 1 ? ${other} : 2`),
    );
    const values = fc.array(text, { minLength: 1, maxLength: 2 });
    const step = fc.record({
      name,
      alone: fc.boolean(),
      stands: fc.option(fc.record({ name, value: fc.integer({ min: 0, max: 3 }) })),
    });
    const program = fc.tuple(values, values, values, values, values);
    fc.assert(
      fc.property(program, fc.array(step, { minLength: 2, maxLength: 12 }), (texts, steps) => {
        const fresh = (): Scope =>
          names.reduce((scope, one, at) => variable(scope, one, ...texts[at]!), new Scope());
        const ask = (scope: Scope, { name: asked, alone, stands }: (typeof steps)[number]) => {
          const answer = () => (alone ? evaluateNumber(asked, scope).value : evaluate(asked, scope));
          return stands === null ? answer() : during(scope, stands.name, stands.value, answer);
        };
        const kept = fresh();
        for (const one of steps) assert.deepEqual(ask(kept, one), ask(fresh(), one));
      }),
      { numRuns: 300 },
    );
  });
});
