import assert from 'node:assert/strict';
import { eachEvent, rowCount } from '../../../src/profiles/events';
import { PREAMBLE, TRACE_HEADER, codes, lines, only, read } from './helpers';
import { english } from '../../../src/words';

const GPU = '"Tesla V100 (1)","1","7"';

const trace = (units: string, ...rows: readonly string[]): string =>
  lines(PREAMBLE, '==4242== Profiling result:', TRACE_HEADER, units, rows);

describe('nvprof GPU trace (CSV)', () => {
  it('gives each column the unit of its own units row', async () => {
    const file = await read(
      trace(
        's,ms,,,,,,,,KB,B,MB,GB/s,,,,',
        `9.964495,9.387453,12,24,1,32,16,1,40,3.750000,128,,,${GPU},"Fd(float*, int) [228]"`,
        `10.010665,49.310045,,,,,,,,,,216.000000,4.277780,${GPU},"[CUDA memcpy DtoH]"`,
      ),
    );
    assert.equal(file.status, 'full');
    assert.equal(file.format, 'nvprof-csv-gpu-trace');
    assert.equal(file.device, 'Tesla V100');
    assert.deepEqual(file.runs, [{ pid: '4242', command: './app -n 7' }]);
    assert.deepEqual(only(file.kernels), {
      name: 'Fd(float*, int)',
      grid: [12, 24, 1],
      block: [32, 16, 1],
      registers: 40,
      staticSharedBytes: 3840,
      dynamicSharedBytes: 128,
      metrics: {},
      device: 'Tesla V100',
      deviceIndex: 1,
      context: '1',
      stream: '7',
      run: 0,
      startNs: 9964495000,
      durationNs: 9387453,
      calls: 1,
      location: { path: 'test.prof', line: 6 },
    });
    const copy = only(file.transfers);
    assert.equal(copy.bytes, 216 * 2 ** 20);
    assert.equal(copy.durationNs, 49310045);
    assert.equal(copy.direction, 'DtoH');
    assert.equal(copy.pinned, null);
  });

  it('reads columns by name in any order, with memory kinds and correlation ids', async () => {
    const file = await read(
      lines(
        '======== Profiling result:',
        '"Name","Duration","DstMemType","Size","SrcMemType","Throughput","Start","Device","Correlation_ID","Stream"',
        ',us,,KB,,GB/s,ms,,,',
        '"[CUDA memcpy HtoD]",8.960000e-04,"Device",0.019531,"Pinned",20.787970,1.5,"GeForce (0)",12,"7"',
        '"[CUDA memcpy DtoH]",1.0,"Pageable",1.0,"Device",0.953674,2,"GeForce (0)",13,"7"',
      ),
    );
    // 8.96e-4 µs and 20.79 GB/s make 20 bytes.
    assert.deepEqual(
      file.transfers.map((copy) => [copy.direction, copy.bytes, copy.pinned, copy.startNs, copy.durationNs]),
      [
        ['HtoD', 20, true, 1500000, 0.896],
        ['DtoH', 1024, false, 2000000, 1000],
      ],
    );
  });

  it('separates GPU rows from API rows of the same table', async () => {
    const file = await read(
      trace(
        'ms,us,,,,,,,,B,B,KB,GB/s,,,,',
        '1.000000,3.000000,,,,,,,,,,,,,,,"cudaMalloc [5]"',
        `2.000000,4.000000,1,1,1,32,1,1,8,0,0,,,${GPU},"k(int)"`,
        `2.000000,4.000000,,,,,,,,,,1.000000,,${GPU},"[CUDA memset]"`,
        `2.500000,,,,,,,,,,,,,${GPU},"[Unified Memory GPU page faults]"`,
      ),
    );
    assert.deepEqual(file.api, [
      {
        name: 'cudaMalloc',
        run: 0,
        startNs: 1e6,
        durationNs: 3000,
        calls: 1,
        location: { path: 'test.prof', line: 6 },
      },
    ]);
    assert.equal(only(file.kernels).name, 'k(int)');
    assert.equal(only(file.transfers).direction, 'memset');
    assert.equal(file.status, 'full');
  });

  it('leaves out what contradicts itself or is not possible, and says so', async () => {
    const file = await read(
      trace(
        'ms,us,,,,,,,,B,B,KB,GB/s,,,,',
        // 39.0625 KB in 8.32 µs are 4.4775 GB/s, not 4.5775.
        `506.660260,8.320000,,,,,,,,,,39.062500,4.577512,${GPU},"[CUDA memcpy HtoD]"`,
        `1.000000,3.000000,1,1,1,64,32,1,8,0,0,,,${GPU},"tooManyThreads(int)"`,
        `1.000000,3.000000,0,1,1,64,1,1,8,0,0,,,${GPU},"noGrid(int)"`,
        `1.000000,3.000000,1,1,1,1024,1,1,80,0,0,,,${GPU},"registerFile(int)"`,
        `1.000000,-3.000000,1,1,1,64,1,1,8,0,-5,,,${GPU},"negative(int)"`,
        `1.000000,0x10,1,1,1,64,1,1,8,0,0,,,${GPU},"hex(int)"`,
      ),
    );
    const copy = only(file.transfers);
    assert.deepEqual([copy.startNs, copy.bytes, copy.durationNs], [506660260, null, null]);
    assert.deepEqual(
      file.kernels.map((k) => [k.name, k.grid, k.block, k.registers, k.durationNs]),
      [
        ['tooManyThreads(int)', [1, 1, 1], null, 8, 3000],
        ['noGrid(int)', null, [64, 1, 1], 8, 3000],
        ['registerFile(int)', [1, 1, 1], null, null, 3000],
        ['negative(int)', [1, 1, 1], [64, 1, 1], 8, null],
        ['hex(int)', [1, 1, 1], [64, 1, 1], 8, null],
      ],
    );
    assert.equal(file.kernels[3]?.dynamicSharedBytes, null);
    assert.deepEqual(
      file.warnings.map((warning) => [warning.code, warning.location?.line]),
      [
        ['inconsistent-copy', 6],
        ['impossible-launch', 7],
        ['impossible-launch', 8],
        ['impossible-launch', 9],
        ['impossible-launch', 10],
        ['untrusted-number', 10],
        ['untrusted-number', 11],
      ],
    );
  });

  it('keeps rows between program output, and tells a cut last row from it', async () => {
    const row = `1.000000,3.000000,1,1,1,64,1,1,8,0,0,,,${GPU},"k(int, int) [3]"`;
    const file = await read(
      trace(
        'ms,us,,,,,,,,B,B,KB,GB/s,,,,',
        row,
        'N,100000000',
        'done, ok',
        row,
        '2.065168,0.027458,64',
      ).trimEnd(),
    );
    assert.equal(file.kernels.length, 2);
    assert.equal(file.status, 'partial');
    assert.match(english(file.reason ?? ''), /line 10/);
    const openQuote = await read(trace('ms,us,,,,,,,,B,B,KB,GB/s,,,,', row, row.slice(0, -9)).trimEnd());
    assert.deepEqual([openQuote.kernels.length, openQuote.status], [1, 'partial']);
  });

  it('does not believe numbers whose unit is not told', async () => {
    const file = await read(trace(`1.5,3.000000,1,1,1,64,1,1,8,0,0,,,${GPU},"k(int)"`));
    const kernel = only(file.kernels);
    assert.deepEqual([kernel.startNs, kernel.durationNs, kernel.grid], [null, null, [1, 1, 1]]);
    assert.equal(kernel.staticSharedBytes, 0, 'a zero needs no unit');
    assert.equal(file.status, 'partial');
    assert.ok(codes(file).includes('untrusted-number'));
  });

  it('reads what a spreadsheet saved again: no quotes, filled-up lines, rows of empty cells', async () => {
    const fill = ','.repeat(15);
    const file = await read(
      lines(
        `==4242== NVPROF is profiling process 4242, command: ./app${fill}`,
        `==4242== Profiling result:${fill}`,
        TRACE_HEADER.replaceAll('"', ''),
        'ms,us,,,,,,,,B,B,KB,GB/s,,,,',
        ','.repeat(16),
        '1.5,2.5,4,1,1,64,1,1,8,0,0,,,Tesla V100 (1),1,7,k(int, float*) [3]',
      ).replaceAll('\n', '\r\r\n'),
    );
    assert.deepEqual(
      [only(file.kernels).name, only(file.kernels).durationNs, file.status],
      ['k(int, float*)', 2500, 'full'],
    );
    assert.equal(file.runs?.[0]?.command, './app');
  });

  it('takes the size of unified memory migrations from their own column', async () => {
    const file = await read(
      lines(
        '==7== PGPROF is profiling process 7, command: ./a.out',
        '"Start","Duration","Size","Throughput","Device","Context","Stream","Unified Memory","Virtual Address","Name"',
        'ms,us,KB,GB/s,,,,,,',
        '1.0,2.0,,,"P100 (0)",,,"64.000000KB","0x7f0000","[Unified Memory Memcpy HtoD]"',
        '1.5,,,,"P100 (0)",,,"3","0x7f0000","[Unified Memory CPU page faults]"',
      ),
    );
    assert.deepEqual([only(file.transfers).direction, only(file.transfers).bytes], ['unified', 65536]);
    assert.deepEqual(file.runs, [{ pid: '7', command: './a.out' }]);
  });

  it('says what is wrong with a table that gives no row', async () => {
    const none = await read(trace('ms,us,,,,,,,,B,B,KB,GB/s,,,,'));
    assert.deepEqual([none.status, none.format], ['empty', 'nvprof-csv-gpu-trace']);
    const bare = await read(lines(TRACE_HEADER));
    assert.deepEqual([bare.status, english(bare.reason ?? '')], ['empty', 'its tables hold no rows']);
    const cut = await read(`${TRACE_HEADER}\nms,us,,,,,,,,B,B,KB,GB/s,,,,\n1.5,2.5,4,1,1,6`);
    assert.equal(cut.status, 'empty');
    assert.match(english(cut.reason ?? ''), /one cut or damaged row.*line 3/);
  });

  it('is read in part where a time cannot be trusted', async () => {
    const row = (start: string, duration: string): string =>
      `${start},${duration},1,1,1,64,1,1,8,0,0,,,${GPU},"k(int)"`;
    for (const [start, duration] of [
      ['2', '-5'],
      ['2', 'inf'],
      ['2', 'nan'],
      ['2', '1e400'],
      ['-2', '5'],
    ] as const) {
      const file = await read(trace('ms,us,,,,,,,,B,B,KB,GB/s,,,,', row('1', '3'), row(start, duration)));
      assert.equal(file.status, 'partial', `${start} ${duration}`);
      assert.match(english(file.reason ?? ''), /times that are not known were left out/);
      const { startNs, durationNs } = file.kernels[1]!;
      assert.equal(start === '2' ? durationNs : startNs, null);
    }
  });

  it('gives appended runs their own units and run number', async () => {
    const one = trace('ms,us,,,,,,,,B,B,KB,GB/s,,,,', `1,3,1,1,1,64,1,1,8,0,0,,,${GPU},"k(int)"`);
    const two = trace('s,ms,,,,,,,,B,B,KB,GB/s,,,,', `1,3,1,1,1,64,1,1,8,0,0,,,${GPU},"k(int)"`);
    const file = await read(one + two);
    assert.deepEqual(
      file.kernels.map((k) => [k.run, k.startNs, k.durationNs]),
      [
        [0, 1e6, 3e3],
        [1, 1e9, 3e6],
      ],
    );
  });

  it('groups a trace that is longer than the list, and keeps every launch in columns', async () => {
    const rows = Array.from({ length: 50 }, (_, i) =>
      i % 5 === 4
        ? `${i},8.320000,,,,,,,,,,39.062500,4.477512,${GPU},"[CUDA memcpy HtoD]"`
        : `${i},${i + 1},${(i % 2) + 1},1,1,64,1,1,8,0,0,,,${GPU},"k(int) [${i}]"`,
    );
    const text = trace('ms,us,,,,,,,,B,B,KB,GB/s,,,,', ...rows);
    const [all, grouped] = [await read(text), await read(text, { maxListed: 20 })];
    assert.equal(all.kernels.length, 40);
    assert.equal(all.kernelEvents, undefined);
    assert.deepEqual(
      grouped.kernels.map((k) => [k.grid?.[0], k.calls, k.durationNs, k.durationRange]),
      [1, 2].map((grid) => {
        const times = all.kernels.filter((k) => k.grid?.[0] === grid).map((k) => k.durationNs ?? NaN);
        const mean = times.reduce((a, b) => a + b) / times.length;
        return [grid, times.length, mean, { min: Math.min(...times), max: Math.max(...times) }];
      }),
    );
    const events = [...eachEvent(grouped.kernelEvents ?? { length: 0, groups: 0, blocks: [] })];
    assert.deepEqual(
      events.map((event) => [
        grouped.kernels[event.group]?.grid,
        event.startNs,
        event.durationNs,
        event.line,
      ]),
      all.kernels.map((k) => [k.grid, k.startNs, k.durationNs, k.location.line]),
    );
    assert.equal(grouped.transfers.length, 10, 'few transfers stay a list');
    const count = rowCount(grouped.kernels, grouped.kernelEvents) + rowCount(grouped.transfers, undefined);
    assert.equal(count, 50);
  });
});
