import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { corunProcess } from './support';

const ROOT = process.env['CORUN_ROOT']!;

/** The package as `npm pack` makes it, unpacked where npm would, its command linked as npm links it. */
function installed(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'corun-packed-'));
  const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  execFileSync('tar', ['-xzf', path.join(folder, packed.trim().split('\n').at(-1)!), '-C', folder]);
  const bin = path.join(folder, 'node_modules', '.bin');
  mkdirSync(bin, { recursive: true });
  const manifest = JSON.parse(readFileSync(path.join(folder, 'package/package.json'), 'utf8')) as {
    bin: Record<string, string>;
  };
  const link = path.join(bin, 'corun');
  symlinkSync(path.join(folder, 'package', manifest.bin['corun']!), link);
  return link;
}

describe('the package of npm pack', () => {
  let command: string;
  const run = (...args: string[]): { code: number | null; stdout: string; stderr: string } => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], { encoding: 'utf8' });
    return { code: status, stdout, stderr };
  };

  before(() => {
    command = installed();
  });

  it('starts through the link that npm makes', () => {
    assert.match(readFileSync(command, 'utf8').slice(0, 30), /^#!\/usr\/bin\/env node\n/);
    assert.match(run('--version').stdout, /^corun \d+\.\d+\.\d+\n$/);
  });

  it('names the licence of all that is bundled', () => {
    const folder = path.dirname(path.dirname(realpathSync(command)));
    const notices = readFileSync(path.join(folder, 'dist/THIRD-PARTY-NOTICES.txt'), 'utf8');
    for (const name of ['comlink', 'lit', 'd3-color', '@vscode/codicons', 'tree-sitter-cuda', 'valibot'])
      assert.match(notices, new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(`, 'm'));
    assert.match(notices, /Permission is hereby granted, free of charge/);
    // Tools of the build are no part of the product.
    assert.doesNotMatch(notices, /^(esbuild|mocha|typescript) \d/m);
  });

  it('finds its parser, its threads, its models and its schemas', () => {
    const source = path.join(path.dirname(command), 'scale.cu');
    writeFileSync(
      source,
      '__global__ void scale(float *x) { x[blockIdx.x * blockDim.x + threadIdx.x] *= 2; }\nvoid run(float *x) { scale<<<64, 128>>>(x); }\n',
    );
    const { code, stdout, stderr } = run('analyze', source, '--simulate', '1', '--json');
    assert.equal(code, 0, stderr);
    const result = JSON.parse(stdout) as {
      files: { kernels: { time: { origin: string } | null }[] }[];
      predictors: unknown[];
    };
    assert.equal(result.files[0]!.kernels[0]!.time?.origin, 'simulated');
    assert.ok(result.predictors.length > 0);
    assert.equal(run('schema', 'analyze').code, 0);
  });
});

describe('the command line in a terminal', () => {
  it('tells its version', () => {
    assert.match(corunProcess('--version').stdout, /^corun \d+\.\d+\.\d+\n$/);
  });

  it('asks whether another command or option was meant', () => {
    assert.match(corunProcess('analyse', 'x.cu').stderr, /did you mean 'analyze'/);
    assert.match(corunProcess('analyze', 'x.cu', '--simulat', '2').stderr, /did you mean '--simulate'/);
  });

  it('tells how far an analysis is though stderr is no terminal', () => {
    const { stderr } = corunProcess('analyze', 'workloads/samples/vector-add', '--simulate', '0');
    assert.match(stderr, /reading \d+ sources/);
  });
});
