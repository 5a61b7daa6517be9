import {
  NVPROF_DEVICES,
  NVPROF_STRINGS,
  nsysCopies,
  nsysGpus,
  nsysKernels,
  nsysStrings,
  nvprofCopies,
  nvprofKernels,
} from './recordings';
import { writeSqlite } from './sqliteWriter';
import { KINETO_STEP } from './kinetoText';
import { NSYS_TRACE_HEADER, nsysTextReport, nsysTraceRow } from './nsysText';
import { METRICS_HEADER, PREAMBLE, TRACE_HEADER, lines } from './profileText';

/** One small file of every format that is read, each in the layout of the tool that writes it. */
export const FIXTURES: Readonly<Record<string, string>> = {
  trace: lines(
    PREAMBLE,
    'step 1, loss 0.5',
    '==4242== Profiling result:',
    TRACE_HEADER,
    'ms,us,,,,,,,,KB,B,KB,GB/s,,,,',
    '506.660260,8.320000,,,,,,,,,,39.062500,4.477512,"GeForce GTX 950 (0)","1","13","[CUDA memcpy HtoD]"',
    '506.699877,16.384000,40,1,1,256,1,1,18,3.750000,0,,,"GeForce GTX 950 (0)","1","13","vectorAdd(float const *, int, float*) [218]"',
    '506.707845,18.784000,40,2,1,256,2,1,18,0.500000,128,,,"GeForce GTX 950 (0)","1","14","void mul<int=4>(float*, int) [225]"',
    '506.731845,7.776000,,,,,,,,,,39.062500,4.790754,"GeForce GTX 950 (0)","1","14","[CUDA memcpy DtoH]"',
  ),
  metrics: lines(
    PREAMBLE,
    '==4242== Metric result:',
    METRICS_HEADER,
    '"GTX 950 (0)","k(int, float*)",10,"sm_efficiency","Activity",99.724230%,99.749176%,99.740004%',
    '"GTX 950 (0)","k(int, float*)",10,"achieved_occupancy","Occupancy",0.469358,0.469592,0.469507',
    '"GTX 950 (0)","k(int, float*)",10,"dram_read_throughput","Read",28.132893GB/s,29.132893GB/s,28.656555GB/s',
    '"GTX 950 (0)","k(int, float*)",10,"dram_utilization","Level","Low (1)","Mid (4)","Low (2)"',
    '"GTX 950 (0)","g()",1,"inst_executed","Instructions",2109440,2109440,2109440',
  ),
  events: lines(
    '==4242== Event result:',
    '"Device","Kernel","Invocations","Event Name","Min","Max","Avg","Total"',
    '"V100 (0)","k(int)",2,"warps_launched",10,20,15,30',
    '"V100 (0)","k(int)",2,"inst_executed",458752,458752,458752,917504',
  ),
  summary: lines(
    '==4242== Profiling result:',
    '"Type","Time(%)","Time","Calls","Avg","Min","Max","Name"',
    ',%,ms,,us,us,ms,',
    '"GPU activities",70.736966,302.355298,6000,50.392000,43.490000,1.989134,"flux(int, float*)"',
    '"GPU activities",1.000000,0.004160,2,2.080000,1.696000,0.002464,"[CUDA memcpy HtoD]"',
    '"API calls",2.000000,1.000000,1,1000.000000,1000.000000,1.000000,"cudaMalloc"',
  ),
  launchMetrics: lines(
    '"Device","Context","Stream","Kernel","Correlation_ID","achieved_occupancy","sm_efficiency","dram_read_throughput"',
    ',,,,,,%,GB/s',
    '"V100 (0)","1","7","void k<int=4>(int, int) [12]",12,0.250000,50.250000,1.500000',
    '"V100 (0)","1","7","void k<int=4>(int, int) [13]",13,0.260000,51.250000,1.600000',
  ),
  ncuDetails: lines(
    '==PROF== Connected to process 17 (/x/app)',
    '"ID","Process ID","Kernel Name","Context","Stream","Block Size","Grid Size","Device","CC","Section Name","Metric Name","Metric Unit","Metric Value"',
    '"0","17","k(int, T2)","1","7","(256, 1, 1)","(128, 1, 1)","0","8.6","S","gpu__time_duration.sum","usecond","9,589.25"',
    '"0","17","k(int, T2)","1","7","(256, 1, 1)","(128, 1, 1)","0","8.6","S","sm__warps_active.avg.pct_of_peak_sustained_active","%","66.61"',
    '"0","17","k(int, T2)","1","7","(256, 1, 1)","(128, 1, 1)","0","8.6","S","smsp__inst_executed.sum","inst","1,073,741,824"',
  ),
  ncuRaw: lines(
    '"ID","Process ID","Kernel Name","Block Size","Grid Size","CC","dram__bytes_read.sum","gpu__time_duration.sum","launch__registers_per_thread","smsp__inst_executed.sum"',
    '"","","","","","","Mbyte","usecond","register/thread","inst"',
    '"0","17","k(int)","(256, 1, 1)","(2048, 1, 1)","8.6","54.207744","12.345678","40","262,144"',
    '"1","17","k(int)","(256, 1, 1)","(2048, 1, 1)","8.6","55.207744","13.345678","40","262,144"',
  ),
};

/** The text formats, whose columns cannot be shuffled by name. */
export const TEXT_FIXTURES: Readonly<Record<string, string>> = {
  kineto: KINETO_STEP,
  nsysTrace: lines(
    NSYS_TRACE_HEADER,
    nsysTraceRow(1000, 1700, 'void saxpy<int>(float*, int)'),
    nsysTraceRow(4000, 900, 'gemm'),
  ),
  nsysText: lines(
    ...nsysTextReport('cuda_gpu_kern_sum', 'Instances', 'Name', [
      [12_000, 4, 'saxpy(int)'],
      [900, 1, 'gemm(int)'],
    ]),
  ),
  traceText: lines(
    '======== Profiling result:',
    '   Start  Duration            Grid Size      Block Size     Regs*    SSMem*    DSMem*      Size  Throughput           Device   Context    Stream  Name',
    '521.00ms  683.11us                    -               -         -         -         -  4.0000MB  5.7183GB/s  GeForce GTX 950         1         7  [CUDA memcpy HtoD]',
    '1.30966s  1.2376ms        (512 512 1)         (2 2 1)         9       24B        0B         -           -  GeForce GTX 950         1         7  copy(float*, int) [224]',
  ),
  summaryText: lines(
    '==4242== Profiling result:',
    '            Type  Time(%)      Time     Calls       Avg       Min       Max  Name',
    ' GPU activities:   52.93%  8.56944s     10000  856.94us  850.01us  1.5166ms  void k<int, 4>(float*, int)',
    '                   47.07%  1.28us           2     640ns     608ns     672ns  [CUDA memcpy HtoD]',
  ),
  metricsText: lines(
    '==4242== Metric result:',
    'Invocations                               Metric Name                        Metric Description         Min         Max         Avg',
    'Device "Tesla K20m (0)"',
    '    Kernel: k(int, float)',
    '          2                          alu_fu_utilization      Arithmetic Function Unit Utilization     Low (1)     Low (2)     Low (1)',
    '          2                             gld_throughput                    Global Load Throughput  23.176GB/s  24.579GB/s  23.857GB/s',
  ),
  ncuText: lines(
    '[8821] a.out@127.0.0.1',
    '  void k<(int)4>(int, T2) (32, 16, 1)x(64, 1, 1), Context 1, Stream 13, Device 0, CC 8.9',
    '    Section: GPU Speed Of Light Throughput',
    '    ----------------------- ------------- ------------',
    '    Metric Name               Metric Unit Metric Value',
    '    ----------------------- ------------- ------------',
    '    DRAM Throughput                     %        10.49',
    '    Duration                      msecond         1.73',
    '    ----------------------- ------------- ------------',
  ),
  ptxas: lines(
    "ptxas info    : Compiling entry function '_Z1kPfi' for 'sm_35'",
    'ptxas info    : Function properties for _Z1kPfi',
    '    8 bytes stack frame, 4 bytes spill stores, 12 bytes spill loads',
    'ptxas info    : Used 9 registers, 4140 bytes smem, 364 bytes cmem[0]',
  ),
  legacy: lines(
    '# CUDA_PROFILE_LOG_VERSION 1.6',
    '# CUDA_DEVICE 0 GeForce GTX 480',
    'gpustarttimestamp,method,gputime,gridSizeX,gridSizeY,blockSizeX,blockSizeY,blockSizeZ,registerPerThread,memTransferSize',
    '118f6ec28b4517a0,_Z9incKernelPfS_ii,2394.21,32768,1,512,1,1,4,',
    '118f6ec28b494de0,memcpyDtoHasync,11817.2,,,,,,,67108864',
  ),
};

/** Databases, as bytes. */
export const DATABASE_FIXTURES: Readonly<Record<string, Uint8Array>> = {
  nsys: writeSqlite([
    nsysStrings(),
    nsysGpus([{ number: 0, cuDevice: 0, name: 'NVIDIA A100' }]),
    nsysKernels([
      { start: 1000, end: 1700 },
      { start: 2000, end: 2500, streamId: 13 },
    ]),
    nsysCopies([{ start: 100, end: 400 }]),
  ]),
  nvprof: writeSqlite([
    NVPROF_STRINGS,
    NVPROF_DEVICES,
    nvprofKernels([{ start: 900, end: 1200 }]),
    nvprofCopies([{ start: 5, end: 305 }]),
  ]),
};
