import assert from 'node:assert/strict';
import {
  NSYS_KERNEL_HEADER,
  NSYS_TRACE_HEADER,
  lines,
  nsysKernelRow,
  nsysTextReport,
  nsysTraceRow,
} from '../../../lab/profiles/nsysText';
import type { ProfileFile } from '../../../src/kernel/profile';
import { english } from '../../../src/words';
import { codes, only, read } from './helpers';

const times = ({ kernels }: ProfileFile): unknown[] =>
  kernels.map(({ name, calls, durationNs }) => [name, calls, durationNs]);

describe('reports of nsys stats', () => {
  it('as CSV give kernels with the mean of total and calls, behind notices and without', async () => {
    const rows = [
      NSYS_KERNEL_HEADER,
      nsysKernelRow(1000, 3, 'void k<int, 4>(float*, int)'),
      nsysKernelRow(900, 1, 'g'),
    ];
    const bare = await read(lines(...rows));
    assert.deepEqual([bare.status, bare.format, codes(bare)], ['full', 'nsys-csv', []]);
    assert.deepEqual(times(bare), [
      ['void k<int, 4>(float*, int)', 3, 1000 / 3],
      ['g', 1, 900],
    ]);
    assert.deepEqual(bare.kernels[0]?.durationRange, { min: 333, max: 334 });
    const noted = await read(
      lines('NOTICE: found', 'Processing [x.sqlite] with [/r/cuda_gpu_kern_sum.py]... ', ...rows),
    );
    assert.deepEqual(times(noted), times(bare));
    const tabs = await read(lines(...rows.slice(0, 1), rows[2] ?? '').replaceAll(',', '\t'));
    assert.deepEqual(times(tabs), [['g', 1, 900]]);
  });

  it('as traces give launches, copies and their facts', async () => {
    const file = await read(
      lines(
        NSYS_TRACE_HEADER,
        nsysTraceRow(1000, 1700, 'void k<int, 4>(float*)'),
        '3000,500,18,,,,,,,,,,4.096000,8192.0,Pinned,Device,NVIDIA A100 (0),1,,13,[CUDA memcpy Host-to-Device]',
        '4000,20,19,,,,,,,,,,0.000064,3.2,Device,,NVIDIA A100 (0),1,,13,[CUDA memset]',
      ),
    );
    assert.deepEqual([file.status, file.device, codes(file)], ['full', 'NVIDIA A100', []]);
    assert.deepEqual(only(file.kernels), {
      name: 'void k<int, 4>(float*)',
      grid: [40, 2, 1],
      block: [128, 1, 1],
      registers: 32,
      staticSharedBytes: 1024,
      dynamicSharedBytes: 0,
      device: 'NVIDIA A100',
      deviceIndex: 0,
      context: '1',
      stream: '7',
      metrics: {},
      startNs: 1000,
      durationNs: 1700,
      calls: 1,
      location: { path: 'test.prof', line: 2 },
    });
    assert.deepEqual(
      file.transfers.map(({ direction, bytes, pinned, stream, durationNs }) => [
        direction,
        bytes,
        pinned,
        stream,
        durationNs,
      ]),
      [
        ['HtoD', 4_096_000, true, '13', 500],
        ['memset', 64, null, '13', 20],
      ],
    );
  });

  it('of older versions write None for nothing, and sizes in steps that tell nothing of small ones', async () => {
    const file = await read(
      lines(
        'Start(nsec),Duration(nsec),CorrId,GrdX,GrdY,GrdZ,BlkX,BlkY,BlkZ,Reg/Trd,StcSMem (MB),DymSMem (MB),Bytes (MB),Throughput (MBps),SrcMemKd,DstMemKd,Device,Ctx,Strm,Name',
        '10,5,1,4,1,1,32,1,1,16,0.007,0.000,None,None,None,None,Tesla T4 (1),1,7,k',
        '20,5,2,None,None,None,None,None,None,None,None,None,0.004,100.0,Pageable,Device,Tesla T4 (1),1,7,[CUDA memcpy HtoD]',
        '30,5,3,None,None,None,None,None,None,None,None,None,5.000,100.0,Pageable,Device,Tesla T4 (1),1,7,[CUDA memcpy HtoD]',
      ),
    );
    const { staticSharedBytes, dynamicSharedBytes, registers, deviceIndex } = only(file.kernels);
    assert.deepEqual([staticSharedBytes, dynamicSharedBytes, registers, deviceIndex], [null, null, 16, 1]);
    assert.deepEqual(
      file.transfers.map(({ bytes, pinned }) => [bytes, pinned]),
      [
        [null, false],
        [5_000_000, false],
      ],
    );
    assert.deepEqual(codes(file).sort(), ['coarse-shared', 'coarse-size']);
  });

  it('of launches tell the calls that issued them, of two processes apart', async () => {
    const row = (pid: number, at: number): string =>
      `${at},4000,${at + 4100},900,${at + 5000},700,5700,${pid},${pid},0,cudaLaunchKernel,   4    1    1,  64    2    1,k(int)`;
    const file = await read(
      lines(
        'API Start (ns),API Dur (ns),Queue Start (ns),Queue Dur (ns),Kernel Start (ns),Kernel Dur (ns),Total Dur (ns),PID,TID,DevId,API Function,GridXYZ,BlockXYZ,Kernel Name',
        row(41, 1000),
        row(42, 9000),
      ),
    );
    assert.deepEqual(
      file.kernels.map(({ startNs, durationNs, call, grid, block, run }) => [
        startNs,
        durationNs,
        call,
        grid,
        block,
        run,
      ]),
      [
        [6000, 700, { startNs: 1000, durationNs: 4000 }, [4, 1, 1], [64, 2, 1], 0],
        [14_000, 700, { startNs: 9000, durationNs: 4000 }, [4, 1, 1], [64, 2, 1], 1],
      ],
    );
    assert.deepEqual(
      file.runs?.map(({ pid }) => pid),
      ['41', '42'],
    );
  });

  it('in one text are all read, and what is about other things passed over', async () => {
    const file = await read(
      lines(
        'loss 0.5',
        ...nsysTextReport('nvtx_sum', 'Instances', 'Range', [[5000, 2, ':forward']]).map((line) =>
          line.replace('StdDev (ns)', 'StdDev (ns)').replace(/(Range *)$/, '$1'),
        ),
        ...nsysTextReport('osrt_sum', 'Num Calls', 'Name', [[7000, 2, 'poll']]),
        ...nsysTextReport('cuda_api_sum', 'Num Calls', 'Name', [[3000, 2, 'cudaMalloc']]),
        ...nsysTextReport('cuda_gpu_kern_sum', 'Instances', 'Name', [[3_481_709, 2, 'k(int, int)']]),
        ...nsysTextReport('cuda_gpu_mem_time_sum', 'Count', 'Operation', [[40, 1, '[CUDA memcpy DtoH]']]),
        'SKIPPED: x.sqlite does not contain OpenMP event data.',
      ),
    );
    assert.deepEqual([file.status, file.format], ['full', 'nsys-text']);
    assert.deepEqual(times(file), [['k(int, int)', 2, 3_481_709 / 2]]);
    assert.deepEqual(
      file.api.map(({ name }) => name),
      ['cudaMalloc'],
    );
    assert.deepEqual(
      file.transfers.map(({ direction, durationNs }) => [direction, durationNs]),
      [['DtoH', 40]],
    );
  });

  it('of NVTX are ranges', async () => {
    const summary = await read(
      lines(
        'Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Style,Range',
        '60.0,6000,2,3000.0,3000.0,2000,4000,1414.2,PushPop,:forward',
        '40.0,4000,1,4000.0,4000.0,4000,4000,0.0,PushPop,NCCL:ncclAllGather',
      ),
    );
    assert.deepEqual(
      summary.ranges?.map(({ name, side, calls, durationNs, startNs }) => [
        name,
        side,
        calls,
        durationNs,
        startNs,
      ]),
      [
        ['forward', 'host', 2, 3000, null],
        ['NCCL:ncclAllGather', 'host', 1, 4000, null],
      ],
    );
    const trace = await read(
      lines(
        'Start (ns),End (ns),Duration (ns),DurChild (ns),DurNonChild (ns),Name,PID,TID,Lvl,NumChild,RangeId,ParentId,RangeStack,NameTree',
        '100,900,800,0,800,:step,41,43,0,0,1,,:1,step',
      ),
    );
    const range = only(trace.ranges);
    assert.deepEqual([range.name, range.startNs, range.durationNs, range.thread], ['step', 100, 800, '43']);
  });

  it('that tell the same operations are counted once, the finest of them', async () => {
    const summary = [NSYS_KERNEL_HEADER, nsysKernelRow(1700, 1, 'k')];
    const trace = [NSYS_TRACE_HEADER, nsysTraceRow(1000, 1700, 'k')];
    const processing = (file: string): string => `Processing [${file}] with [/r/cuda_gpu_x.py]... `;
    for (const [first, second] of [
      [summary, trace],
      [trace, summary],
      [summary, summary],
    ] as const) {
      const file = await read(lines(processing('a'), ...first, '', processing('a'), ...second));
      assert.equal(file.kernels.length, 1);
      assert.equal(file.kernels[0]?.startNs, first === summary && second === summary ? null : 1000);
    }
    const two = await read(lines(processing('a'), ...summary, '', processing('b'), ...summary));
    assert.equal(two.kernels.length, 2);
  });

  it('with fewer digits than were recorded say so, and call no 0 a time', async () => {
    const file = await read(
      lines(
        NSYS_TRACE_HEADER.replace('Start (ns),Duration (ns)', 'Start (sec),Duration (sec)'),
        nsysTraceRow(0, 0, 'k').replace('0,0,17', '0.5000,0.0000,17'),
        nsysTraceRow(0, 0, 'k').replace('0,0,17', '0.6000,0.0002,17'),
      ),
    );
    assert.deepEqual(
      file.kernels.map(({ startNs, durationNs }) => [startNs, durationNs]),
      [
        [5e8, null],
        [6e8, 200_000],
      ],
    );
    assert.match(english(file.warnings[0]?.message ?? ''), /sure to ±50000 ns only.*--timeunit nsec/);
  });

  it('that contradict themselves lose their times, with a lower status', async () => {
    const wrong = nsysKernelRow(1000, 2, 'k').replace('1000,2,500.0', '1000,2,900.0');
    const file = await read(lines(NSYS_KERNEL_HEADER, wrong, nsysKernelRow(900, 1, 'g')));
    assert.deepEqual(times(file), [
      ['k', 2, null],
      ['g', 1, 900],
    ]);
    assert.deepEqual([file.status, codes(file)], ['partial', ['inconsistent-summary']]);
    const cut = await read(`${NSYS_KERNEL_HEADER}\n${nsysKernelRow(900, 1, 'g')}\n30.0,77`);
    assert.deepEqual([cut.status, cut.kernels.length], ['partial', 1]);
  });

  it('of the version of 2020 have their unit in the title', async () => {
    const file = await read(
      lines(
        'CUDA Kernel Statistics (nanoseconds)',
        '',
        'Time(%)      Total Time   Instances         Average         Minimum         Maximum  Name',
        '-------  --------------  ----------  --------------  --------------  --------------  ----------',
        '  100.0            3000           2          1500.0            1400            1600  k(int, int)',
      ),
    );
    assert.deepEqual(times(file), [['k(int, int)', 2, 1500]]);
  });

  it('of the version of 2021 have a unit at the total only, and a title without report', async () => {
    const file = await read(
      lines(
        'Operating System Runtime API Statistics:',
        ' Time(%)  Total Time (ns)  Num Calls    Average   Minimum  Maximum     Name',
        ' -------  ---------------  ---------  ----------  -------  ---------  -----',
        '   100.0        2,000,000          2  1,000,000.0  900,000  1,100,000  ioctl',
        'CUDA API Statistics:',
        ' Time(%)  Total Time (ns)  Num Calls  Average  Minimum  Maximum    Name',
        ' -------  ---------------  ---------  -------  -------  -------  --------',
        '   100.0            3,000          1  3,000.0    3,000    3,000  cudaFree',
        'CUDA Kernel Statistics:',
        ' Time(%)  Total Time (ns)  Instances  Average  Minimum  Maximum  Name',
        ' -------  ---------------  ---------  -------  -------  -------  -------',
        '   100.0        1,053,475         30  35,115.8  17,532   51,771  k(float*)',
      ),
    );
    assert.deepEqual([file.status, codes(file)], ['full', []]);
    assert.deepEqual(times(file), [['k(float*)', 30, 1_053_475 / 30]]);
    assert.deepEqual(
      file.api.map(({ name, durationNs }) => [name, durationNs]),
      [['cudaFree', 3000]],
    );
    const csv = await read(
      lines(
        'Time(%),Total Time (ns),Num Calls,Average,Minimum,Maximum,Name',
        '90.0,900,1,900.0,900,900,poll',
        '10.0,100,1,100.0,100,100,cuLaunchKernel',
      ),
    );
    assert.deepEqual(only(csv.api).name, 'cuLaunchKernel');
  });

  it('with decimal commas are read as their locale has it, also traces in text', async () => {
    const summary = await read(
      lines(
        'CUDA Kernel Statistics:',
        ' Time(%)  Total Time (ns)  Instances  Average  Minimum  Maximum  Name',
        ' -------  ---------------  ---------  -------  -------  -------  ----',
        // The mean is cut down to whole nanoseconds here.
        '   100,0        4.482.266      1.934  2.317,0    2.272    2.656  fill',
      ),
    );
    assert.deepEqual([summary.status, codes(summary)], ['full', []]);
    assert.deepEqual(times(summary), [['fill', 1934, 4_482_266 / 1934]]);
    const trace = await read(
      lines(
        'CUDA Kernel & Memory Operations Trace:',
        ' Start(sec)  Duration(nsec)  CorrId  GrdX  GrdY  GrdZ  BlkX  BlkY  BlkZ  Device    Ctx  Strm  Name',
        ' ----------  --------------  ------  ----  ----  ----  ----  ----  ----  --------  ---  ----  ------------------',
        '   0,000012           1.632      19                                      GPU (0)     1    13  [CUDA memcpy HtoD]',
        '   0,000020           2.656      29     1     1     1   128     1     1  GPU (0)     1    13  fill',
      ),
    );
    assert.deepEqual(codes(trace), ['coarse-times']);
    assert.deepEqual(
      [...trace.kernels, ...trace.transfers].map(({ startNs, durationNs }) => [startNs, durationNs]),
      [
        [20_000, 2656],
        [12_000, 1632],
      ],
    );
  });

  it('in text say which rows do not fit their columns', async () => {
    const trace = await read(
      lines(
        ' Start (ns)  Duration (ns)  CorrId  GrdX  GrdY  GrdZ  BlkX  BlkY  BlkZ  Device   Strm  Name',
        ' ----------  -------------  ------  ----  ----  ----  ----  ----  ----  -------  ----  ----',
        '       1000            500       1     1     1     1   128     1     1  GPU (0)    13  k',
        ' 123456789012            5000000000       2                                GPU (0)    13  [CUDA memcpy HtoD]',
      ),
    );
    assert.equal(only(trace.kernels).durationNs, 500);
    assert.deepEqual([trace.status, codes(trace)], ['partial', ['damaged-row']]);
  });

  it('cut names in text are told', async () => {
    const file = await read(
      lines(...nsysTextReport('cuda_gpu_kern_sum', 'Instances', 'Name', [[10, 1, 'void at::nat…']])),
    );
    assert.deepEqual(codes(file), ['cut-name']);
  });

  it('with borders are read, also names that hold what borders are made of', async () => {
    const edge = '+----------+-----------------+-----------+----------+----------+';
    const report = (name: string, column: string, row: string): string[] => [
      `Processing [x.sqlite] with [/r/${name}.py]... `,
      edge,
      `| Time (%) | Total Time (ns) | Instances | Avg (ns) | Med (ns) | Min (ns) | Max (ns) | ${column} |`,
      edge,
      row,
      edge,
      '',
    ];
    const file = await read(
      lines(
        ...report(
          'cuda_gpu_kern_sum',
          '    Name     ',
          '|     76.9 |            6000 |         2 |   3000.0 |   3000.0 |     2000 |     4000 | op|or<A | B> |',
        ),
        ...report(
          'nvtx_pushpop_sum',
          '    Range    ',
          '|    100.0 |             900 |         1 |    900.0 |    900.0 |      900 |      900 | :forward    |',
        ),
        ...report('osrt_sum', '    Name     ', '|  9.0 | 5 | 1 | 5.0 | 5.0 | 5 | 5 | poll |'),
      ),
    );
    assert.deepEqual([file.status, file.format], ['full', 'nsys-text']);
    assert.deepEqual(times(file), [['op|or<A | B>', 2, 3000]]);
    assert.deepEqual([only(file.ranges).name, only(file.ranges).durationNs], ['forward', 900]);
  });

  it('without anything of CUDA are empty, and say what to print', async () => {
    const file = await read(lines(...nsysTextReport('osrt_sum', 'Num Calls', 'Name', [[7000, 2, 'poll']])));
    assert.deepEqual([file.status, file.format], ['empty', 'nsys-stats']);
    assert.match(english(file.reason ?? ''), /nsys stats --report cuda_gpu_trace/);
    const skipped = await read('SKIPPED: x.sqlite does not contain CUDA kernel data.\n');
    assert.deepEqual([skipped.status, skipped.format], ['empty', 'nsys-stats']);
  });
});
