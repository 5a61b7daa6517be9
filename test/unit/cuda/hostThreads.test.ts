import assert from 'node:assert/strict';
import { sourceApplication } from '../../../src/analysis/applications/sourceApplications';
import { hostPrograms } from '../../../src/cuda/host/hostPrograms';
import { CudaWorkspace } from '../../../src/cuda/workspace';
import { meetingsOf } from '../../../src/timeline/meetings';
import { english } from '../../../src/words';

const KERNELS =
  '__global__ void k(float *x) { x[0] = 1; } __global__ void l(float *x) { x[0] = 2; } const int N = 2;';

/** Which kernels of `main` can run together, in which streams it launches, and what is taken for granted. */
function told(before: string, body: string) {
  const workspace = new CudaWorkspace();
  workspace.setFile('a.cu', `${KERNELS}\n${before}\nint main() { float *d; cudaMalloc(&d, 64);\n${body} }`);
  const programs = hostPrograms(workspace, 'a.cu');
  const program = programs.find(({ name }) => name === 'main')!;
  const { application } = sourceApplication(workspace, program, new Map(), {}, false);
  return {
    programs: programs.map(({ name }) => name),
    streams: program.calls.flatMap((call) => (call.kind === 'kernel' ? [call.stream] : [])),
    meet: meetingsOf(application).map(({ launches }) => launches.map(({ kernel }) => kernel).join('+')),
    unread: program.unread.map(({ what }) => english(what)),
    assumptions: program.assumptions.map((text) => english(text)),
  };
}

const OWN = 'cudaStream_t s; cudaStreamCreate(&s);';
const WORK = `void work(float *x) { ${OWN} k<<<1, 1, 0, s>>>(x); cudaStreamSynchronize(s); }`;

describe('threads of the host', () => {
  it('run beside each other, each with streams of its own, however they are started', () => {
    const ways = [
      'std::thread a(work, d), b(work, d); a.join(); b.join();',
      'std::vector<std::thread> all; for (int i = 0; i < N; i++) all.emplace_back(work, d); for (auto &t : all) t.join();',
      'std::thread all[2]; for (int i = 0; i < N; i++) all[i] = std::thread(work, d); for (auto &t : all) t.join();',
      'auto a = std::async(std::launch::async, work, d); auto b = std::async(work, d); a.get(); b.get();',
      'pthread_t t[2]; for (int i = 0; i < N; i++) pthread_create(&t[i], 0, work, d); for (int i = 0; i < N; i++) pthread_join(t[i], 0);',
    ];
    for (const way of ways) {
      const { programs, streams, meet, unread, assumptions } = told(WORK, way);
      assert.deepEqual(streams, ['work#1.s', 'work#2.s'], way);
      assert.deepEqual([programs, meet, unread, assumptions], [['main'], ['k+k'], [], []], way);
    }
    const lambda = `auto run = [&] { ${OWN} k<<<1, 1, 0, s>>>(d); }; std::thread a(run), b(run);`;
    assert.deepEqual(told('', lambda).streams, ['s#1', 's#2']);
    assert.deepEqual(told('', lambda.replace('s(run), b(run)', 'a([&] { run(); })')).meet, ['k+k']);
    const perThread = 'void work(float *x) { k<<<1, 1, 0, cudaStreamPerThread>>>(x); }';
    assert.deepEqual(told(perThread, ways[0]!).meet, ['k+k']);
  });

  it('share streams that are made outside of them', () => {
    const shared = `${OWN} std::thread a([&] { k<<<1, 1, 0, s>>>(d); }), b([&] { l<<<1, 1, 0, s>>>(d); }); a.join(); b.join();`;
    assert.deepEqual([told('', shared).streams, told('', shared).meet], [['s', 's'], []]);
  });

  it('run methods of the object that starts them', () => {
    const pipe = `struct Pipe { cudaStream_t s, t;
      Pipe() { cudaStreamCreate(&s); cudaStreamCreate(&t); }
      void one(float *x) { k<<<1, 1, 0, s>>>(x); } void two(float *x) { l<<<1, 1, 0, t>>>(x); }
      void run(float *x) { std::thread a(&Pipe::one, this, x); std::thread b(&Pipe::two, this, x); a.join(); b.join(); } };`;
    assert.deepEqual(told(pipe, 'Pipe p; p.run(d);').streams, ['p.s', 'p.t']);
    assert.deepEqual(told(pipe, 'Pipe p; p.run(d);').meet, ['k+l']);
  });

  it('wait for what they did themselves, and hold up no other', () => {
    const two = `void work(float *x) { cudaStream_t s, t; cudaStreamCreate(&s); cudaStreamCreate(&t);
      k<<<1, 1, 0, s>>>(x); cudaStreamSynchronize(s); l<<<1, 1, 0, t>>>(x); }`;
    assert.deepEqual(told(two, 'std::thread a(work, d); a.join();').meet, []);
    assert.deepEqual(told(two, 'std::thread a(work, d), b(work, d); a.join(); b.join();').meet.toSorted(), [
      'k+k',
      'k+l',
      'l+l',
    ]);
    assert.deepEqual(told(two.replace('cudaStreamSynchronize(s);', ''), 'std::thread a(work, d);').meet, [
      'k+l',
    ]);
    // What comes behind the end of the threads and a wait for the GPU runs behind them.
    const behind = `std::thread a(work, d); a.join(); cudaDeviceSynchronize(); ${OWN} l<<<1, 1, 0, s>>>(d);`;
    assert.deepEqual(told(WORK, behind).meet, []);
  });

  it('are taken one after the other where they take turns', () => {
    const turns = WORK.replace('{', '{ std::lock_guard<std::mutex> hold(m);');
    assert.deepEqual(told(`std::mutex m; ${turns}`, 'std::thread a(work, d), b(work, d);').meet, []);
  });

  it('are those of a team of OpenMP, for loops and for blocks', () => {
    const made = 'cudaStream_t s[4]; for (int i = 0; i < 4; i++) cudaStreamCreate(&s[i]);';
    const launch = 'k<<<1, 1, 0, s[i]>>>(d); cudaStreamSynchronize(s[i]);';
    const loop = (clause: string): string =>
      `${made}\n#pragma omp parallel for ${clause}\nfor (int i = 0; i < 4; i++) { ${launch} }`;
    assert.deepEqual(told('', loop('num_threads(4)')).meet, ['k+k']);
    assert.deepEqual(told('', loop('num_threads(1)')).meet, []);
    assert.deepEqual(told('', loop('num_threads(4)').replace('#pragma', '// #pragma')).meet, []);
    assert.match(told('', loop('')).assumptions.join(), /host threads is taken as 4/);
    const block = `${made}\n#pragma omp parallel num_threads(3)\n{ int i = omp_get_thread_num(); ${launch} }`;
    assert.deepEqual(told('', block).streams, ['s[0]', 's[1]', 's[2]']);
    assert.deepEqual(told('', block).meet, ['k+k']);
    const set = block.replace(' num_threads(3)', '').replace('\n', 'omp_set_num_threads(2);\n');
    assert.deepEqual(told('', set).streams, ['s[0]', 's[1]']);
    const critical = block.replace('{ int', '{\n#pragma omp critical\n{ int').concat(' }');
    assert.deepEqual(told('', critical).meet, []);
  });
});
