import assert from 'node:assert/strict';
import type { HostProgram } from '../../../src/cuda/host/hostCall';
import { hostPrograms } from '../../../src/cuda/host/hostPrograms';
import { CudaWorkspace } from '../../../src/cuda/workspace';

describe('host programs of several files', () => {
  const KERNEL = '__global__ void k(float *x, int n) { if (threadIdx.x < n) x[threadIdx.x] = 1; }\n';
  const LAUNCH = 'void launch(float *x, int n, cudaStream_t stream)';
  function mainOf(main: string, files: Readonly<Record<string, string>>): HostProgram {
    const workspace = new CudaWorkspace();
    workspace.setFile('launch.cuh', `${LAUNCH};`);
    for (const [path, text] of Object.entries(files)) workspace.setFile(path, text);
    workspace.setFile('main.cu', `#include "launch.cuh"\n${main}`);
    return hostPrograms(workspace, 'main.cu').find(({ name }) => name === 'main')!;
  }
  const launches = ({ calls }: HostProgram) =>
    calls.flatMap((call) =>
      call.kind === 'kernel' ? [[call.location.path, call.stream, call.grid[0].value] as const] : [],
    );
  const DEFINED = `#include "launch.cuh"\n${KERNEL}${LAUNCH} { k<<<n / 64, 64, 0, stream>>>(x, n); }`;
  const MAIN = `int main() {
    float *x; cudaMalloc(&x, 4096); cudaStream_t one, two;
    cudaMemcpy(x, x, 4096, cudaMemcpyDeviceToDevice);
    launch(x, 640, one); launch(x, 64, two);
  }`;

  it('follow what one only declares into the other that defines it', () => {
    const program = mainOf(MAIN, { 'launch.cu': DEFINED });
    assert.deepEqual(launches(program), [
      ['launch.cu', 'one', 10],
      ['launch.cu', 'two', 1],
    ]);
    assert.deepEqual(program.libraryCalls, []);
  });

  it('follow what makes streams, orders them or allocates in another file', () => {
    const make = 'cudaStream_t one, two; void make() { cudaStreamCreate(&one); cudaStreamCreate(&two); }';
    const order = 'void order(cudaEvent_t e) { cudaEventRecord(e, one); cudaStreamWaitEvent(two, e); }';
    const main = `#include "streams.h"
      int main() { float *x; cudaEvent_t e; make(); k<<<1, 1, 0, one>>>(x); order(e); k<<<1, 1, 0, two>>>(x); }`;
    const program = mainOf(main, {
      'streams.h': 'extern cudaStream_t one, two; void make(); void order(cudaEvent_t e);',
      'streams.cu': `#include "streams.h"\n${make} ${order}`,
    });
    assert.deepEqual(program.unknownStreams, []);
    assert.deepEqual(
      program.calls.map(({ kind }) => kind),
      ['kernel', 'record', 'wait', 'kernel'],
    );
  });

  it('begin in functions that nobody calls, whatever file these and those that launch are in', () => {
    const workspace = new CudaWorkspace();
    workspace.setFile('launch.cuh', `${LAUNCH}; struct Engine { void step(float *x); };`);
    workspace.setFile('launch.cu', DEFINED);
    workspace.setFile(
      'engine.cpp',
      '#include "launch.cuh"\nvoid Engine::step(float *x) { launch(x, 128, 0); launch(x, 64, 0); }',
    );
    const names = (path: string): string[] => hostPrograms(workspace, path).map(({ name }) => name);
    assert.deepEqual(names('launch.cu'), []);
    assert.deepEqual(names('engine.cpp'), ['Engine::step']);
    workspace.setFile('main.cpp', '#include "launch.cuh"\nint main() { Engine e; float *x; e.step(x); }');
    assert.deepEqual(names('engine.cpp'), []);
    const [main] = hostPrograms(workspace, 'main.cpp');
    assert.deepEqual(
      launches(main!).map(([path, , grid]) => [path, grid]),
      [
        ['launch.cu', 2],
        ['launch.cu', 1],
      ],
    );
  });

  it('are told apart where a framework of tests names them by the arguments of its macros', () => {
    const workspace = new CudaWorkspace();
    workspace.setFile(
      'a.cu',
      `${KERNEL}namespace { TEST_F(Sums, Small) { k<<<1, 32>>>(0, 1); } TEST(Sums, Large) { k<<<9, 32>>>(0, 1); } }
       BENCHMARK_F(Sums, Often)(benchmark::State &state) { k<<<2, 32>>>(0, 1); } void TEST(int a, int b) { k<<<3, 32>>>(0, 1); }`,
    );
    const names = hostPrograms(workspace, 'a.cu').map(({ name }) => name);
    assert.deepEqual(names, ['Sums.Small', 'Sums.Large', 'Sums.Often', 'TEST']);
  });

  it('say that they do not know what runs where several files define it', () => {
    const program = mainOf(MAIN, { 'launch.cu': DEFINED, 'other.cu': DEFINED });
    assert.deepEqual(launches(program), []);
    assert.deepEqual(
      program.libraryCalls.map(({ name }) => name),
      ['launch'],
    );
  });

  it('follow the one that shares the header where each program of a workspace has its own', () => {
    const own = (folder: string, blocks: number): Record<string, string> => ({
      [`${folder}/launch.h`]: `${LAUNCH};`,
      [`${folder}/launch.cu`]: `#include "launch.h"\n${DEFINED.replace('n / 64', String(blocks))}`,
      [`${folder}/main.cu`]: `#include "launch.h"\n${MAIN}`,
    });
    const workspace = new CudaWorkspace();
    for (const [path, text] of Object.entries({ ...own('a', 3), ...own('b', 5) }))
      workspace.setFile(path, text);
    const last = (path: string) => launches(hostPrograms(workspace, path)[0]!)[1];
    assert.deepEqual(last('a/main.cu'), ['a/launch.cu', 'two', 3]);
    assert.deepEqual(last('b/main.cu'), ['b/launch.cu', 'two', 5]);
  });

  it('follow none that is not declared, and see an edit of the other file', () => {
    const workspace = new CudaWorkspace();
    workspace.setFile('launch.cu', DEFINED);
    workspace.setFile('main.cu', MAIN);
    const first = (): HostProgram => hostPrograms(workspace, 'main.cu')[0]!;
    assert.deepEqual(launches(first()), []);
    workspace.setFile('main.cu', `${LAUNCH};\n${MAIN}`);
    assert.equal(launches(first()).length, 2);
    workspace.setFile('launch.cu', DEFINED.replace('n / 64', '7'));
    assert.deepEqual(launches(first())[1], ['launch.cu', 'two', 7]);
  });

  it('hand on streams that began as null, from methods too', () => {
    const program = mainOf(
      `struct App {
        cudaStream_t stream[2] = {nullptr, nullptr};
        void run(float *x) {
          cudaStreamCreate(&stream[0]); cudaStreamCreate(&stream[1]);
          launch(x, 64, stream[1]); launch(x, 128, stream[1]); launch(x, 128, 0);
        }
      };
      int main() { float *x; cudaMalloc(&x, 512); App app; app.run(x); }`,
      { 'launch.cu': DEFINED },
    );
    const [one, two, none] = launches(program).map(([, stream]) => stream);
    assert.match(one!, /stream\[1\]$/);
    assert.deepEqual([two, none], [one, 'default']);
  });
});
