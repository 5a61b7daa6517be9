import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { HostCall, HostProgram } from '../../../src/cuda/host/hostCall';
import { FunctionUnit } from '../../../src/cuda/files/functionUnit';
import { hostPrograms } from '../../../src/cuda/host/hostPrograms';
import { CudaWorkspace } from '../../../src/cuda/workspace';
import { english } from '../../../src/words';

function programs(text: string): HostProgram[] {
  const workspace = new CudaWorkspace();
  workspace.setFile('a.cu', `__global__ void k(const float *in, float *out) { out[0] = in[0]; }\n${text}`);
  return hostPrograms(workspace, 'a.cu');
}

function mainCalls(body: string): readonly HostCall[] {
  return programs(`int main() { float *d, *h; cudaMalloc(&d, 64); ${body} k<<<1, 1>>>(d, d); }`).find(
    ({ name }) => name === 'main',
  )!.calls;
}

/** How often the text of a function is asked for, for each of so many that launch a kernel. */
function looksAtEach(functions: number): number {
  const text = Object.getOwnPropertyDescriptor(FunctionUnit.prototype, 'text')!;
  let looks = 0;
  Object.defineProperty(FunctionUnit.prototype, 'text', {
    ...text,
    get(this: FunctionUnit) {
      looks++;
      return text.get!.call(this) as string;
    },
  });
  try {
    const one = (_: unknown, at: number): string => `void run${at}(float *d) { k<<<1, 1>>>(d, d); }`;
    assert.equal(programs(Array.from({ length: functions }, one).join('\n')).length, functions);
    return looks / functions;
  } finally {
    Object.defineProperty(FunctionUnit.prototype, 'text', text);
  }
}

describe('host programs', () => {
  it('take no longer for each of many functions than for each of few', () => {
    const [few, many] = [looksAtEach(10), looksAtEach(40)];
    assert.ok(many <= few, `${few} looks at each of 10 functions, ${many} at each of 40`);
  });

  it('tell pinned from pageable buffers by how they were allocated', () => {
    const calls = programs(`
      template <typename T> T *pinnedOf(size_t n) { T *p; cudaMallocHost(&p, n); return p; }
      int main() {
        float *d, *pinned, *plain = (float *)malloc(64), *wrapped = pinnedOf<float>(64), *given;
        std::vector<float> v(16);
        cudaMalloc(&d, 64); cudaHostAlloc((void **)&pinned, 64, 0);
        cudaMemcpy(d, pinned, 64, cudaMemcpyHostToDevice);
        cudaMemcpy(d, plain, 64, cudaMemcpyHostToDevice);
        cudaMemcpy(d, wrapped + 4, 32, cudaMemcpyHostToDevice);
        cudaMemcpy(v.data(), d, v.size(), cudaMemcpyDeviceToHost);
        cudaMemcpy(given, d, 64, cudaMemcpyDeviceToHost);
      }`)[0]!.calls;
    assert.deepEqual(
      calls.map((call) => (call.kind === 'copy' ? call.pinned : null)),
      [true, false, true, false, null],
    );
  });

  it('unroll loops over streams and follow functions with their arguments', () => {
    const [program] = programs(`
      #define STREAMS 3
      void upload(float *target, const float *source, int bytes, cudaStream_t s) { cudaMemcpyAsync(target, source, bytes, cudaMemcpyHostToDevice, s); }
      int main() {
        const int n = 1024; float *d, *h; cudaStream_t streams[STREAMS];
        cudaMalloc(&d, n * 4); cudaMallocHost(&h, n * 4);
        for (int i = 0; i < STREAMS; i++) {
          int bytes = n * 4 * (i + 1);
          upload(d, h, bytes, streams[i]);
          k<<<n / 256, 256, 0, streams[i]>>>(d, d);
        }
        cudaDeviceSynchronize();
      }`);
    const copies = program!.calls.filter((call) => call.kind === 'copy');
    assert.deepEqual(
      copies.map(({ stream, bytes }) => [stream, bytes.value]),
      [
        ['streams[0]', 4096],
        ['streams[1]', 8192],
        ['streams[2]', 12288],
      ],
    );
    assert.deepEqual(
      copies.map(({ writes, pinned }) => [writes, pinned]),
      Array(3).fill([['d'], true]),
    );
    assert.equal(program!.calls.filter(({ kind }) => kind === 'kernel').length, 3);
    assert.deepEqual(program!.calls.at(-1)!.kind, 'synchronize');
    assert.deepEqual(program!.assumptions, []);
  });

  it('tell streams apart that objects make for themselves, and none that they are given', () => {
    const streamsOf = (members: string): string[] =>
      programs(`
        struct Part { ${members} void run(float *d) { k<<<1, 32, 0, stream>>>(d, d); wait(); }
          void wait() { cudaStreamSynchronize(this->stream); } cudaStream_t stream; };
        int main(int argc, char **argv) {
          int parts = 2; float *d; cudaMalloc(&d, 64);
          Part *part = new Part[parts], other;
          for (int i = 0; i < parts; i++) part[i].run(d);
          other.run(d);
        }`)
        .find(({ name }) => name === 'main')!
        .calls.map((call) => `${call.kind} ${'stream' in call ? call.stream : ''}`);
    const own = ['part[0].stream', 'part[1].stream', 'other.stream'].flatMap((stream) => [
      `kernel ${stream}`,
      `synchronize ${stream}`,
    ]);
    assert.deepEqual(streamsOf('Part() { cudaStreamCreate(&stream); }'), own);
    const given = streamsOf('Part(cudaStream_t s) { stream = s; }');
    assert.equal(new Set(given.filter((call) => call.startsWith('kernel'))).size, 1);
  });

  it('say where a stream calls a function of the host', () => {
    const where = (call: string) =>
      programs(
        `void tell(void *) {}\nint main() { cudaStream_t s; cudaStreamCreate(&s);\n${call} k<<<1, 1>>>(0, 0); }`,
      ).find(({ name }) => name === 'main')!.callsHost;
    assert.deepEqual(where('cudaLaunchHostFunc(s, tell, 0);'), { path: 'a.cu', line: 4 });
    assert.equal(where('cudaStreamAddCallback(s, tell, 0, 0);')?.line, 4);
    assert.equal(where('tell(0);'), null);
  });

  it('know which kernel a function was given, through several functions', () => {
    const [program] = programs(`
      template <int A, int B> __global__ void other(float *a) { a[0] = A + B; }
      template <typename F> void inner(F run, int threads, float *d) { run<<<512 / threads, threads>>>(d); }
      template <typename F> void outer(F what, int threads, float *d) { inner(what, threads, d); }
      int main() { float *d; cudaMalloc(&d, 64); outer(other<1, 2>, 128, d); inner(k, 64, d); }`);
    const launches = program!.calls.flatMap((call) => (call.kind === 'kernel' ? [call] : []));
    assert.deepEqual(
      launches.map(({ kernelIds, grid, block }) => [kernelIds[0], grid[0].value, block[0].value]),
      [
        ['a.cu#other', 4, 128],
        ['a.cu#k', 8, 64],
      ],
    );
  });

  it('say what they take for granted', () => {
    const [program] = programs(
      'int main() { float *d; cudaMalloc(&d, 4); while (more()) { k<<<1, 1>>>(d, d); } for (int i = 0; i < 100; i++) k<<<1, 1>>>(d, d); }',
    );
    assert.equal(program!.calls.length, 65);
    assert.match(program!.assumptions.map(english).join('; '), /depends on data.*36 further rounds/);
  });

  it('take the known branch, and the one that works when the condition is not known', () => {
    const [taken] = mainCalls('if (sizeof(float) == 4) cudaMemset(d, 0, 4); else cudaMemset(d, 0, 8);');
    assert.equal(taken!.kind === 'memset' && taken!.bytes.value, 4);
    const [working] = mainCalls('if (rand()) { exit(1); } else cudaMemset(d, 0, 8);');
    assert.equal(working!.kind === 'memset' && working!.bytes.value, 8);
  });

  it('take the branch that works, whatever it asks of the arguments', () => {
    const [program] = programs(
      'int main(int argc, char **argv) { int n = argc > 2 ? atoi(argv[2]) : 16; float *d; cudaMalloc(&d, n); if (argc < 2) usage(); else cudaMemset(d, 0, n); k<<<1, 1>>>(d, d); }',
    );
    const [working] = program!.calls;
    assert.ok(working!.kind === 'memset' && working!.bytes.value === 16);
    assert.deepEqual(working!.bytes.notes?.map(english), ['The program is taken to run without arguments.']);
  });

  it('follow events between streams and name what stays unknown', () => {
    const calls = programs(
      'int main() { cudaStream_t a, b; cudaEvent_t e; float *d; int n = rows(); cudaMemsetAsync(d, 0, n * 4, a); cudaEventRecord(e, a); cudaStreamWaitEvent(b, e, 0); k<<<n, 64, 0, b>>>(d, d); cudaEventSynchronize(e); }',
    )[0]!.calls;
    assert.deepEqual(
      calls.map(({ kind }) => kind),
      ['memset', 'record', 'wait', 'kernel', 'synchronize'],
    );
    const [memset, , , kernel, wait] = calls;
    assert.ok(memset!.kind === 'memset' && memset!.bytes.value === null);
    assert.ok(
      kernel!.kind === 'kernel' && kernel!.grid[0].unknowns.length > 0 && kernel!.block[0].value === 64,
    );
    assert.ok(wait!.kind === 'synchronize' && wait!.stream === 'a');
  });

  it('run what graphs are made of as often as those are launched', () => {
    const calls = mainCalls(`
      cudaStream_t s, t; cudaGraph_t graph, nodes; cudaGraphExec_t exec, second; cudaGraphNode_t node;
      cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
      k<<<2, 64, 0, s>>>(d, d);
      cudaMemcpyAsync(h, d, 64, cudaMemcpyDeviceToHost, s);
      cudaStreamEndCapture(s, &graph);
      cudaGraphInstantiate(&exec, graph, 0);
      cudaKernelNodeParams params = {0};
      void *args[] = {&d, &d};
      params.func = (void *)k; params.gridDim = dim3(8); params.blockDim = dim3(32, 4); params.kernelParams = args;
      cudaGraphAddKernelNode(&node, nodes, NULL, 0, &params);
      params.gridDim = dim3(9);
      cudaGraphAddKernelNode(&node, nodes, &node, 1, &params);
      cudaGraphInstantiate(&second, nodes, NULL, NULL, 0);
      for (int i = 0; i < 3; i++) cudaGraphLaunch(exec, t);
      cudaGraphLaunch(second, t);
      cudaGraphLaunch(unknown, t);`);
    const told = calls.map((call) => [
      call.kind,
      call.stream,
      call.kind === 'kernel' ? `${call.callee} ${call.grid[0].value} ${call.block[1].value}` : '',
    ]);
    assert.deepEqual(told, [
      ...[1, 2, 3].flatMap(() => [
        ['kernel', 't', 'k 2 1'],
        ['copy', 't', ''],
      ]),
      ['kernel', 't', 'k 8 4'],
      ['kernel', 't', 'k 9 4'],
      ['kernel', 'default', 'k 1 1'],
    ]);
    const [, , , , , , node] = calls;
    assert.ok(node?.kind === 'kernel' && node.kernelIds.length === 1);
    assert.deepEqual(node.arguments, ['d', 'd']);
  });

  const unreadOf = ({ unread }: HostProgram) =>
    unread.map(({ what, location }) => `${english(what)} (${location.path}:${location.line})`);

  it('run graphs that are nodes of others, and say which nodes may run side by side', () => {
    const graphs = (nodes: string) =>
      programs(`void run(float *d) {
        cudaStream_t s; cudaGraph_t child, graph; cudaGraphExec_t exec; cudaGraphNode_t a, b;
        cudaStreamCreate(&s); cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
        k<<<3, 1, 0, s>>>(d, d); cudaStreamEndCapture(s, &child); cudaGraphCreate(&graph, 0);
        ${nodes}
        cudaGraphInstantiate(&exec, graph, 0); cudaGraphLaunch(exec, s); }`)[0]!;
    const launched = ({ calls }: HostProgram) =>
      calls.flatMap((call) => (call.kind === 'kernel' ? [`${call.grid[0].value} in ${call.stream}`] : []));
    const first = 'cudaGraphAddChildGraphNode(&a, graph, NULL, 0, child);';
    const chain = graphs(`${first} cudaGraphAddChildGraphNode(&b, graph, &a, 1, child);`);
    assert.deepEqual([launched(chain), unreadOf(chain)], [['3 in s', '3 in s'], []]);
    const both = graphs(`${first} cudaGraphAddChildGraphNode(&b, graph, NULL, 0, child);`);
    assert.deepEqual(unreadOf(both), ['which nodes of the graph graph run side by side (a.cu:6)']);
    const unknown = graphs('cudaGraphAddChildGraphNode(&a, graph, NULL, 0, loaded);');
    assert.deepEqual(unreadOf(unknown), ['what the child graph loaded runs (a.cu:6)']);
  });

  it('run copies and memsets that are nodes of a graph', () => {
    const calls = mainCalls(`
      h = (float *)malloc(512); cudaStream_t s; cudaGraph_t graph; cudaGraphExec_t exec; cudaGraphNode_t node;
      cudaMemsetParams fill = {}; fill.dst = d; fill.elementSize = 4; fill.width = 256; fill.height = 2;
      cudaGraphAddMemsetNode(&node, graph, NULL, 0, &fill);
      cudaMemsetParams other = {d, 0, 1, 1, 64, 1};
      cudaGraphAddMemsetNode(&node, graph, &node, 1, &other);
      cudaGraphAddMemcpyNode1D(&node, graph, &node, 1, h, d, 64 * 8, cudaMemcpyDeviceToHost);
      cudaGraphInstantiate(&exec, graph, 0);
      cudaGraphLaunch(exec, s);`);
    const told = calls
      .slice(0, 3)
      .map((call) => [
        call.kind,
        call.kind === 'copy' || call.kind === 'memset' ? call.bytes.value : null,
        call.kind === 'copy' ? call.direction : call.stream,
        call.kind === 'copy' || call.kind === 'memset' ? [...call.reads, '>', ...call.writes].join('') : '',
      ]);
    assert.deepEqual(told, [
      ['memset', 2048, 's', '>d'],
      ['memset', 64, 's', '>'],
      ['copy', 512, 'DtoH', 'd>h'],
    ]);
  });

  it('name the calls of libraries that make the GPU work, and none that only make ready', () => {
    const [program] = programs(`
      void product(cublasHandle_t handle, float *a) { cublasSgemm(handle, a); }
      void cublasOwn(float *a) { k<<<1, 1>>>(a, a); }
      int main() {
        float *d; cublasHandle_t handle; cufftHandle plan; cudaMalloc(&d, 64);
        cublasCreate(&handle); cublasSetStream(handle, s); cufftPlan1d(&plan, 16, CUFFT_C2C, 1);
        CHECK(cufftExecC2C(plan, d, d, CUFFT_FORWARD));
        product(handle, d); product(handle, d); cublasOwn(d);
        cublasSgemm_v2(handle, d); cublasDestroy(handle); cublasSetMatrix(4, 4, 4, h, 4, d, 4);
      }`).filter(({ name }) => name === 'main');
    assert.deepEqual(
      program!.libraryCalls.map(({ name, location }) => `${name}:${location.line}`),
      ['cufftExecC2C:8', 'cublasSgemm:3', 'cublasSetMatrix:10'],
    );
  });

  it('see through error-checking macros', () => {
    const calls = programs(
      '#define CHECK(x) do { cudaError_t e = (x); if (e != cudaSuccess) { printf("%s", cudaGetErrorString(e)); exit(1); } } while (0)\nint main() { float *d; CHECK(cudaMalloc(&d, 4)); CHECK(cudaMemset(d, 0, 4)); k<<<1, 32>>>(d, d); CHECK(cudaGetLastError()); CHECK(cudaDeviceSynchronize()); }',
    )[0]!.calls;
    assert.deepEqual(
      calls.map(({ kind }) => kind),
      ['memset', 'kernel', 'synchronize'],
    );
  });

  const isKernel = ({ kind }: HostCall): boolean => kind === 'kernel';

  it('go on behind more statements than may stand within each other', () => {
    const branches = 'if (x) { x = 1; }\n'.repeat(400);
    assert.equal(mainCalls(`int x = f(); ${branches}`).filter(isKernel).length, 1);
  });

  it('take the rounds of a loop of which the first does nothing', () => {
    const calls = mainCalls('for (int i = 0; i < 4; ++i) if (i % 2 == 1) k<<<i, 32>>>(d, d);');
    const grids = calls.flatMap((call) => (call.kind === 'kernel' ? [call.grid[0].value] : []));
    assert.deepEqual(grids, [1, 3, 1]);
  });

  /** `f0` calls `f1`, and so on down to one with the given body. */
  const chain = (depth: number, body: string): string =>
    `void f${depth}(float *x) { ${body} }\n${Array.from({ length: depth }, (_, at) => depth - 1 - at)
      .map((at) => `void f${at}(float *x) { f${at + 1}(x); }\n`)
      .join('')}`;

  it('follow functions through many others, and name those with launches that they do not follow', () => {
    const main = 'int main() { float *d; k<<<1, 1>>>(d, d); f0(d); }';
    const launches = 'k<<<2, 2>>>(x, x);';
    const [near] = programs(`${chain(12, launches)}${main}`).filter(({ name }) => name === 'main');
    assert.deepEqual([near!.calls.length, unreadOf(near!)], [2, []]);
    const [far] = programs(`${chain(30, launches)}${main}`).filter(({ name }) => name === 'main');
    // 31 lines, f30 in the first: f23 is the one that calls f24.
    assert.deepEqual(
      [far!.calls.length, unreadOf(far!)],
      [1, ['what f24 does, which is called within 24 other calls (a.cu:9)']],
    );
    const [harmless] = programs(`${chain(30, 'x[0] = 1;')}${main}`).filter(({ name }) => name === 'main');
    assert.deepEqual(unreadOf(harmless!), []);
  });

  it('are there for what they do not follow alone, and end where functions call themselves', () => {
    const text = 'void f(float *x, int n) { if (n == g()) f(x, n); else k<<<1, 1>>>(x, x); }';
    const [deep] = programs(`${chain(30, 'k<<<2, 2>>>(x, x);')}int main() { float *d; f0(d); }`).slice(-1);
    assert.deepEqual([deep!.calls.length, deep!.unread.length], [0, 1]);
    const own = programs(`${text}\nint main() { float *d; f(d, 3); }`).find(({ name }) => name === 'main')!;
    assert.match(unreadOf(own)[0]!, /^what f does in itself for the 6th time \(a\.cu:2\)$/);
  });

  it('take no function of a library for one of the workspace that has its name', () => {
    const [program] = programs(`
      void fill(float *a, int n) { thrust::fill(thrust::device, a, a + n, 0.0f); }
      int main() { float *d; k<<<1, 1>>>(d, d); fill(d, 3); thrust::make_tuple(1, 2); }`).filter(
      ({ name }) => name === 'main',
    );
    assert.deepEqual(
      [program!.libraryCalls.map(({ name }) => name), unreadOf(program!)],
      [['thrust::fill'], []],
    );
  });

  it('survive absurd nesting', () => {
    const deep = 'if (x) '.repeat(50_000);
    assert.doesNotThrow(() => programs(`int main() { float *d; ${deep} k<<<1, 1>>>(d, d); }`));
  });

  it('go on behind brackets that point back', () => {
    const [program] = programs(
      'int main() { float *d; g( while ) ; g( for ) ; g( if ) ; k<<<1, 1>>>(d, d); }',
    );
    assert.ok(program === undefined || program.calls.length <= 1);
  });

  it('never hang or throw on damaged text', () => {
    const text =
      'int main() { for (int i = 0; i < 4; ++i) { if (i) k<<<i, 32, 0, s[i]>>>(d, d); else cudaMemcpyAsync(d, h, 4 * i, cudaMemcpyHostToDevice, s[i]); } while (x) { cudaMemset(d, 0, 4); } }';
    fc.assert(
      fc.property(
        fc.nat(text.length),
        fc.nat(20),
        fc.constantFrom('', '{', '}', '(', ')', '<<<', '>>>', 'for', 'if (', ';'),
        (at, count, put) => {
          programs(text.slice(0, at) + put + text.slice(at + count));
        },
      ),
      { numRuns: 300 },
    );
  });
});
