import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { answer, assertShape, corun } from './support';

const scratch = mkdtempSync(path.join(os.tmpdir(), 'corun-smoke-'));

function file(name: string, content: unknown): string {
  const target = path.join(scratch, name);
  writeFileSync(target, JSON.stringify(content));
  return target;
}

const GPU = 'themis-60sm';
const N = 2 ** 17;
const stream = {
  name: 'stream',
  registersPerThread: 16,
  arrays: { a: { elementBytes: 4, elements: N }, b: { elementBytes: 4, elements: N } },
  body: [
    { op: 'load', array: 'b', index: 'globalThread', into: 'x' },
    { op: 'compute', class: 'fp32', count: 4, after: ['x'] },
    { op: 'store', array: 'a', index: 'globalThread' },
  ],
};
const compute = {
  name: 'compute',
  registersPerThread: 24,
  arrays: { a: { elementBytes: 4, elements: N } },
  body: [
    { op: 'load', array: 'a', index: 'globalThread', into: 'x' },
    { op: 'loop', trips: 40, body: [{ op: 'compute', class: 'fp32', count: 8, distance: 2 }] },
    { op: 'store', array: 'a', index: 'globalThread' },
  ],
};
const launch = { grid: N / 256, block: 256 };

interface Allocation {
  readonly counters: string;
  readonly sms: readonly number[];
  readonly apps: readonly { readonly name: string; readonly slowdown: number }[];
  readonly applied: { readonly sms: readonly number[] };
  readonly simulatedCycles: number;
}

describe('applications that share a GPU, given as files', () => {
  const program = file('stream.json', stream);
  const application = file('compute.json', { name: 'compute', program: compute, launch });
  const launched = ['--launch', `${N / 256},256`];

  for (const counters of ['shared', 'solo'])
    it(`splits the SMs between a program and an application, from ${counters} counters`, async () => {
      const result = (await answer(
        ...['allocate', '--programs', program, application, ...launched],
        ...['--gpu', GPU, '--counters', counters, '--epochs', '3', '--mechanism', 'green-contexts'],
      )) as Allocation;
      assertShape('allocate', result);
      assert.equal(result.counters, counters);
      assert.deepEqual(
        result.apps.map(({ name }) => name),
        ['stream', 'compute'],
      );
      assert.equal(result.sms[0]! + result.sms[1]!, 60);
      assert.equal(result.applied.sms[0]! + result.applied.sms[1]!, 60);
    });

  it('predicts an even split and others of the applications of scenarios', async () => {
    const scenario = file('two.json', {
      gpu: GPU,
      mode: { kind: 'streams' },
      apps: [
        { name: 'stream', program: stream, launch },
        { name: 'compute', program: compute, launch },
      ],
    });
    const result = (await answer('predict', '--programs', scenario, '--at', '20,40', '--epoch', '20000')) as {
      sms: number[];
      others: { sms: number[]; slowdowns: number[] }[];
    };
    assertShape('predict', result);
    assert.deepEqual(
      [result.sms, result.others[0]!.sms],
      [
        [30, 30],
        [20, 40],
      ],
    );
    const refused = await corun('predict', scenario);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /two\.json: mode\.kind: .*spatial sharing is predicted, not 'streams'/);
    const three = await corun('predict', '--programs', scenario, '--at', '20,20,20');
    assert.equal(three.code, 1);
    assert.match(three.stderr, /two\.json: the split 20:20:20 has 3 parts, but there are 2 applications/);
  });

  it('takes what `corun lower` prints, and tells equal names apart', async () => {
    const { stdout } = await corun('lower', 'workloads/samples/vector-add', '--json');
    const lowered = file('lowered.json', JSON.parse(stdout));
    const result = (await answer(
      'allocate',
      '--programs',
      lowered,
      lowered,
      '--gpu',
      GPU,
      '--epochs',
      '2',
    )) as Allocation;
    assert.deepEqual(
      result.apps.map(({ name }) => name),
      ['vectorAdd', 'vectorAdd 2'],
    );
  });

  it('prints with the text what it is unsure of, application by application', async () => {
    const edge = file('edge.json', {
      gpu: GPU,
      mode: { kind: 'spatial', sms: [6, 54] },
      apps: [
        { name: 'stream', program: stream, launch },
        { name: 'compute', program: compute, launch },
      ],
    });
    const asked = ['allocate', edge, '--epochs', '1', '--qos', 'compute=1', '--confidence', '50'];
    const { apps } = (await answer(...asked)) as {
      apps: { name: string; sms: number; warnings: string[] }[];
    };
    assert.match(apps[0]!.warnings.join(), /^share of the SMs: /);
    const { stdout } = await corun(...asked);
    for (const { name, warnings } of apps)
      for (const line of warnings)
        assert.equal(
          stdout.split('\n').filter((one) => one === `warning: ${name}: ${line}`).length,
          1,
          stdout,
        );
  });

  it('predicts the sample scenario, whose kernels stand in sources', async () => {
    const sample = 'workloads/samples/scenarios/split.scenario.json';
    const { sms, apps } = (await answer('predict', sample)) as {
      sms: number[];
      apps: { subject: string }[];
    };
    assert.deepEqual(
      [sms, apps.map(({ subject }) => subject)],
      [
        [40, 40],
        ['n-body', 'transpose'],
      ],
    );
  });

  const twin = { name: 'twin', program: compute, launch };
  const refusals: [string, string[], number, RegExp][] = [
    [
      'a program without a launch',
      ['--programs', program, application, '--gpu', GPU],
      1,
      /stream\.json: .*--launch/,
    ],
    ['no GPU', ['--programs', application, application], 1, /give --gpu/],
    ['no file', ['--programs', '--gpu', GPU], 2, /name the files/],
    ['a launch that is none', ['--programs', program, '--launch', '12'], 2, /BLOCKS,THREADS/],
    [
      'a GPU without a model',
      ['--programs', application, application, '--gpu', 'gtx-760'],
      1,
      /no model for gtx-760/,
    ],
    [
      'a file that is no application',
      [
        '--programs',
        application,
        file('other.json', { name: 'x', program: { body: 3 }, launch }),
        '--gpu',
        GPU,
      ],
      1,
      /other\.json: apps\[0\]\.program/,
    ],
    [
      'a confidence that was not measured',
      ['--programs', application, application, '--gpu', GPU, '--qos', 'compute=0.5', '--confidence', '80'],
      2,
      /one of 50, 75, 90/,
    ],
    [
      'a target for one of two applications of one name',
      ['--qos', 'twin=0.5', file('twins.json', { gpu: GPU, apps: [twin, twin] })],
      1,
      /several applications are called 'twin'/,
    ],
    [
      'two targets for one application',
      [
        '--programs',
        application,
        program,
        ...launched,
        '--gpu',
        GPU,
        '--qos',
        'compute=0.8',
        '--qos',
        'compute=0.5',
      ],
      2,
      /--qos compute=0\.5: 'compute' has a target already/,
    ],
    [
      'weights that are given twice',
      ['--programs', application, application, '--gpu', GPU, '--weights', '0.5,0.5', '--weights', '0.2,0.8'],
      2,
      /--weights is given twice/,
    ],
    [
      'a field that a scenario does not have',
      [file('extra.json', { gpu: GPU, apps: [twin, twin], appz: 1 })],
      1,
      /extra\.json:1: appz: unknown field/,
    ],
    [
      'a folder of models that is not there',
      ['--programs', application, application, '--gpu', GPU, '--models', path.join(scratch, 'none')],
      1,
      /none: no such folder/,
    ],
    ['other counters', ['--programs', application, '--counters', 'guessed'], 2, /one of shared, solo/],
    [
      'more applications than SMs',
      ['--programs', ...Array.from({ length: 61 }, () => application), '--gpu', GPU, '--counters', 'solo'],
      1,
      /61 applications/,
    ],
  ];
  for (const [what, args, code, message] of refusals)
    it(`refuses ${what}`, async () => {
      const outcome = await corun('allocate', ...args);
      assert.equal(outcome.code, code, outcome.stderr);
      assert.match(outcome.stderr, message);
      assert.doesNotMatch(outcome.stderr, /\n\s+at /);
    });
});
