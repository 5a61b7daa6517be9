import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { assertShape, corun, TWO_STREAMS } from './support';

const scratch = mkdtempSync(path.join(os.tmpdir(), 'corun-check-'));
const file = (name: string): string => path.join(scratch, name);
const CHECK = ['check', TWO_STREAMS, '--gpu', 'gtx-950', '--simulate', '2'];

interface Found {
  readonly findings: { kind: string; path: string; line: number }[];
  readonly slowdowns: { slowdown: number | null; origin: string }[];
}

describe('corun check', () => {
  it('passes without a limit, and is a baseline that passes against itself', async () => {
    const first = await corun(...CHECK, '--json');
    assert.equal(first.code, 0, first.stderr);
    const result = JSON.parse(first.stdout) as Found;
    assertShape('check', result);
    assert.ok(result.slowdowns.some(({ origin }) => origin === 'simulated'));
    writeFileSync(file('same.json'), first.stdout);
    assert.equal((await corun(...CHECK, '--baseline', file('same.json'))).code, 0);
  });

  it('fails with 3 above the limit, names the launch, and annotates it for GitHub', async () => {
    const before = process.env['GITHUB_ACTIONS'];
    process.env['GITHUB_ACTIONS'] = 'true';
    try {
      const { code, stdout } = await corun(...CHECK, '--max-slowdown', '1.05', '--sarif', file('log.sarif'));
      assert.equal(code, 3);
      assert.match(stdout, /^One pair of kernels that can run together, on /m);
      assert.match(stdout, /two_streams\.cu:\d+: error: polynomial takes ×/);
      assert.match(stdout, /^::error file=dist\/test\/two-streams\/two_streams\.cu,line=\d+,/m);
    } finally {
      if (before === undefined) delete process.env['GITHUB_ACTIONS'];
      else process.env['GITHUB_ACTIONS'] = before;
    }
    const log = JSON.parse(readFileSync(file('log.sarif'), 'utf8')) as { runs: { results: unknown[] }[] };
    assert.ok(log.runs[0]!.results.length > 0);
  });

  it('fails with 3 where a slowdown got worse than the baseline', async () => {
    const result = JSON.parse(readFileSync(file('same.json'), 'utf8')) as Found;
    const better = result.slowdowns.map((one) => ({
      ...one,
      slowdown: one.slowdown === null ? null : one.slowdown / 2,
    }));
    writeFileSync(file('better.json'), JSON.stringify({ ...result, slowdowns: better }));
    assert.equal((await corun(...CHECK, '--baseline', file('better.json'))).code, 3);
  });

  it('exits with 4 where nothing could be held against the limit, and says what is needed', async () => {
    const source = file('rounds.cu');
    writeFileSync(
      source,
      `__global__ void k(float *x) { x[threadIdx.x] += 1; }
       int main(int argc, char **argv) {
         int n = atoi(argv[1]); cudaStream_t s[8]; float *d[8];
         for (int i = 0; i < 8; i++) { cudaStreamCreate(&s[i]); cudaMalloc(&d[i], 256); }
         for (int i = 0; i < n; i++) k<<<1, 64, 0, s[i]>>>(d[i]);
       }`,
    );
    const limited = ['check', source, '--simulate', '0', '--max-slowdown', '1.5'];
    const { code, stdout } = await corun(...limited);
    assert.equal(code, 4);
    assert.match(stdout, /another s\[\*\] \([^)]*rounds\.cu:5; --arguments n=… tells how many\)\. What/);
    assert.match(stdout, /Nothing could be judged \(exit code 4\)/);
    // With the number, two rounds run together; the estimate of that fails nothing.
    const told = await corun(...limited, '--arguments', 'n=4');
    assert.equal(told.code, 0, told.stdout);
    assert.match(told.stdout, /One pair of kernels/);
  });

  it('names the numbers that pairs wait for, and fails with --complete while one is not judged', async () => {
    const source = file('sizes.cu');
    writeFileSync(
      source,
      `__global__ void k(float *x, int n) { if (threadIdx.x < n) x[threadIdx.x] += 1; }
       __global__ void l(float *x) { x[threadIdx.x] *= 2; }
       void run(int rows) {
         cudaStream_t a, b, c; cudaStreamCreate(&a); cudaStreamCreate(&b); cudaStreamCreate(&c);
         float *x, *y, *z; cudaMalloc(&x, 256); cudaMalloc(&y, 256); cudaMalloc(&z, 256);
         k<<<rows, 64, 0, a>>>(x, 64); l<<<1, 64, 0, b>>>(y); l<<<1, 64, 0, c>>>(z);
       }`,
    );
    const limited = ['check', source, '--gpu', 'gtx-950', '--simulate', '2', '--max-slowdown', '9'];
    const { code, stdout } = await corun(...limited);
    assert.equal(code, 0, stdout);
    assert.match(stdout, /2 slowdowns are not known[^]*\n {2}to tell it: --arguments rows=…\n/);
    const whole = await corun(...limited, '--complete');
    assert.equal(whole.code, 4, whole.stdout);
    assert.match(whole.stdout, /Not all could be judged \(exit code 4/);
    assert.equal((await corun(...limited, '--complete', '--arguments', 'rows=4')).code, 0);
  });

  it('refuses a limit that is none, and a baseline of another GPU', async () => {
    assert.equal((await corun(...CHECK, '--max-slowdown', '0.5')).code, 2);
    const onOther = ['check', TWO_STREAMS, '--gpu', 'v100-sxm2', '--simulate', '0'];
    const other = await corun(...onOther, '--baseline', file('same.json'));
    assert.equal(other.code, 1);
    assert.match(other.stderr, /same\.json: the baseline is of gtx-950/);
    writeFileSync(file('none.json'), '{"gpu": "gtx-950"}');
    const none = await corun(...CHECK.slice(0, -1), '0', '--baseline', file('none.json'));
    assert.equal(none.code, 1);
    assert.match(none.stderr, /none\.json: mode[^]*\nA baseline is what an earlier check wrote: corun check/);
  });
});

describe('corun report', () => {
  it('writes Markdown and a page', async () => {
    const [md, page] = [file('report.md'), file('report.html')];
    const { code, stderr } = await corun(
      'report',
      TWO_STREAMS,
      '--simulate',
      '0',
      '--md',
      md,
      '--html',
      page,
    );
    assert.equal(code, 0, stderr);
    assert.match(readFileSync(md, 'utf8'), /^# Sharing .*\n/);
    assert.match(readFileSync(page, 'utf8'), /^<!doctype html>[^]*polynomial[^]*<\/html>\n$/);
  });

  it('asks where to write it', async () => {
    assert.equal((await corun('report', TWO_STREAMS)).code, 2);
  });
});
