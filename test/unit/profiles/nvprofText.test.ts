import assert from 'node:assert/strict';
import { PREAMBLE, codes, lines, only, read } from './helpers';
import { english } from '../../../src/words';

const TRACE_TEXT = [
  '   Start  Duration            Grid Size      Block Size     Regs*    SSMem*    DSMem*      Size  Throughput  SrcMemType  DstMemType           Device   Context    Stream  Name',
  '521.00ms  683.11us                    -               -         -         -         -  4.0000MB  5.7183GB/s    Pageable      Device  GeForce GTX 950         1         7  [CUDA memcpy HtoD]',
  '1.30966s  1.2376ms        (512 512 1)         (2 2 1)         9       24B  8.0000KB         -           -           -           -  GeForce GTX 950         1        14  void mul<double>(double*, double const *) [142]',
];

describe('nvprof text', () => {
  it('reads the GPU trace with the unit of each cell', async () => {
    const file = await read(
      lines(
        PREAMBLE,
        'Throughput = 9.3 GB/s',
        '==4242== Profiling result:',
        TRACE_TEXT,
        '',
        'Regs: Number of registers used per CUDA thread.',
      ),
    );
    assert.equal(file.status, 'full');
    assert.equal(file.format, 'nvprof-text-gpu-trace');
    const kernel = only(file.kernels);
    assert.equal(kernel.name, 'void mul<double>(double*, double const *)');
    assert.deepEqual([kernel.startNs, kernel.durationNs, kernel.stream], [1309660000, 1237600, '14']);
    assert.deepEqual([kernel.grid, kernel.block, kernel.registers], [[512, 512, 1], [2, 2, 1], 9]);
    assert.deepEqual([kernel.staticSharedBytes, kernel.dynamicSharedBytes], [24, 8192]);
    const copy = only(file.transfers);
    assert.deepEqual([copy.bytes, copy.durationNs, copy.pinned], [4 * 2 ** 20, 683110, false]);
  });

  it('reads the API trace', async () => {
    const file = await read(
      lines(
        '======== Profiling result:',
        '   Start  Duration  Name',
        '104.00ms  200.66ms  cudaMalloc',
        '304.70ms     800ns  cudaLaunch (k(int, int) [12])',
      ),
    );
    assert.deepEqual(
      file.api.map((call) => [call.name, call.startNs, call.durationNs]),
      [
        ['cudaMalloc', 104e6, 200.66e6],
        ['cudaLaunch (k(int, int) [12])', 304.7e6, 800],
      ],
    );
  });

  it('reads the summary, whose type stands only on the first row of a group', async () => {
    const file = await read(
      lines(
        '==4242== Profiling result:',
        '            Type  Time(%)      Time     Calls       Avg       Min       Max  Name',
        ' GPU activities:   52.93%  8.56944s     10000  856.94us  850.01us  1.5166ms  void k<int, 4>(float*, int)',
        '                   47.07%  1.28us           2     640ns     608ns     672ns  [CUDA memcpy HtoD]',
        '      API calls:  100.00%  1.5166ms         1  1.5166ms  1.5166ms  1.5166ms  cudaMemcpy',
        '                    0.00%       0ns         1       0ns       0ns       0ns  cuDeviceGetCount',
        ' OpenACC (excl):  100.00%  8.0000us         1  8.0000us  8.0000us  8.0000us  acc_enqueue_launch@a.c:7',
      ),
    );
    assert.equal(file.format, 'nvprof-text-summary');
    assert.deepEqual(
      [only(file.kernels).name, only(file.kernels).durationNs],
      ['void k<int, 4>(float*, int)', 856940],
    );
    assert.deepEqual([only(file.transfers).calls, only(file.transfers).durationNs], [2, 640]);
    assert.deepEqual(
      file.api.map((call) => [call.name, call.durationNs]),
      [
        ['cudaMemcpy', 1516600],
        ['cuDeviceGetCount', 0],
      ],
    );
    assert.deepEqual(codes(file), []);
  });

  it('reads the summary of before CUDA 9 without a type column', async () => {
    const file = await read(
      lines(
        '==4242== Profiling result:',
        'Time(%)      Time     Calls       Avg       Min       Max  Name',
        '100.00%  2.0000us         2  1.0000us     900ns  1.1000us  k(int)',
        '==4242== API calls:',
        'No API activities were profiled.',
      ),
    );
    assert.equal(only(file.kernels).durationNs, 1000);
  });

  it('reads metrics and events under their device and kernel lines', async () => {
    const file = await read(
      lines(
        PREAMBLE,
        'Replaying kernel "k(int)" (done)',
        '==4242== Event result:',
        'Invocations                                Event Name         Min         Max         Avg       Total',
        'Device "Tesla K20m (0)"',
        '    Kernel: k(int, float)',
        '          2                             warps_launched         512         512         512        1024',
        '',
        '==4242== Metric result:',
        'Invocations                               Metric Name                        Metric Description         Min         Max         Avg',
        'Device "Tesla K20m (0)"',
        '    Kernel: k(int, float)',
        '          2                          alu_fu_utilization      Arithmetic Function Unit Utilization     Low (1)     Low (2)     Low (1)',
        '          2                             gld_throughput                    Global Load Throughput  23.176GB/s  24.579GB/s  23.857GB/s',
        '          2                              flop_count_sp        Floating Point Operations(Single)2.5481e+10  2.5481e+10  2.5481e+10',
        'user@host$',
      ),
    );
    const kernel = only(file.kernels);
    assert.deepEqual(
      [kernel.name, kernel.calls, kernel.device, kernel.deviceIndex],
      ['k(int, float)', 2, 'Tesla K20m', 0],
    );
    assert.deepEqual(kernel.events, { warps_launched: 512 });
    assert.deepEqual(kernel.metrics, {
      alu_fu_utilization: 1,
      gld_throughput: 23.857 * 2 ** 30,
      flop_count_sp: 2.5481e10,
    });
    assert.deepEqual(codes(file), []);
  });

  it('reads unified memory tables of both forms as migrations', async () => {
    const text = await read(
      lines(
        '==4242== Unified Memory profiling result:',
        'Device "TITAN Xp (0)"',
        '   Count  Avg Size  Min Size  Max Size  Total Size  Total Time  Name',
        '       4  32.000KB  4.0000KB  60.000KB  128.0000KB  20.00000us  Host To Device',
        '       3         -         -         -           -  1.000000ms  Gpu page fault groups',
        'Total CPU Page faults: 36',
      ),
    );
    const moved = only(text.transfers);
    assert.deepEqual(
      [moved.direction, moved.calls, moved.bytes, moved.durationNs, moved.device],
      ['unified', 4, 32768, 5000, 'TITAN Xp'],
    );
    const csv = await read(
      lines(
        '"Device","Count","Avg Size","Min Size","Max Size","Total Size","Total Time","Name"',
        '"TITAN Xp (0)",4,"32.000KB","4.0000KB","60.000KB","128.0000KB","20.00000us","Host To Device"',
      ),
    );
    assert.deepEqual(only(csv.transfers).bytes, 32768);
    const unnamed = await read(
      lines(
        '"Device","Count","Avg Size","Min Size","Max Size","Total Size","Total Time",""',
        '"TITAN Xp (0)",4,"32.000KB","4.0000KB","60.000KB","128.0000KB",0.000000,"Host To Device"',
        '"TITAN Xp (0)",,,,,16B,0.000000,"Gpu page fault groups"',
      ),
    );
    const { bytes, calls, durationNs } = only(unnamed.transfers);
    assert.deepEqual([bytes, calls, durationNs], [32768, 4, null], 'a time of 0 was not measured');
    assert.deepEqual(codes(unnamed), ['untrusted-number']);
  });

  it('skips NVTX and CPU tables, which look like summaries', async () => {
    const file = await read(
      lines(
        '==1== NVTX result:',
        '==1==   Thread "<unnamed>" (id = 1)',
        '==1==     Domain "NCCL"',
        '            Type  Time(%)      Time     Calls       Avg       Min       Max  Name',
        '          Range:  100.00%  53.5ms         2  26.75ms  20.00ms  33.50ms  ncclAllReduce',
      ),
    );
    assert.deepEqual([file.kernels.length, file.status], [0, 'empty']);
    assert.match(english(file.reason ?? ''), /NVTX result/);
  });

  it('says why a file has no data', async () => {
    const none = await read(lines(PREAMBLE, '==4242== Profiling result:', 'No kernels were profiled.'));
    assert.deepEqual([none.status, none.format], ['empty', 'nvprof-text']);
    assert.match(english(none.reason ?? ''), /nvprof says: No kernels were profiled/);
    const died = await read(lines(PREAMBLE[0] ?? ''));
    assert.match(english(died.reason ?? ''), /left no result/);
    const elsewhere = await read(
      lines(PREAMBLE, '==4242== Generated result file: /scratch/log_x99_4242.nvvp'),
    );
    assert.match(english(elsewhere.reason ?? ''), /nvprof -i "\/scratch\/log_x99_4242\.nvvp" --csv/);
  });

  it('notices a cut last row', async () => {
    const text = lines('======== Profiling result:', TRACE_TEXT);
    const cut = await read(text.slice(0, text.indexOf('(2 2 1)')));
    assert.deepEqual([cut.kernels.length, cut.transfers.length, cut.status], [0, 1, 'partial']);
    assert.deepEqual(codes(await read(text.trimEnd())), ['cut-row']);
  });
});
