import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import type { ProfileFile } from '../../../src/kernel/profile';
import { readProfileBytes } from '../../../src/profiles/readProfile';
import { PREAMBLE, lines, read, readBytes } from './helpers';
import { plainTable, writeSqlite, type WrittenTable } from '../../../lab/profiles/sqliteWriter';
import { english } from '../../../src/words';

const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (c) => c.charCodeAt(0));
const is = (file: ProfileFile, status: string, format: string, reason: RegExp): void => {
  assert.deepEqual([file.status, file.format], [status, format]);
  assert.match(english(file.reason ?? ''), reason);
  assert.deepEqual([file.kernels.length, file.transfers.length], [0, 0]);
};

/** A section with one metric. */
const RULED = [
  '    Section: Launch Statistics',
  '    -------------------- --------------- ------------',
  '    Metric Name              Metric Unit Metric Value',
  '    -------------------- --------------- ------------',
  '    Registers Per Thread register/thread           16',
  '    -------------------- --------------- ------------',
];

describe('files that are recognised but not read', () => {
  it('are named for what they are, with the command that exports something readable', async () => {
    is(
      await readBytes(latin1('NVR\u0000\u0002\u0000\u0000\u0000')),
      'refused',
      'ncu-rep',
      /ncu --import "test\.prof" --csv --page raw/,
    );
    is(
      await readBytes(latin1('NVIDIA Tegra Profiler Report 2024@6@2@225-1v0.\n\u0000')),
      'refused',
      'nsys-rep',
      /2024\.6\.2.*nsys export --type sqlite/,
    );
    is(
      await readBytes(latin1('NVIDIA Tegra Profiler Report 1.\n\u0000')),
      'refused',
      'nsys-rep',
      /nsys export/,
    );
    is(
      await readBytes(latin1('U3w[END]NVIDIA Nsight Systems Stream 2023.3.1.92-1v0!\n\u0000')),
      'refused',
      'nsys-stream',
      /QdstrmImporter -i "test\.prof"/,
    );
    is(await readBytes(latin1('PK\u0003\u0004rest')), 'refused', 'zip', /unzip "test\.prof"/);
    is(await readBytes(latin1('\u007fELF\u0002')), 'refused', 'elf', /compiled code/);
    is(await readBytes(latin1('\u0001\u0002\u0000\u0007')), 'refused', 'binary', /does not know/);
    is(
      await read('version https://git-lfs.github.com/spec/v1\noid sha256:abc\nsize 130\n'),
      'refused',
      'git-lfs-pointer',
      /git lfs pull --include "test\.prof"/,
    );
    is(
      await read('<?xml version="1.0"?>\n<session version="2" name="a.nvvp">\n'),
      'refused',
      'nvvp-session',
      /Visual Profiler/,
    );
    is(
      await read(
        '+----------+\n| Time (%) | Total Time (ns) |\n+----------+\n|    100.0 |            1234 |\n',
      ),
      'refused',
      'nsys-table',
      /nsys stats --report cuda_gpu_trace,cuda_gpu_kern_sum --format csv/,
    );
    is(await read('<!DOCTYPE html>\n<html>'), 'refused', 'html', /web page/);
    is(
      await read('======== CPU profiling result (bottom up):\nTime(%)      Time  Name\n 60.0%  1.2s  main\n'),
      'refused',
      'nvprof-cpu-profile',
      /nvprof --csv/,
    );
    is(await read('hello\nworld\n'), 'refused', 'unknown', /not a profile/);
    is(await read(''), 'empty', 'empty', /empty/);
  });

  it('tell databases of other programs apart, and show nothing of their content', async () => {
    const table = (name: string): Uint8Array =>
      writeSqlite([plainTable(name, ['value'], [{ value: 'SECRET_TOKEN=hunter2' }])]);
    is(await readBytes(table('profStringTable'), {}, 7), 'refused', 'pgi-sqlite', /pgprof/);
    const dlprof = ['read_only_kernels', 'read_only_op_instances'].map((name) =>
      plainTable(name, ['value'], [{ value: 'SECRET_TOKEN=hunter2' }]),
    );
    is(await readBytes(writeSqlite(dlprof)), 'refused', 'dlprof-sqlite', /nsys export --type sqlite/);
    const places = await readBytes(table('moz_places'));
    is(places, 'refused', 'sqlite', /no GPU profiler/);
    assert.ok(!JSON.stringify(places).includes('hunter2'));
    is(await readBytes(table('moz_places').subarray(0, 90)), 'refused', 'sqlite', /within its header/);
  });

  it('include profiles of AMD, as CSV, JSON and database, and traces of XLA', async () => {
    for (const text of [
      '"Name","Calls","TotalDurationNs","AverageNs","Percentage"\n"k(float*)",1,34,34,100.0\n',
      'Index,KernelName,gpu-id,queue-id\n0,"k(float*) [clone .kd]",4,0\n',
      '"Kind","Agent_Id","Queue_Id","Kernel_Name"\n"KERNEL_DISPATCH",1,1,"k"\n',
      'Dispatch_ID,Kernel_Name,GPU_ID\n0,k,0\n',
      '{ "traceEvents":[{}\n,{"args":{"name":"CPU HIP API"},"ph":"M","pid":2,"name":"process_name"}]}',
    ])
      is(await read(text), 'refused', 'rocprof', /AMD/);
    const table = (name: string): WrittenTable => plainTable(name, ['value'], [{ value: 1 }]);
    is(await readBytes(writeSqlite([table('OPS'), table('KERN')])), 'refused', 'rocprof', /AMD/);
    is(await readBytes(writeSqlite([table('rocpd_string_0a')])), 'refused', 'rocprof', /AMD/);
    const xla =
      '{"displayTimeUnit":"ns","metadata":{"highres-ticks":true},"traceEvents":[{"ph":"X","name":"fusion","ts":1,"dur":2}]}';
    is(await read(xla), 'refused', 'xla-trace', /JAX/);
  });

  it('include text of Nsight Compute in a form that is not read', async () => {
    const text = '==PROF== Connected to process 1 (/x)\n  k() Invocations 3\n    Section: Occupancy\n';
    is(await read(text), 'refused', 'ncu-text', /print it as CSV/);
  });

  it('include source and session pages of Nsight Compute', async () => {
    const head = '[1] app@127.0.0.1';
    is(await read(lines(head, 'Session', '    Launch Details')), 'refused', 'ncu-text', /--page raw/);
    const csv = '"#","Address","Source","Warp Stall Sampling (All Samples)"\n"1","00","MOV R1","3"\n';
    is(await read(csv), 'refused', 'ncu-text', /--page raw/);
    const launch = '  k(int) (32, 1, 1)x(32, 1, 1), Context 1, Stream 7, Device 0, CC 8.6';
    const source = await read(lines(head, launch, '    #  Address Source', '    1  00007f  MOV R1'));
    assert.deepEqual([source.status, source.kernels.length], ['partial', 1]);
    assert.match(english(source.reason ?? ''), /of one launch no metric is there/);
    const whole = await read(lines(head, launch, RULED));
    assert.equal(whole.status, 'full');
  });

  it('include traces in JSON without kernels, and JSON of Nsight Systems', async () => {
    const trace = `{"schemaVersion":1,"filler":"${'x'.repeat(70_000)}","traceEvents":[{"ph":"X","cat": "cpu_op","name":"k"}]}`;
    is(await read(trace, {}, 1000), 'refused', 'chrome-trace', /without GPU kernels/);
    is(await readBytes(gzipSync(latin1(trace))), 'refused', 'chrome-trace', /without GPU kernels/);
    is(await read('{"nodes":[{"cat":"kernel"}]}'), 'refused', 'unknown', /not a profile/);
    is(await read('{"data":["a","b"]}\n{"id":1}\n'), 'refused', 'nsys-json', /Nsight Systems/);
    is(await read('[{"Total Time (ns)": 719769, "Name": "k"}]'), 'refused', 'nsys-json', /Nsight Systems/);
  });

  it('do not hide what a file holds besides', async () => {
    const file = await read(
      lines(
        '{"loss": 0.5}',
        PREAMBLE,
        '==4242== Profiling result:',
        '"Time(%)","Time","Calls","Avg","Min","Max","Name"',
        '%,us,,us,us,us,',
        '100.0,8.0,2,4.0,3.0,5.0,"k()"',
      ),
    );
    assert.deepEqual([file.status, file.kernels.length], ['full', 1]);
    const both = await read(
      lines('<!DOCTYPE html>', 'Time(%),Time,Calls,Avg,Min,Max,Name', '100%,8us,2,4us,3us,5us,k()'),
    );
    assert.deepEqual([both.status, both.kernels.length], ['partial', 1]);
    assert.match(english(both.reason ?? ''), /a web page/);
  });

  it('quote paths for the shell', async () => {
    const file = await readProfileBytes('a "b" $c.ncu-rep', latin1('NVR\u0000'));
    assert.ok(
      english(file.reason ?? '')?.includes('--import "a \\"b\\" \\$c.ncu-rep"'),
      english(file.reason ?? ''),
    );
  });
});
