import assert from 'node:assert/strict';
import fc from 'fast-check';
import { evaluate } from '../../../src/cuda/constants/evaluate';
import { Scope } from '../../../src/cuda/constants/scope';

/** A scope with one function of integers. */
function withFunction(name: string, parameters: string, body: string): Scope {
  return new Scope().define({
    kind: 'function',
    name,
    overloads: [
      {
        type: 'int',
        template: [],
        parameters: parameters.split(',').map((one) => ({ type: 'int', name: one.trim() })),
        body,
      },
    ],
  });
}

function called(call: string, parameters: string, body: string): number | null {
  return evaluate(call, withFunction(/^\w+/.exec(call)![0], parameters, body)).value;
}

describe('functions of several statements', () => {
  it('compute through locals, branches and updates', () => {
    const up = 'int r = a / b; if (a % b) r++; return r;';
    assert.equal(called('up(1000, 32)', 'a, b', up), 32);
    assert.equal(called('up(1024, 32)', 'a, b', up), 32);
    const chosen = 'int t; if (n > 1000) { t = 256; } else if (n > 100) t = 128; else t = 32; return t;';
    assert.deepEqual(
      [2000, 500, 5].map((n) => called(`f(${n})`, 'n', chosen)),
      [256, 128, 32],
    );
    assert.equal(
      called('f(7)', 'a', 'assert(a > 0); const int b = a, c(2); a += b * c; a <<= 1; return a;'),
      42,
    );
  });

  it('compute through loops of every form', () => {
    const next = '--x; x |= x >> 1; x |= x >> 2; x |= x >> 4; x |= x >> 8; x |= x >> 16; return ++x;';
    assert.equal(called('next(1000)', 'x', next), 1024);
    assert.equal(called('f(1000)', 'n', 'int p = 1; while (p < n) p *= 2; return p;'), 1024);
    assert.equal(
      called(
        'f(5)',
        'n',
        'int s = 0; for (int i = 0; i < n; ++i) { if (i == 3) continue; s += i; } return s;',
      ),
      7,
    );
    assert.equal(
      called('f(5)', 'n', 'int s = 0; do { s += n; n -= 1; if (s > 12) break; } while (n > 0); return s;'),
      14,
    );
  });

  it('are unknown by their arguments where a condition is, and by themselves where they cannot be followed', () => {
    const up = withFunction('up', 'a, b', 'int r = a / b; if (a % b) r++; return r;');
    assert.deepEqual(evaluate('up(n, 32)', up).unknowns, ['n']);
    for (const body of [
      'switch (a) { case other: return 2; } return 3;',
      'int r; measure(&r); return r;',
      'other = a; return other;',
      'while (1) a++; return a;',
      'while (--a > 0) ; return a;',
      'if (a) goto end; end: return 1;',
    ])
      assert.deepEqual(evaluate('f(4)', withFunction('f', 'a', body)).value, null, body);
  });

  it('never fail on arbitrary bodies', () => {
    const piece = fc.constantFrom(
      'if',
      '(',
      ')',
      '{',
      '}',
      ';',
      'a',
      '=',
      '1',
      'return',
      'for',
      'while',
      'switch',
      'case',
      ':',
      'do',
      'else',
      '++',
      'int',
      '<',
      ',',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        called('f(3)', 'a', pieces.join(' '));
      }),
    );
  });
});
