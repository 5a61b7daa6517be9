import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readDirectives } from '../../../src/cuda/preprocessor/directives';
import { MacroEnvironment, type IncludedFile } from '../../../src/cuda/preprocessor/environment';
import { predefinedMacros } from '../../../src/cuda/preprocessor/predefined';
import { preprocess, type Preprocessed } from '../../../src/cuda/preprocessor/preprocess';
import { tokenize } from '../../../src/cuda/syntax/lexer';
import { english } from '../../../src/words';

function run(text: string, includes: Record<string, string> = {}): Preprocessed {
  const table = predefinedMacros();
  const file = (path: string): IncludedFile | null => {
    const source = includes[path];
    return source === undefined
      ? null
      : { path, directives: [...readDirectives(tokenize(source), path).values()] };
  };
  const environment = new MacroEnvironment(
    (name) => table.get(name),
    (target) => file(target.replace(/["<>]/g, '')),
  );
  const tokens = tokenize(text);
  return preprocess('main.cu', tokens, readDirectives(tokens, 'main.cu'), environment);
}

function squeezed(text: string, includes?: Record<string, string>): string {
  return run(text, includes).text.replace(/\s+/g, ' ').trim();
}

describe('preprocessor', () => {
  it('leaves text without macros alone, directives as spaces', () => {
    const { text, map } = run('#include <cstdio>\nint a;\n#pragma once\n');
    assert.equal(text, '                 \nint a;\n            \n');
    assert.equal(map.isIdentity, true);
  });

  it('takes the branches that hold and reports the others with the reason', () => {
    const source = [
      '#define A 2',
      '#if A > 1 && defined(__CUDACC__)',
      'yes',
      '#elif A',
      'elif',
      '#else',
      'no',
      '#endif',
      '#ifdef B',
      'b',
      '#endif',
    ];
    const result = run(source.join('\n'));
    assert.equal(result.text.trim(), 'yes');
    assert.equal(result.text.indexOf('yes'), source.join('\n').indexOf('yes'));
    assert.deepEqual(
      result.inactive.map((region) => [
        source.join('\n').slice(region.start, region.end).trim(),
        english(region.reason),
      ]),
      [
        ['elif', 'an earlier branch of this #if is compiled'],
        ['no', 'an earlier branch of this #if is compiled'],
        ['b', '#ifdef B does not hold'],
      ],
    );
  });

  it('skips nested groups of an inactive branch whole', () => {
    assert.equal(squeezed('#if 0\n#if 1\nx\n#else\ny\n#endif\nz\n#endif\nw'), 'w');
  });

  it('keeps plain constants by name and expands everything else', () => {
    const defines =
      '#define N 16\n#define M (N * 2 + 1)\n#define T float\n#define AT(i) a[(i) * N]\n#define TID threadIdx.x\n';
    assert.equal(squeezed(`${defines}T x = AT(TID + M);`), 'float x = a[(threadIdx.x + M) * N];');
  });

  it('pastes, stringizes and takes variable arguments as the standard says', () => {
    const defines =
      '#define NAME(t) add_##t\n#define STR(x) #x\n#define CALL(f, ...) f(0, ##__VA_ARGS__)\n#define KERNEL(t) __global__ void NAME(t)(t *p)\n';
    assert.equal(
      squeezed(`${defines}KERNEL(float) {} STR(a "b"); CALL(g); CALL(g, 1, 2);`),
      '__global__ void add_float(float *p) {} "a \\"b\\""; g(0); g(0, 1, 2);',
    );
  });

  it('hides a macro in its own expansion', () => {
    assert.equal(squeezed('#define f(x) f(x + 1)\n#define g f\ng(2); f'), 'f(2 + 1); f');
  });

  it('maps generated text to the invocation and arguments to themselves', () => {
    const source = '#define RUN(k) k<<<1, 2>>>(p); check()\nint a;\n  RUN(mine);\nint b;';
    const { text, map } = run(source);
    const at = (needle: string) => map.range(text.indexOf(needle), text.indexOf(needle) + needle.length);
    assert.deepEqual(at('mine'), {
      start: source.indexOf('mine'),
      end: source.indexOf('mine') + 4,
      written: true,
    });
    const invocation = source.lastIndexOf('RUN');
    assert.deepEqual(at('check'), {
      start: invocation,
      end: invocation + 'RUN(mine)'.length,
      written: false,
    });
    assert.deepEqual(at('int b').start, source.indexOf('int b'));
    assert.equal(map.toOutput(source.indexOf('int b')), text.indexOf('int b'));
  });

  it('takes macros from includes, once, in their order', () => {
    const includes = {
      'a.h': '#ifndef A_H\n#define A_H\n#include "b.h"\n#define A (B + 1)\n#endif',
      'b.h': '#pragma once\n#define B 3\n#include "a.h"',
    };
    assert.equal(squeezed('#include "a.h"\n#if A == 4\nyes\n#endif', includes), 'yes');
    assert.equal(squeezed('#if defined(A)\nno\n#endif\n#include "a.h"', includes), '');
  });

  it('knows a redefined macro at each place', () => {
    const source = '#define N 1\nint a[N];\n#undef N\n#define N 2\nint b[N];\n';
    const { macroAt } = run(source);
    assert.equal(macroAt('N', source.indexOf('int a'))!.body, '1');
    assert.equal(macroAt('N', source.indexOf('int b'))!.body, '2');
    assert.equal(macroAt('N', 0), undefined);
  });

  it('obeys conditionals among the arguments of an invocation', () => {
    assert.equal(squeezed('#define ID(x) [x]\nID(1\n#ifdef NOT\n, 2\n#endif\n + 3)'), '[1 + 3]');
  });

  it('reports unbalanced conditionals and goes on', () => {
    const result = run('#endif\nint a;\n#if 1\nint b;');
    assert.deepEqual(
      result.faults.map((fault) => fault.code),
      ['unbalanced-conditional', 'unbalanced-conditional'],
    );
    assert.match(result.text, /int a;\s+int b;/);
  });

  it('stops runaway expansion and says so', () => {
    const lines = ['#define X0 x;'];
    for (let i = 1; i < 40; i++) lines.push(`#define X${i} X${i - 1} X${i - 1}`);
    const result = run(`${lines.join('\n')}\nX39\nint after;`);
    assert.deepEqual(
      result.faults.map((fault) => fault.code),
      ['macro-budget'],
    );
    assert.match(result.text, /int after;/);
  });

  it('keeps lines of untouched text and never fails, whatever the text', () => {
    const piece = fc.constantFrom(
      '#define A(x) x',
      '#define A(x',
      '#if 1',
      '#if A(',
      '#else',
      '#endif',
      '#elif',
      'A(',
      'A(1)',
      ')',
      '#x',
      '##',
      '\\',
      '"',
      "'",
      '/*',
      '*/',
      '//',
      'R"(',
      'int z;',
      '#include "main.cu"',
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(piece, fc.constantFrom('\n', ' ', '\r\n'))), (parts) => {
        const source = parts.flat().join('');
        const { text, map } = run(source);
        for (let at = 0; at < text.length; at++) {
          const span = map.span(at);
          assert.ok(span.start >= 0 && span.end <= source.length);
          if (span.written) assert.ok(text[at] === source[span.start] || text[at] === ' ');
        }
      }),
      { numRuns: 300, seed: 3 },
    );
  });
});
