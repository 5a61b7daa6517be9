import assert from 'node:assert/strict';
import fc from 'fast-check';
import { evaluate, evaluateDim3, evaluateNumber } from '../../../src/cuda/constants/evaluate';
import { constant, Scope, type AssignedValue } from '../../../src/cuda/constants/scope';
import { makeMacro, type Macro } from '../../../src/cuda/preprocessor/macros';
import { english } from '../../../src/words';

function macros(...list: Macro[]): Scope {
  const table = new Map(list.map((macro) => [macro.name, macro]));
  return new Scope(null, (name) => table.get(name));
}

function value(text: string, scope = new Scope()): number | null {
  return evaluate(text, scope).value;
}

function variable(scope: Scope, name: string, type: string, ...values: (string | AssignedValue)[]): Scope {
  return scope.define({
    kind: 'variable',
    name,
    type,
    extents: [],
    values: values.map((entry) => (typeof entry === 'string' ? { text: entry } : entry)),
  });
}

describe('numbers alone', () => {
  function openScope(): { readonly scope: Scope; readonly asked: () => number } {
    let asked = 0;
    const later: AssignedValue = { text: null, calls: () => (asked++, null) };
    const scope = variable(new Scope(), 'n', 'int', { text: null, writer: 'read' }, later);
    return { scope: variable(scope, 'm', 'int', 'n + 1'), asked: () => asked };
  }

  it('are looked for no further than to the first value that is none', () => {
    const { scope, asked } = openScope();
    assert.equal(evaluateNumber('m * 2', scope).value, null);
    assert.equal(asked(), 0);
  });

  it('leave nothing behind for those who ask what is missing', () => {
    const { scope, asked } = openScope();
    evaluateNumber('n', scope);
    evaluateNumber('m', scope);
    const notes = evaluate('m', scope).notes?.map((note) => english(note));
    assert.equal(asked(), 1);
    assert.deepEqual(
      notes,
      evaluate('m', openScope().scope).notes?.map((note) => english(note)),
    );
  });

  it('are those of the whole evaluation, with a default for what the input may change', () => {
    const scope = variable(new Scope(), 'size', 'int', 'atoi(argv[1])', '64');
    assert.deepEqual(evaluateNumber('size / 2', scope), {
      value: 32,
      notes: evaluate('size / 2', scope).notes,
    });
  });
});

describe('constant evaluation', () => {
  for (const [text, expected] of [
    ['(1000 + 255) / 256', 4],
    ['-7 / 2', -3],
    ['-7 % 3', -1],
    ['7.0 / 2', 3.5],
    ['7 / 2.0f', 3.5],
    ['1 << 20', 1048576],
    ['1024 >> 3 >> 1', 64],
    ["0x1F + 010 + 0b11 + 1'000", 1042],
    ['~0u', 4294967295],
    ['(unsigned)-1', 4294967295],
    ['0u - 1', 4294967295],
    ['(unsigned char)300', 44],
    ['(int)3.99', 3],
    ['int(7.5) * 2', 14],
    ['(size_t)1 << 40', 1099511627776],
    ['3 > 2 ? 10 : 20', 10],
    ['0 ? 1 : 1 ? 2 : 3', 2],
    ['1 + 2 * 3 - 4 / 2', 5],
    ['5 & 6 | 8 ^ 1', 13],
    ['!0 + !5', 1],
    ['sizeof(float4) + sizeof(double3) + sizeof(char*) + sizeof(unsigned long long)', 56],
    ['static_cast<int>(ceil(100 / 32.0f))', 4],
    ['std::max(3, 8) - min(2, 9)', 6],
    ['(1024 * 1024 * 1024) * 2L', 2147483648],
    ["'A' + 1", 66],
    ['0 && unknown', 0],
    ['1 || unknown', 1],
    ['(float)5 / 2', 2.5],
    ['2 * (3', null],
    ['1 / 0', null],
    ['', null],
    ['a = 3', null],
    ['(1 << 62) * 8', null],
  ] as const) {
    it(`${text} is ${expected}`, () => assert.equal(value(text), expected));
  }

  it('names what is unknown, once each', () => {
    assert.deepEqual(evaluate('(n + BLOCK - 1) / BLOCK + params->m', new Scope()), {
      text: '(n + BLOCK - 1) / BLOCK + params->m',
      value: null,
      unknowns: ['n', 'BLOCK', 'params->m'],
      settable: ['n', 'BLOCK', 'params.m'],
    });
  });

  it('follows a chain to the unknown at its root', () => {
    const scope = new Scope();
    variable(scope, 'n', 'int');
    variable(scope, 'blocks', 'int', '(n + 255) / 256');
    assert.deepEqual(evaluate('blocks * 2', scope).unknowns, ['n']);
  });

  it('expands macros as text, before precedence', () => {
    const scope = macros(
      makeMacro('N', '2 + 3'),
      makeMacro('TWICE', '(x) * 2', ['x']),
      makeMacro('CAT', 'a ## b', ['a', 'b']),
    );
    assert.equal(value('N * 2', scope), 8);
    assert.equal(value('TWICE(N)', scope), 10);
    assert.equal(value('CAT(1, 2) + 1', scope), 13);
  });

  it('does not loop on macros and constants that name themselves', () => {
    const scope = macros(makeMacro('A', 'B'), makeMacro('B', 'A + 1'));
    assert.equal(value('A', scope), null);
    assert.equal(value('c', variable(new Scope(), 'c', 'int', 'c + 1')), null);
  });

  it('converts to the type of the variable', () => {
    const scope = variable(new Scope(), 'half', 'const int', '7 / 2.0');
    assert.equal(value('half', scope), 3);
  });

  it('computes through functions with one return, template arguments and default arguments', () => {
    const scope = new Scope();
    const body = ' return (a + b - 1) / b; ';
    const parameter = (name: string, type = 'int', fallback?: string) =>
      fallback === undefined ? { name, type } : { name, type, default: fallback };
    scope.define({
      kind: 'function',
      name: 'divUp',
      overloads: [
        { type: 'int', template: [], parameters: [parameter('a'), parameter('b', 'int', '256')], body },
      ],
    });
    scope.define({
      kind: 'function',
      name: 'scaled',
      overloads: [
        {
          type: 'int',
          template: [parameter('K', 'int', '4')],
          parameters: [parameter('a')],
          body: 'return a * K;',
        },
      ],
    });
    assert.equal(value('divUp(1000, 32)', scope), 32);
    assert.equal(value('divUp(1000)', scope), 4);
    assert.equal(value('scaled<8>(2) + scaled(1)', scope), 20);
    assert.deepEqual(evaluate('divUp(n, 32)', scope).unknowns, ['n']);
  });

  it('takes sizes of aliases, template arguments, classes and arrays', () => {
    const scope = new Scope();
    const member = (type: string, ...extents: string[]) => ({ name: 'm', type, extents });
    scope.define({ kind: 'type', name: 'T', target: 'double', members: [] });
    scope.define({
      kind: 'type',
      name: 'P',
      target: null,
      members: [member('char'), member('T'), member('short', '3')],
    });
    scope.define({ kind: 'variable', name: 'a', type: 'T', extents: ['4', '8'], values: [] });
    scope.define({ kind: 'variable', name: 'p', type: 'float *', extents: [], values: [] });
    assert.equal(value('sizeof(T)', scope), 8);
    assert.equal(value('sizeof(P)', scope), 24);
    assert.equal(value('sizeof(a) / sizeof(a[0])', scope), 4);
    assert.equal(value('sizeof(a[0][0])', scope), 8);
    assert.equal(value('sizeof(*p)', scope), 4);
    assert.deepEqual(evaluate('sizeof(Q)', scope).unknowns, ['sizeof(Q)']);
  });

  it('keeps a variable of several values unknown and says so', () => {
    const result = evaluate('threads', variable(new Scope(), 'threads', 'int', '128', '256'));
    assert.equal(result.value, null);
    assert.deepEqual(result.unknowns, ['threads']);
    assert.match(result.notes!.map(english).join(' '), /threads is given 2 values/);
    assert.equal(value('t', variable(new Scope(), 't', 'int', '64', '32 * 2')), 64);
  });

  it('uses the default where only the command line says otherwise, with a note', () => {
    const scope = variable(new Scope(), 'n', 'int', '1024', 'atoi(argv[1])');
    const result = evaluate('n / 2', scope);
    assert.equal(result.value, 512);
    assert.match(result.notes!.map(english).join(' '), /n can be changed by the program's input/);
    assert.equal(value('argc > 1 ? atoi(argv[1]) : 77'), 77);
    assert.deepEqual(evaluate('atoi(argv[1])', new Scope()).unknowns, ['argv[1]']);
  });

  it('uses the default of an option that is looked for by its name, with a note', () => {
    const result = evaluate('get<int>(argv, argv + argc, "-nx", 1 << 14)', new Scope());
    assert.equal(result.value, 16384);
    assert.match(result.notes!.map(english).join(' '), /-nx can be changed by the program's input/);
    // A radix, a place and a text that is no option of this program are no defaults.
    for (const text of ['strtol(argv[1], NULL, 10)', 'get(argv, 2)', 'count("-nx", 16)'])
      assert.equal(evaluate(text, new Scope()).value, null, text);
  });

  it('is bounded on hostile expressions', () => {
    for (const text of [
      '('.repeat(1e5),
      '-'.repeat(1e5) + '1',
      '1+'.repeat(9000) + '1',
      'f('.repeat(3000) + ')'.repeat(3000),
    ]) {
      assert.equal(value(text), null);
    }
    const doubling = new Scope();
    variable(doubling, 'x0', 'int', '1');
    for (let i = 1; i < 60; i++) variable(doubling, `x${i}`, 'int', `x${i - 1} + x${i - 1}`);
    assert.equal(value('x59', doubling), null);
  });

  it('agrees with JavaScript on sums, products and comparisons of small integers', () => {
    const leaf = fc.integer({ min: 0, max: 40 }).map(String);
    const { tree } = fc.letrec<{ tree: string }>((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small' },
        leaf,
        fc
          .tuple(
            tie('tree'),
            fc.constantFrom('+', '-', '*', '|', '&', '^', '<<'),
            fc.integer({ min: 0, max: 3 }),
          )
          .map(([a, op, b]) => `((${a}) ${op} ${b})`),
        fc
          .tuple(tie('tree'), fc.constantFrom('+', '-'), tie('tree'))
          .map(([a, op, b]) => `${a} ${op} (${b})`),
        fc.tuple(tie('tree'), tie('tree'), leaf).map(([a, b, c]) => `((${a}) < (${b}) ? ${c} : (${a}))`),
      ),
    }));
    fc.assert(
      fc.property(tree, (text) => {
        const expected = Number(new Function(`return ${text}`)());
        if (Math.abs(expected) > 2 ** 30) return;
        assert.equal(value(text), expected);
      }),
      { numRuns: 300, seed: 7 },
    );
  });

  it('never fails on arbitrary text', () => {
    const pieces = [
      '(',
      ')',
      '<',
      '>',
      '{',
      '}',
      '[',
      ']',
      ',',
      'a',
      '1',
      '::',
      '?',
      ':',
      'sizeof',
      '"',
      "'",
      '-',
      '.',
      'dim3',
      '\0',
    ];
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string()), { maxLength: 40 }), (parts) => {
        const result = evaluate(parts.join(''), new Scope());
        assert.equal(result.value === null, result.unknowns.length > 0);
      }),
      { numRuns: 500, seed: 11 },
    );
  });
});

describe('launch extents', () => {
  const values = (text: string, scope = new Scope()) => evaluateDim3(text, scope).map((part) => part.value);

  it('reads integers, dim3 constructors and braced lists', () => {
    assert.deepEqual(values('256'), [256, 1, 1]);
    assert.deepEqual(values('dim3(16, 8)'), [16, 8, 1]);
    assert.deepEqual(values('{32, 4, 2}'), [32, 4, 2]);
    assert.deepEqual(values('dim3{2 * 4}'), [8, 1, 1]);
  });

  it('reads dim3 variables and members set one by one', () => {
    const scope = new Scope();
    variable(scope, 'block', 'dim3', 'dim3(32, 8)');
    variable(scope, 'grid', 'const dim3');
    variable(scope, 'grid.x', '', '64');
    variable(scope, 'grid.y', '', 'block.y / 2');
    assert.deepEqual(values('block', scope), [32, 8, 1]);
    assert.deepEqual(values('grid', scope), [64, 4, 1]);
    assert.equal(value('block.x * block.y * block.z', scope), 256);
  });

  it('keeps single unknown components', () => {
    const scope = variable(new Scope(), 'grid', 'dim3', 'dim3((w + 15) / 16, 4)');
    const [x, y, z] = evaluateDim3('grid', scope);
    assert.deepEqual(x, { text: '(w + 15) / 16', value: null, unknowns: ['w'] });
    assert.deepEqual([y.value, z.value], [4, 1]);
  });

  it('takes an unknown integer as x alone, an unknown name as all three', () => {
    const scope = constant('n', 'm', 'int');
    assert.deepEqual(values('n + 1', new Scope().define(scope)), [null, 1, 1]);
    assert.deepEqual(
      evaluateDim3('grid', new Scope()).map((part) => part.text),
      ['grid.x', 'grid.y', 'grid.z'],
    );
  });
});
