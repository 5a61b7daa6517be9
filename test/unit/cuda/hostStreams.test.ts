import assert from 'node:assert/strict';
import type { HostCall, HostProgram } from '../../../src/cuda/host/hostCall';
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

describe('streams and buffers of host programs', () => {
  const streamsOf = (body: string, before = ''): readonly string[] =>
    programs(`${before}\nint main() { float *d; cudaMalloc(&d, 64); ${body} }`)
      .find(({ name }) => name === 'main')!
      .calls.flatMap((call) => (call.kind === 'kernel' ? [call.stream] : []));
  const MAKE = 'cudaStream_t s[2]; for (int i = 0; i < 2; ++i) cudaStreamCreate(&s[i]);';

  it('know a stream by all the names that variables give it', () => {
    const in4 = (stream: string): string =>
      `for (int i = 0; i < 4; ++i) { ${stream} k<<<1, 1, 0, t>>>(d, d); }`;
    for (const stream of ['cudaStream_t t = s[i % 2];', 'auto t = (i & 1) ? s[1] : s[0];'])
      assert.deepEqual(streamsOf(MAKE + in4(stream)), ['s[0]', 's[1]', 's[0]', 's[1]'], stream);
    const again = 'cudaStream_t a, b; cudaStreamCreate(&a); b = a; k<<<1, 1, 0, b>>>(d, d);';
    assert.deepEqual(streamsOf(`${again} cudaStreamCreate(&b); k<<<1, 1, 0, b>>>(d, d);`), ['a', 'b']);
  });

  it('follow numbers that a loop changes by itself from round to round', () => {
    const run = (loop: string): readonly string[] => streamsOf(MAKE + loop);
    const launch = 'k<<<1, 1, 0, s[next]>>>(d, d);';
    const turns = ['s[0]', 's[1]', 's[0]'];
    assert.deepEqual(
      run(`int next = 0; for (int i = 0; i < 3; ++i) { ${launch} next = (next + 1) % 2; }`),
      turns,
    );
    assert.deepEqual(run(`for (int i = 0, next = 0; i < 3; ++i, next = 1 - next) { ${launch} }`), turns);
    assert.deepEqual(run(`int next = 1; for (int i = 0; i < 3; ++i) { next ^= 1; ${launch} }`), turns);
  });

  it('go through lists of streams, however these were filled', () => {
    const launch = 'for (auto &t : s) k<<<1, 1, 0, t>>>(d, d);';
    assert.deepEqual(streamsOf(MAKE + launch), ['s[0]', 's[1]']);
    const sized = 'std::vector<cudaStream_t> s(3); for (auto &t : s) cudaStreamCreate(&t);';
    assert.deepEqual(streamsOf(sized + launch), ['s[0]', 's[1]', 's[2]']);
    const grown =
      'std::vector<cudaStream_t> s; for (int i = 0; i < 2; ++i) { cudaStream_t n; cudaStreamCreate(&n); s.push_back(n); }';
    assert.deepEqual(streamsOf(grown + launch), ['s[0]', 's[1]']);
    assert.deepEqual(streamsOf(`std::vector<cudaStream_t> s = all(); ${launch}`), ['s[*]']);
  });

  it('know what functions hand out: streams of their own, one in two places, or one that is known', () => {
    const own =
      'std::pair<cudaStream_t, cudaStream_t> two() { cudaStream_t a, b; cudaStreamCreate(&a); return {a, b}; }';
    const run = 'k<<<1, 1, 0, p>>>(d, d); k<<<1, 1, 0, q>>>(d, d);';
    assert.deepEqual(streamsOf(`auto [p, q] = two(); ${run}`, own), ['p', 'q']);
    assert.deepEqual(streamsOf(`auto [p, q] = two(); ${run}`, own.replace('{a, b}', '{a, a}')), ['p', 'p']);
    const global = 'cudaStream_t shared; cudaStream_t get() { return shared; }';
    assert.deepEqual(streamsOf(`cudaStream_t p = get(); auto q = get(); ${run}`, global), [
      'shared',
      'shared',
    ]);
  });

  const unread = (text: string, name = 'main'): readonly string[] =>
    programs(text)
      .find((program) => program.name === name)!
      .unread.map(({ what, open = [] }) => [english(what), ...open].join(' | '));

  it('say where it depends on callers what runs beside, and where nothing tells what a stream is', () => {
    const library = 'void run(float *x, cudaStream_t stream) { k<<<1, 1, 0, stream>>>(x, x); }';
    assert.deepEqual(unread(library, 'run'), ['the callers of run, which hand it its stream (stream)']);
    assert.deepEqual(
      unread(`${library} int main() { float *d; cudaStream_t s; cudaStreamCreate(&s); run(d, s); }`),
      [],
    );
    const taken = 'auto s = at::cuda::getCurrentCUDAStream(); float *d; k<<<1, 1, 0, s>>>(d, d);';
    assert.deepEqual(unread(`void run() { ${taken} }`, 'run'), ['where a stream comes from (s)']);
    const none =
      'cudaStream_t s = 0; float *d; k<<<1, 1, 0, s>>>(d, d); k<<<1, 1, 0, cudaStreamPerThread>>>(d, d);';
    assert.deepEqual(unread(`void run() { ${none} }`, 'run'), []);
  });

  const MANY = 'cudaStream_t s[16]; for (int i = 0; i < n; i++) cudaStreamCreate(&s[i]);';
  const ofMany = (body: string): HostProgram =>
    programs(`void run(int n, int m) { float *d; cudaMalloc(&d, 64); ${MANY} ${body} }`)[0]!;

  it('tell elements of a list apart by their numbers, however many of them are made', () => {
    const { calls, unknownStreams } = ofMany(`k<<<1, 1, 0, s[0]>>>(d, d); k<<<1, 1, 0, s[1]>>>(d, d);
      for (int i = 0; i < n; i++) cudaStreamSynchronize(s[i]);`);
    assert.deepEqual(unknownStreams, []);
    assert.deepEqual(
      calls.flatMap((call) => (call.kind === 'synchronize' ? [call.stream] : [])),
      ['s[*]', 's[0]', 's[1]'],
    );
  });

  it('do not tell apart elements that only data number, and what may be one of them', () => {
    assert.deepEqual(
      ofMany('k<<<1, 1, 0, s[m]>>>(d, d); k<<<1, 1, 0, s[n - m]>>>(d, d);').unknownStreams,
      [],
    );
    const beside = 'k<<<1, 1, 0, s[0]>>>(d, d); k<<<1, 1, 0, s[m]>>>(d, d);';
    assert.deepEqual(ofMany(beside).unknownStreams, ['s[*]']);
    const waits = 'for (int i = 0; i < n; i++) cudaStreamWaitEvent(s[i], e); k<<<1, 1, 0, s[0]>>>(d, d);';
    assert.deepEqual(ofMany(`cudaEvent_t e; ${waits}`).unknownStreams, ['s[0]']);
  });

  it('have a default stream of each thread where the build or a host source says so', () => {
    const text = `__global__ void k(float *x) { *x = 1; }
      int main() { float *d; cudaMalloc(&d, 4); cudaMemset(d, 0, 4); k<<<1, 1>>>(d); k<<<1, 1, 0, cudaStreamLegacy>>>(d); }`;
    const streams = (path: string, code: string, flags: readonly string[] = []): string => {
      const workspace = new CudaWorkspace();
      workspace.setFile(path, code);
      const entry = { directory: '/build', file: `/build/${path}`, arguments: ['nvcc', ...flags, path] };
      workspace.setCommands('compile_commands.json', { entries: [entry], faults: [] });
      const [{ calls }] = hostPrograms(workspace, path) as [HostProgram];
      return [...new Set(calls.map((call) => call.stream))].join();
    };
    const [legacy, both] = ['default', 'cudaStreamPerThread,default'];
    assert.equal(streams('a.cu', text), legacy);
    assert.equal(streams('a.cu', text, ['--default-stream', 'per-thread']), both);
    assert.equal(streams('a.cu', text, ['-default-stream=per-thread']), both);
    assert.equal(streams('a.cu', text, ['--default-stream', 'legacy']), legacy);
    assert.equal(streams('a.cu', text, ['-DCUDA_API_PER_THREAD_DEFAULT_STREAM']), both);
    // nvcc has included the runtime before it reads the first line.
    const defined = `#define CUDA_API_PER_THREAD_DEFAULT_STREAM\n${text}`;
    assert.equal(streams('a.cu', defined), legacy);
    assert.equal(streams('a.cpp', defined), both);
  });

  it('warn where a definition comes too late to make the default stream one of each thread', () => {
    const define = '  #define CUDA_API_PER_THREAD_DEFAULT_STREAM 1\n';
    const warned = (path: string, before: string, flags: readonly string[] = []): readonly string[] => {
      const workspace = new CudaWorkspace();
      workspace.setFile(path, `${before}__global__ void k() {}\n`);
      const entry = { directory: '/build', file: `/build/${path}`, arguments: ['nvcc', ...flags, path] };
      workspace.setCommands('compile_commands.json', { entries: [entry], faults: [] });
      return workspace.file(path)!.diagnostics.map(({ code, range }) => `${code} ${range.startLine}`);
    };
    assert.deepEqual(warned('a.cu', `\n${define}`), ['define-too-late 2']);
    assert.deepEqual(warned('a.cu', `#if 0\n${define}#endif\n`), []);
    assert.deepEqual(warned('a.cu', define, ['--default-stream', 'per-thread']), []);
    assert.deepEqual(warned('a.cuh', define), []);
  });

  it('take no two names of members, whose streams are made elsewhere, for two streams', () => {
    const members = `struct Pipe { cudaStream_t s; void one(float *x) { k<<<1, 1, 0, s>>>(x, x); }
      void two(float *x) { k<<<1, 1, 0, s>>>(x, x); } void run(float *x) { one(x); two(x); } };`;
    const { calls, unknownStreams } = programs(members).find(({ name }) => name === 'Pipe::run')!;
    const launched = calls.flatMap((call) => (call.kind === 'kernel' ? [call.stream] : []));
    assert.deepEqual([...unknownStreams], [...new Set(launched)]);
  });

  it('say that further rounds of a loop may launch into other streams, and what tells how many there are', () => {
    const loop = (body: string, before = ''): string =>
      `int main(int argc, char **argv) { float *d; int n = atoi(argv[1]); cudaStream_t s[8]; ${before}
       for (int i = 0; i < n; i++) { ${body} } }`;
    const made = 'for (int i = 0; i < 8; i++) cudaStreamCreate(&s[i]);';
    const launch = 'k<<<1, 1, 0, s[i]>>>(d, d);';
    const [rounds] = unread(loop(launch, made));
    assert.equal(rounds, 'further rounds of a loop, each of which may have another s[*] | n');
    const own = unread(loop('cudaStream_t t; cudaStreamCreate(&t); k<<<1, 1, 0, t>>>(d, d);'));
    assert.deepEqual(own, ['further rounds of a loop, each of which may have another t | n']);
    assert.deepEqual(unread(loop('k<<<1, 1, 0, s[0]>>>(d, d);', made)), []);
    assert.deepEqual(unread(loop('k<<<1, 1>>>(d, d);')), []);
  });

  it('say that rounds may launch into other streams where a number that they change is not known', () => {
    const main = (body: string): string => `int main() { float *d; ${MAKE} int next = 0; ${body} }`;
    const launch = 'k<<<1, 1, 0, s[next]>>>(d, d);';
    const other = (stream: string) => [`further rounds of a loop, each of which may have another ${stream}`];
    const swapped = `${launch} next = 1 - next;`;
    assert.deepEqual(unread(main(`for (int i = 0; i < 4; ++i) { ${swapped} }`)), []);
    assert.deepEqual(unread(main(`while (more()) { ${swapped} }`)), other('s[*]'));
    const perhaps = `for (int i = 0; i < 4; ++i) { ${launch} if (f()) next = 1; }`;
    assert.deepEqual(unread(main(perhaps)).slice(0, 1), other('s[*]'));
    const within = `for (int i = 0; i < 2; ++i) for (int j = 0; j < 3; ++j) { ${swapped} }`;
    assert.equal(streamsOf(`${MAKE} int next = 0; ${within}`).join(), 's[0],s[1],s[0],s[1],s[0],s[1]');
  });

  it('know the buffers that functions hand out together', () => {
    const [program] = programs(`
      std::tuple<float *, float *> both() { float *x, *y; cudaMalloc(&x, 64); cudaMallocHost(&y, 64); return {x, y}; }
      int main() { auto [d, h] = both(); cudaMemcpy(d, h, 64, cudaMemcpyHostToDevice); k<<<1, 1>>>(d, d); }`).slice(
      -1,
    );
    assert.deepEqual(
      program!.calls.map((call) => (call.kind === 'copy' ? [call.pinned, ...call.writes] : call.kind)),
      [[true, 'd'], 'kernel'],
    );
  });

  it('tell streams that do not wait for the default stream', () => {
    const [program] = programs(`int main() {
      cudaStream_t a, b; cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking); cudaStreamCreate(&b);
      float *d; k<<<1, 1, 0, a>>>(d, d); }`);
    assert.deepEqual(program!.nonBlocking, ['a']);
  });

  it('prove nothing of the cases of a switch, nor of what a caller hands in', () => {
    const starts = (text: string): readonly number[] =>
      programs(text)
        .find(({ name }) => name === 'main')!
        .calls.flatMap((call) =>
          call.kind === 'kernel' && call.starts !== undefined
            ? [call.starts.buffers.filter(Boolean).length]
            : [],
        );
    const own =
      'void f() { float *d; cudaStream_t s; cudaStreamCreate(&s); cudaMalloc(&d, 64); k<<<1, 1, 0, s>>>(d, d); }';
    assert.deepEqual(starts(`${own} int main() { f(); }`), [2]);
    // Another call has another buffer behind the same name.
    assert.deepEqual(starts(`${own} int main() { f(); f(); }`), [2, 0]);
    const given = 'void f(float *d, cudaStream_t s) { k<<<1, 1, 0, s>>>(d, d); }';
    const main = 'int main() { float *d; cudaStream_t s; cudaStreamCreate(&s); cudaMalloc(&d, 64);';
    assert.deepEqual(starts(`${given} ${main} f(d + 8, s); }`), [0]);
    assert.deepEqual(starts(`${main} switch (g()) { case 1: k<<<1, 1, 0, s>>>(d, d); } }`), []);
  });

  it('prove nothing of streams that a condition may change', () => {
    const starts = (body: string): number =>
      mainCalls(`${MAKE} cudaStream_t t = s[0]; ${body} k<<<1, 1, 0, t>>>(d, d);`).filter(
        (call) => call.kind === 'kernel' && call.starts !== undefined,
      ).length;
    assert.equal(starts(''), 1);
    assert.equal(starts('if (f()) t = s[1];'), 0);
  });
});
