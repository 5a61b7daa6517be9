import { told } from '../../../support/told';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { listGpus } from '../../../../src/gpu/catalogue';
import { requireGpu } from '../../../../src/gpu/findGpu';
import { applySplit, type FineMechanism } from '../../../../src/sharing/applied/applySplit';
import { InputError } from '../../../../src/kernel/result';
import { english } from '../../../../src/words';

const parts = (...sms: number[]) => sms.map((count, at) => ({ name: `app${at}`, sms: count }));
const split = (gpu: string, mechanism: FineMechanism, ...sms: number[]) =>
  applySplit(requireGpu(gpu), parts(...sms), mechanism);

const WARNINGS = '-Wall,-Wextra,-Werror';
const OUR_HEADER = path.resolve(process.env['CORUN_ROOT'] ?? '.', 'test/support/driver-api');
const COMPILERS: readonly (readonly [string, ...string[]])[] = [
  ['nvcc', '-Xcompiler', WARNINGS],
  ['c++', '-std=c++14', ...WARNINGS.split(','), '-I', OUR_HEADER],
];

describe('a split that can be applied', () => {
  it('rounds green contexts to the granularity of the architecture', () => {
    assert.deepEqual(split('h100-sxm', 'green-contexts', 45, 87).sms, [48, 84]);
    assert.deepEqual(split('v100-sxm2', 'green-contexts', 33, 47).sms, [34, 46]);
    assert.deepEqual(split('h100-sxm', 'green-contexts', 2, 130).sms, [8, 124]);
  });

  it('leaves SMs that nobody is to have to nobody', () => {
    const { sms, unusedSms, apply } = split('h100-sxm', 'green-contexts', 30, 50);
    assert.deepEqual([sms, unusedSms], [[32, 48], 52]);
    assert.doesNotMatch(apply[0]!.code, /remaining/);
    assert.deepEqual(split('v100-sxm2', 'green-contexts', 1, 1, 77).sms, [2, 2, 76]);
    assert.deepEqual(split('v100-sxm2', 'green-contexts', 1, 1, 78).sms, [2, 2, 76]);
  });

  it('splits what is left only as the resource of a context, as the driver wants it', () => {
    const code = (...sms: number[]) => split('h100-sxm', 'green-contexts', ...sms).apply[0]!.code;
    const calls = (text: string): string[] => text.match(/^ {2}(contexts|holdRest).*(?=\))/gm) ?? [];
    assert.deepEqual(calls(code(48, 84)), [
      '  contexts[0] = takeSms(device, rest, 48',
      '  contexts[1] = contextOn(device, rest',
    ]);
    assert.deepEqual(calls(code(48, 40, 44)), [
      '  contexts[0] = takeSms(device, rest, 48',
      '  holdRest(device, rest',
      '  contexts[1] = takeSms(device, rest, 40',
      '  contexts[2] = contextOn(device, rest',
    ]);
  });

  it('leaves the last application its minimum', () => {
    assert.deepEqual(split('h100-sxm', 'green-contexts', 130, 2).sms, [120, 12]);
  });

  it('takes the percentage whose SMs come nearest', () => {
    const mps = split('h100-sxm', 'mps', 66, 45);
    assert.deepEqual(mps.settings.map(english), ['50 %', '34 %']);
    assert.equal(mps.isCap, true);
    assert.match(mps.apply[0]!.code, /CUDA_MPS_ACTIVE_THREAD_PERCENTAGE=50 \.\/app0 &/);
    assert.ok(mps.shared.includes('SMs'));
    assert.match(mps.notes.map(english).join(), /a cap, not a reservation/);
  });

  it('says why a GPU cannot do it', () => {
    assert.throws(() => split('gtx-950', 'green-contexts', 3, 3), told(/has no green contexts/));
    assert.throws(() => split('gtx-950', 'mps', 3, 3), told(/no active thread percentage/));
    assert.throws(() => split('themis-60sm', 'mps', 30, 30), told(/simulation only/));
    assert.throws(
      () => split('h100-sxm', 'green-contexts', ...Array<number>(17).fill(7)),
      told(/at least 8 SMs each/),
    );
  });

  it('keeps every rule on every GPU, or refuses', () => {
    const gpu = fc.constantFrom(...listGpus());
    const shares = fc.array(fc.integer({ min: 1, max: 150 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(
        gpu,
        shares,
        fc.constantFrom<FineMechanism[]>('green-contexts', 'mps'),
        (on, list, mechanism) => {
          let applied;
          try {
            applied = applySplit(on, parts(...list), mechanism);
          } catch (error) {
            assert.ok(error instanceof InputError, String(error));
            return;
          }
          assert.equal(applied.sms.length, list.length);
          const sum = applied.sms.reduce((a, b) => a + b, 0);
          if (!applied.isCap) assert.ok(sum <= on.sms, `${sum} of ${on.sms}`);
          const rule = on.sharing.greenContext;
          if (mechanism === 'green-contexts' && rule !== null) {
            const isFull = list.reduce((a, b) => a + b, 0) === on.sms;
            assert.equal(sum + applied.unusedSms, on.sms);
            if (isFull) assert.equal(applied.unusedSms, 0);
            applied.sms.forEach((count, at) => {
              assert.ok(count >= rule.minimumSms);
              if (!isFull || at < list.length - 1) assert.equal(count % rule.multipleSms, 0);
            });
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('writes what is to be copied so that no name is more than a name', () => {
    const name = fc.oneof(
      fc.constantFrom(
        '<img onerror=alert(1)>',
        '$(rm -rf ~)',
        '`reboot`',
        'a\nreboot',
        '-rf',
        '*/ int x;',
        '\\',
        '??/',
      ),
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.constant('x'.repeat(10_000)),
    );
    const textOf = (first: string, mechanism: FineMechanism): string =>
      applySplit(
        requireGpu('h100-sxm'),
        [
          { name: first, sms: 66 },
          { name: 'b', sms: 66 },
        ],
        mechanism,
      ).apply[0]!.code;
    fc.assert(
      fc.property(name, (first) => {
        const lines = textOf(first, 'mps').split('\n');
        assert.equal(lines.length, 3);
        assert.match(lines[1]!, /^CUDA_MPS_ACTIVE_THREAD_PERCENTAGE=50 \.\/[\w.-]* &$/);
        const withoutComments = (code: string): string => code.replaceAll(/\/\/ [\w .:<>()-]*$/gm, '');
        assert.equal(
          withoutComments(textOf(first, 'green-contexts')),
          withoutComments(textOf('a', 'green-contexts')),
        );
      }),
    );
  });

  it('writes code that a compiler takes, whatever the applications are called', function () {
    const found = COMPILERS.filter(([compiler]) => spawnSync(compiler, ['--version']).status === 0);
    // Any set-up that builds VS Code's test modules has a C++ compiler; nvcc adds NVIDIA's own header.
    if (found.length === 0) this.skip();
    const named = [
      { name: 'a */ int x;\n#error \\', sms: 40 },
      { name: 'b', sms: 40 },
      { name: 'c\\', sms: 52 },
    ];
    const folder = mkdtempSync(path.join(tmpdir(), 'corun-'));
    for (const some of [named, named.slice(0, 2)]) {
      const { code } = applySplit(requireGpu('h100-sxm'), some, 'green-contexts').apply[0]!;
      const file = path.join(folder, `partition${some.length}.cpp`);
      writeFileSync(file, code);
      for (const [compiler, ...options] of found) {
        const { status, stderr } = spawnSync(compiler, [...options, '-c', file, '-o', `${file}.o`], {
          encoding: 'utf8',
        });
        assert.equal(status, 0, `${compiler}: ${stderr}`);
      }
    }
    rmSync(folder, { recursive: true });
  });
});
