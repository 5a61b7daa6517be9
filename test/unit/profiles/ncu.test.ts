import assert from 'node:assert/strict';
import type { ProfileFile } from '../../../src/kernel/profile';
import { codes, lines, only, read } from './helpers';
import { english } from '../../../src/words';

const HEADER =
  '"ID","Process ID","Process Name","Host Name","Kernel Name","Context","Stream","Block Size","Grid Size","Device","CC","Section Name","Metric Name","Metric Unit","Metric Value"';

/** A long-form file of one launch (128 blocks of 256 threads) from metric, unit, value triples. */
const details = (...metrics: readonly (readonly [string, string, string])[]): Promise<ProfileFile> =>
  read(
    lines(
      '==PROF== Connected to process 17 (/x/app)',
      HEADER,
      metrics.map(
        ([name, unit, value]) =>
          `"0","17","app","127.0.0.1","void k<(int)4>(int, T2)","1","7","(256, 1, 1)","(128, 1, 1)","0","8.6","S","${name}","${unit}","${value}"`,
      ),
    ),
  );

const near = (actual: number | undefined, expected: number): void =>
  assert.ok(
    Math.abs((actual ?? NaN) - expected) <= 1e-9 * Math.abs(expected),
    `${actual} is not ${expected}`,
  );

describe('Nsight Compute CSV, long form', () => {
  it('maps raw metrics to nvprof names with their scale, and keeps the original', async () => {
    const file = await details(
      ['gpu__time_duration.sum', 'usecond', '9,589.25'],
      ['sm__warps_active.avg.pct_of_peak_sustained_active', '%', '66.61'],
      ['smsp__inst_executed.avg.per_cycle_active', 'inst/cycle', '0.50'],
      ['smsp__thread_inst_executed_per_inst_executed.ratio', '', '16'],
      ['dram__bytes_read.sum.per_second', 'Gbyte/second', '1.50'],
      ['dram__throughput.avg.pct_of_peak_sustained_elapsed', '%', '45.00'],
      ['lts__t_sectors_aperture_sysmem_op_read.sum.per_second', 'sector/msecond', '2.00'],
      ['l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 'sector', '1,342,177,280'],
    );
    const kernel = only(file.kernels);
    assert.equal(kernel.durationNs, 9589250);
    assert.deepEqual(
      [kernel.grid, kernel.block, kernel.computeCapability],
      [[128, 1, 1], [256, 1, 1], '8.6'],
    );
    near(kernel.metrics['achieved_occupancy'], 0.6661);
    near(kernel.metrics['ipc'], 2);
    near(kernel.metrics['warp_execution_efficiency'], 50);
    near(kernel.metrics['dram_read_throughput'], 1.5e9);
    near(kernel.metrics['dram_utilization'], 4.5);
    near(kernel.metrics['sysmem_read_throughput'], 64000);
    near(kernel.metrics['gld_transactions'], 1342177280);
    assert.deepEqual(kernel.originals?.['achieved_occupancy'], {
      name: 'sm__warps_active.avg.pct_of_peak_sustained_active',
      text: '66.61',
      unit: '%',
    });
    assert.equal(kernel.originals?.['dram__bytes_read.sum.per_second']?.value, 1.5e9);
    assert.deepEqual(codes(file), []);
    assert.equal(file.status, 'full');
  });

  it('adds the terms of formulas, under the names of newer chips and other units too', async () => {
    const count = (op: string, value: string): [string, string, string] => [
      `sm__sass_thread_inst_executed_op_${op}_pred_on.sum`,
      'inst',
      value,
    ];
    const file = await details(count('fadd', '10'), count('fmul', '20'), count('ffma', '1,000'), [
      'dram__bytes_op_read.sum',
      'byte',
      '54,207,744',
    ]);
    const { metrics } = only(file.kernels);
    assert.equal(metrics['flop_count_sp'], 2030);
    assert.equal(metrics['dram_read_bytes'], 54207744);
    const lone = await details(count('fadd', '10'), count('ffma', '1,000'));
    assert.equal(only(lone.kernels).metrics['flop_count_sp'], undefined, 'a missing term is not zero');
  });

  it('does not convert a value whose unit is not that of its metric', async () => {
    const file = await details(
      ['sm__warps_active.avg.pct_of_peak_sustained_active', 'warp', '31.5'],
      ['dram__bytes_read.sum', 'sector', '12'],
      ['lts__t_sector_hit_rate.pct', '%', '180.5'],
    );
    assert.deepEqual(only(file.kernels).metrics, {});
    assert.equal(codes(file).filter((code) => code === 'untrusted-number').length, 3);
  });

  it('reads labels of the details page of old and new versions', async () => {
    const file = await details(
      ['SOL DRAM', '%', '30.00'],
      ['DRAM Throughput', 'Gbyte/s', '1.5'],
      ['Duration', 'ms', '2.80'],
      ['Registers Per Thread', 'register/thread', '40'],
      ['Achieved Occupancy', '%', '17.67'],
      ['Function Cache Configuration', '', 'CachePreferNone'],
      ['Static Shared Memory Per Block', 'byte/block', '528'],
      ['Dynamic Shared Memory Per Block', 'Kbyte/block', '8.19'],
      ['Executed Ipc Active', 'inst/cycle', 'n/a'],
      ['Issued Ipc Active', 'inst/cycle', '(!) nan'],
    );
    const kernel = only(file.kernels);
    near(kernel.metrics['dram_utilization'], 3);
    near(kernel.metrics['achieved_occupancy'], 0.1767);
    assert.deepEqual(
      [kernel.durationNs, kernel.registers, kernel.staticSharedBytes, kernel.dynamicSharedBytes],
      [2800000, 40, 528, 8192],
    );
    assert.deepEqual(Object.keys(kernel.metrics).sort(), ['achieved_occupancy', 'dram_utilization']);
    assert.equal(kernel.originals?.['Function Cache Configuration']?.text, 'CachePreferNone');
    assert.deepEqual(codes(file), ['rounded-size']);
  });

  it('reads the same in English, German, French and the C locale', async () => {
    for (const [cycles, time, hits] of [
      ['5,402,483,512', '1,234.56', '12,345'],
      ['5.402.483.512', '1.234,56', '12.345'],
      ['5 402 483 512', '1 234,56', '12 345'],
      ['5402483512', '1234.56', '12345'],
    ] as const) {
      const file = await details(
        ['Elapsed Cycles', 'cycle', cycles],
        ['gpu__time_duration.sum', 'us', time],
        ['lts__t_sectors_op_write.sum', 'sector', hits],
        ['dram__sectors_read.sum', 'sector', hits],
      );
      const kernel = only(file.kernels);
      assert.equal(kernel.durationNs, 1234560, time);
      assert.equal(kernel.metrics['dram_read_transactions'], 12345, hits);
      assert.equal(kernel.originals?.['Elapsed Cycles']?.value, 5402483512);
    }
  });

  it('decides the locale by the launch itself, and leaves out what stays open', async () => {
    const german = await details(['Threads', 'thread', '32.768'], ['Duration', 'us', '1.234']);
    assert.equal(only(german.kernels).durationNs, 1234000);
    const open = await details(['Duration', 'us', '1.234']);
    assert.equal(only(open.kernels).durationNs, null);
    assert.deepEqual(codes(open), ['untrusted-number']);
    const wrong = await details(['Grid Size', '', '129'], ['Duration', 'us', '1.25']);
    assert.deepEqual(codes(wrong), ['untrusted-number'], 'contradicts the grid column');
  });

  it('keeps processes and launches apart, and reads shuffled and short rows', async () => {
    const file = await read(
      lines(
        '"Metric Value","Metric Unit","Metric Name","Kernel Name","ID","Process ID","Grid Size","Block Size","Rule Name","Rule Type"',
        '"10","ns","gpu__time_duration.sum","k(int)","0","1","(2, 1, 1)","(32, 1, 1)"',
        '"","","","k(int)","0","1","(2, 1, 1)","(32, 1, 1)","Bottleneck","OPT"',
        '"20","ns","gpu__time_duration.sum","k(int)","1","1","(2, 1, 1)","(32, 1, 1)"',
        '"30","ns","gpu__time_duration.sum","k(int)","0","2","(2, 1, 1)","(2048, 1, 1)"',
      ),
    );
    assert.deepEqual(
      file.kernels.map((k) => [k.durationNs, k.block]),
      [
        [10, [32, 1, 1]],
        [20, [32, 1, 1]],
        [30, null],
      ],
    );
    assert.equal(file.status, 'full');
    assert.deepEqual(codes(file), ['impossible-launch']);
  });

  it('says where metrics were asked for and none was measured, and that a run failed', async () => {
    const none = await details(['a__b.sum', '', '(!) n/a'], ['gpu__time_duration.sum', 'ns', '(!) nan']);
    assert.equal(none.status, 'partial');
    assert.match(english(none.reason ?? ''), /none of the metrics of one launch was measured/);
    const failed = await read(
      lines(
        '==ERROR== LaunchFailed',
        HEADER,
        '"0","17","app","127.0.0.1","k()","1","7","(32, 1, 1)","(8, 1, 1)","0","8.6","S","gpu__time_duration.sum","ns","9"',
      ),
    );
    assert.deepEqual([failed.status, only(failed.kernels).durationNs], ['partial', 9]);
    assert.match(english(failed.reason ?? ''), /Nsight Compute says: LaunchFailed/);
    const ended = await read(
      lines(
        HEADER,
        '"0","17","app","127.0.0.1","k()","1","7","(32, 1, 1)","(8, 1, 1)","0","8.6","S","gpu__time_duration.sum","ns","9"',
        '==ERROR== The application returned an error code (1).',
      ),
    );
    assert.deepEqual([ended.status, codes(ended)], ['full', ['ncu-error']], 'the launches are whole');
  });

  it('notices a cut file', async () => {
    const text = `${HEADER}\n"0","1","a","h","k(int)","1","7","(32, 1, 1)","(2, 1, 1)","0","8.6","S","gpu__time_duration.sum","ns","10"\n`;
    const cut = await read(text + text.split('\n')[1]?.slice(0, 90));
    assert.deepEqual([only(cut.kernels).durationNs, cut.status], [10, 'partial']);
  });
});

describe('Nsight Compute CSV, other forms', () => {
  it('reads summaries over launches', async () => {
    const file = await read(
      lines(
        '"Process ID","Process Name","Host Name","Kernel Name","Block Size","Grid Size","Device","CC","Invocations","Section Name","Metric Name","Metric Unit","Minimum","Maximum","Average"',
        '"17","app","h","k(int)","(256, 1, 1)","(128, 1, 1)","0","8.6","3","S","Duration","us","1.25","3.75","2.50"',
      ),
    );
    const kernel = only(file.kernels);
    assert.deepEqual(
      [kernel.calls, kernel.durationNs, kernel.durationRange],
      [3, 2500, { min: 1250, max: 3750 }],
    );
  });

  it('reads the raw page, whose floats have a dot in every locale', async () => {
    const header =
      '"ID","Process ID","Process Name","Host Name","Kernel Name","Context","Stream","Block Size","Grid Size","Device","CC","device__attribute_display_name","dram__bytes_read.sum","gpu__time_duration.sum","launch__grid_size","launch__registers_per_thread","sm__warps_active.avg.pct_of_peak_sustained_active","smsp__inst_executed.sum","smsp__warps_eligible.sum.per_cycle_active","launch__sm_count"';
    const units =
      '"","","","","","","","","","","","","Mbyte","usecond","","register/thread","%","inst","warp","SM"';
    const row = (grid: string, inst: string): string =>
      `"0","17","app","h","k(int)","1","7","(256, 1, 1)","(2048, 1, 1)","0","8.6","NVIDIA A10","54.207744","12.345678","${grid}","40","66.666613","${inst}","164.000000","82"`;
    for (const [grid, inst] of [
      ['2,048', '262,144'],
      ['2.048', '262.144'],
      ['2 048', '262 144'],
      ['2048', '262144'],
    ] as const) {
      const file = await read(lines(header, units, row(grid, inst)));
      const kernel = only(file.kernels);
      assert.equal(file.format, 'ncu-csv-raw');
      assert.equal(file.device, 'NVIDIA A10');
      assert.deepEqual([kernel.durationNs, kernel.registers], [12345.678, 40]);
      near(kernel.metrics['achieved_occupancy'], 0.66666613);
      near(kernel.metrics['dram_read_bytes'], 54207744);
      assert.equal(kernel.metrics['inst_executed'], 262144, inst);
      near(kernel.metrics['eligible_warps_per_cycle'], 2);
    }
  });
});

const RULER = '    ----------------------- ------------- ------------';

describe('Nsight Compute text', () => {
  const report = (...launches: readonly (readonly string[])[]): Promise<ProfileFile> =>
    read(
      lines(
        'building ...',
        '==PROF== Profiling "k" - 0: 0%',
        '==WARNING== Backing up device memory in system memory.',
        '....50%....100% - 9 passes',
        '[8821] a.out@127.0.0.1',
        ...launches,
      ),
    );
  const section = (...rows: readonly string[]): string[] => [
    '    Section: GPU Speed Of Light Throughput',
    RULER,
    '    Metric Name               Metric Unit Metric Value',
    RULER,
    ...rows,
    RULER,
    '',
    '    WRN   This kernel grid is too small: 12.5 of 40     blocks 3',
    '          further advice',
    '',
  ];

  it('reads launches of the newer and the older form with the columns of their rulers', async () => {
    const file = await report(
      [
        '  void k<(int)4>(int, T2) (32, 16, 1)x(64, 1, 1), Context 1, Stream 13, Device 0, CC 8.9',
        ...section(
          '    Elapsed Cycles                  cycle    2,273,471',
          '    DRAM Throughput                     %        10.49',
          '    Duration                      msecond         1.73',
        ),
      ],
      [
        '  k2(float*), 2024-Jul-27 20:47:58, Context 1, Stream 7',
        '    Section: Command line profiler metrics',
        RULER,
        '    gpu__time_duration.sum        usecond       421.00',
        RULER,
      ],
    );
    assert.deepEqual(
      file.kernels.map((k) => [k.name, k.grid, k.stream, k.durationNs, k.computeCapability]),
      [
        ['void k<(int)4>(int, T2)', [32, 16, 1], '13', 1730000, '8.9'],
        ['k2(float*)', null, '7', 421000, undefined],
      ],
    );
    near(file.kernels[0]?.metrics['dram_utilization'], 1.049);
    assert.equal(file.kernels[0]?.originals?.['Elapsed Cycles']?.value, 2273471);
    assert.deepEqual(codes(file), ['ncu-warning']);
    assert.equal(file.format, 'ncu-text');
  });

  it('reads values whose groups are separated by spaces', async () => {
    const file = await report([
      '  k() (1, 1, 1)x(64, 1, 1), Context 1, Stream 13, Device 0, CC 8.9',
      ...section(
        '    Elapsed Cycles                  cycle    2 273 471',
        '    Duration                      msecond         1,73',
      ),
    ]);
    assert.equal(only(file.kernels).originals?.['Elapsed Cycles']?.value, 2273471);
    assert.equal(only(file.kernels).durationNs, 1730000);
  });

  it('leaves out a value that is cut by the end of the file', async () => {
    const whole = lines(
      '  k() (1, 1, 1)x(64, 1, 1), Context 1, Stream 13, Device 0, CC 8.9',
      section(
        '    Elapsed Cycles                  cycle    2,273,471',
        '    Duration                      msecond        17.35',
      ).slice(0, 6),
    );
    const cut = await read(whole.slice(0, -3));
    assert.equal(only(cut.kernels).durationNs, null);
    assert.deepEqual(codes(cut), ['cut-row']);
  });

  it('says where the results of a run without a text report are', async () => {
    const file = await read(
      lines('==PROF== Profiling "k": 0%....100% - 43 passes', '==PROF== Report: /home/me/profile.ncu-rep'),
    );
    assert.equal(file.status, 'empty');
    assert.match(english(file.reason ?? ''), /ncu --import "\/home\/me\/profile\.ncu-rep" --csv --page raw/);
    const failed = await read(
      lines('==PROF== Connected to process 1 (/x)', '==ERROR== The application returned an error code (1).'),
    );
    assert.match(english(failed.reason ?? ''), /error code \(1\)/);
  });
});
