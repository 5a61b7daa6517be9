import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { OnigScanner, OnigString, loadWASM } from 'vscode-oniguruma';
import { INITIAL, Registry, parseRawGrammar, type IGrammar } from 'vscode-textmate';
import { FIXTURES, TEXT_FIXTURES } from '../../../lab/profiles/fixtures';

const ROOT = process.env['CORUN_ROOT'] ?? '.';
const manifest = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
  contributes: {
    languages: { id: string; firstLine?: string; extensions?: string[] }[];
    grammars: { language: string; scopeName: string; path: string }[];
  };
};

let registry: Registry;

before(async () => {
  const wasm = path.join(ROOT, 'node_modules/vscode-oniguruma/release/onig.wasm');
  await loadWASM(new Uint8Array(readFileSync(wasm)).buffer);
  registry = new Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new OnigScanner(patterns),
      createOnigString: (text) => new OnigString(text),
    }),
    loadGrammar: (scopeName) => {
      const found = manifest.contributes.grammars.find((grammar) => grammar.scopeName === scopeName);
      if (found === undefined) return Promise.resolve(null);
      const file = path.join(ROOT, found.path);
      return Promise.resolve(parseRawGrammar(readFileSync(file, 'utf8'), file));
    },
  });
});

async function grammarOf(language: string): Promise<IGrammar> {
  const scope =
    manifest.contributes.grammars.find((grammar) => grammar.language === language)?.scopeName ?? '';
  const grammar = await registry.loadGrammar(scope);
  assert.ok(grammar !== null, language);
  return grammar;
}

/** The most specific scope of each piece of text, over all lines. */
async function scopesOf(language: string, text: string): Promise<(readonly [string, string])[]> {
  const grammar = await grammarOf(language);
  let state = INITIAL;
  return text.split('\n').flatMap((line) => {
    const result = grammar.tokenizeLine(line, state);
    state = result.ruleStack;
    return result.tokens.map(
      (token) => [line.slice(token.startIndex, token.endIndex), token.scopes.at(-1) ?? ''] as const,
    );
  });
}

/** Asserts that each text is a token of its own whose scope begins as given. */
async function expectScopes(
  language: string,
  text: string,
  expected: Readonly<Record<string, string>>,
): Promise<void> {
  const found = await scopesOf(language, text);
  for (const [piece, scope] of Object.entries(expected))
    assert.ok(
      found.some(([token, its]) => token.trim() === piece && its.startsWith(scope)),
      `${piece} should be ${scope}: ${JSON.stringify(found.filter(([token]) => token.includes(piece.slice(0, 12))))}`,
    );
}

const fixture = (name: string): string => ({ ...FIXTURES, ...TEXT_FIXTURES })[name] ?? '';

describe('grammars', () => {
  it('of nvprof logs mark runs, results, headers, kernels, copies, levels and units', async () => {
    await expectScopes('nvprof-log', fixture('trace'), {
      '==4242==': 'comment.line.marker',
      '4242': 'constant.numeric.pid',
      './app -n 7': 'string.unquoted.command',
      'Profiling result:': 'markup.heading.result',
      'ms,us,,,,,,,,KB,B,KB,GB/s,,,,': 'keyword.other.unit',
      '"[CUDA memcpy HtoD]"': 'entity.name.type.operation',
      '"void mul<int=4>(float*, int) [225]"': 'entity.name.function.kernel',
      '16.384000': 'constant.numeric',
      '"13"': 'string.quoted',
    });
    await expectScopes('nvprof-log', fixture('metrics'), {
      '"k(int, float*)"': 'entity.name.function.kernel',
      '"Low (1)"': 'constant.language.level',
      'GB/s': 'keyword.other.unit',
    });
    await expectScopes('nvprof-log', fixture('traceText'), {
      '(512 512 1)': 'constant.numeric.extent',
      'copy(float*, int) [224]': 'entity.name.function.kernel',
      '[CUDA memcpy HtoD]': 'entity.name.type.operation',
      MB: 'keyword.other.unit',
    });
    await expectScopes('nvprof-log', fixture('summaryText'), {
      'GPU activities:': 'keyword.other.group',
      'void k<int, 4>(float*, int)': 'entity.name.function.kernel',
      us: 'keyword.other.unit',
    });
    await expectScopes('nvprof-log', fixture('metricsText'), {
      'k(int, float)': 'entity.name.function.kernel',
      alu_fu_utilization: 'variable.other.metric',
      'Low (2)': 'constant.language.level',
    });
    await expectScopes('nvprof-log', '==1== Warning: 2 records have invalid timestamps', {
      Warning: 'keyword.other.severity',
    });
  });

  it('of Nsight Compute logs mark launches, sections, metrics and rules', async () => {
    await expectScopes(
      'ncu-log',
      `${fixture('ncuText')}\n    OPT   wrapped advice\n          goes on\n==ERROR== it failed`,
      {
        'void k<(int)4>(int, T2)': 'entity.name.function.kernel',
        '(32, 16, 1)': 'constant.numeric.grid',
        '(64, 1, 1)': 'constant.numeric.block',
        'GPU Speed Of Light Throughput': 'markup.heading.section',
        'DRAM Throughput': 'variable.other.metric',
        msecond: 'keyword.other.unit',
        '1.73': 'constant.numeric',
        OPT: 'keyword.other.rule',
        'goes on': 'comment.block.rule',
        'it failed': 'invalid.illegal',
      },
    );
    await expectScopes('ncu-log', fixture('ncuDetails'), {
      '"k(int, T2)"': 'entity.name.function.kernel',
      '"(256, 1, 1)"': 'constant.numeric.extent',
      '"smsp__inst_executed.sum"': 'variable.other.metric',
      '"1,073,741,824"': 'constant.numeric',
    });
  });

  it('of ptxas logs mark kernels, architectures, amounts, and spills as a problem only when there are any', async () => {
    await expectScopes('ptxas-log', fixture('ptxas'), {
      "'_Z1kPfi'": 'entity.name.function.kernel',
      "'sm_35'": 'constant.language.architecture',
      '4 bytes spill stores': 'invalid.deprecated.spill',
      registers: 'keyword.other.unit',
      '4140': 'constant.numeric',
    });
    const none = await scopesOf(
      'ptxas-log',
      '    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads',
    );
    assert.ok(none.every(([, scope]) => !scope.startsWith('invalid')));
  });

  it('of PTX mark directives, kernels, instructions, registers, labels and comments', async () => {
    const ptx = [
      '// comment',
      '.version 7.8',
      '.target sm_80, debug',
      '.visible .entry _Z1kPfi(',
      '\t.param .u64 _Z1kPfi_param_0',
      ')',
      '{',
      '\t.reg .pred \t%p<2>;',
      '\tmov.u32 \t%r1, %tid.x;',
      '\tsetp.ge.s32 \t%p1, %r1, 0x10;',
      '\t@%p1 bra \t$L__BB0_2;',
      '\tld.global.f32 \t%f1, [%rd1+4];',
      '\tadd.f32 %f2, %f1, 0f3F800000; /* one */',
      '$L__BB0_2:',
      '\tret;',
      '}',
    ].join('\n');
    await expectScopes('ptx', ptx, {
      '// comment': 'comment.line',
      '.version': 'keyword.control.directive',
      'sm_80, debug': 'constant.language.architecture',
      '.entry': 'keyword.control.directive',
      _Z1kPfi: 'entity.name.function.kernel',
      '.param': 'storage.modifier.space',
      '.u64': 'storage.type',
      '%p<2>': 'variable.other.register',
      mov: 'keyword.operator.instruction',
      '.global.f32': 'storage.type.modifier',
      '%tid.x': 'variable.language',
      '0x10': 'constant.numeric',
      '@%p1': 'keyword.control.predicate',
      $L__BB0_2: 'entity.name.label',
      '0f3F800000': 'constant.numeric',
      one: 'comment.block',
      ret: 'keyword.operator.instruction',
    });
  });

  it('are chosen by first line, and only PTX by its extension', () => {
    const chosen = (line: string): string[] =>
      manifest.contributes.languages
        .filter(({ firstLine }) => firstLine !== undefined && new RegExp(firstLine).test(line))
        .map(({ id }) => id);
    assert.deepEqual(chosen('==12== NVPROF is profiling process 12, command: ./a'), ['nvprof-log']);
    assert.deepEqual(chosen('======== Profiling result:'), ['nvprof-log']);
    assert.deepEqual(chosen('==PROF== Connected to process 12 (/a)'), ['ncu-log']);
    assert.deepEqual(chosen('"ID","Process ID","Process Name"'), ['ncu-log']);
    assert.deepEqual(chosen("ptxas info    : Compiling entry function 'k' for 'sm_35'"), ['ptxas-log']);
    assert.deepEqual(chosen('int main() {'), []);
    assert.deepEqual(
      manifest.contributes.languages.flatMap(({ extensions = [] }) => extensions),
      ['.ptx'],
    );
  });
});
