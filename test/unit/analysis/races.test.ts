import assert from 'node:assert/strict';
import { sourceApplication } from '../../../src/analysis/applications/sourceApplications';
import { foundRaces, racesAt, type FoundRaces } from '../../../src/analysis/stages/foundRaces';
import { CudaWorkspace } from '../../../src/cuda/workspace';
import { hostPrograms } from '../../../src/cuda/host/hostPrograms';
import { meetingsOf } from '../../../src/timeline/meetings';
import { english } from '../../../src/words';
import { testSession } from './support';
import { DEFAULT_SETTINGS } from '../../../src/analysis/workspaceState';

const KERNELS = `
__global__ void fill(float *out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = 1; }
__global__ void twice(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = 2 * in[i];
}
__global__ void part(float *out, int from, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[from + i] = 3;
}
__global__ void product(const float *a, float *c, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0; for (int k = 0; k < n; k++) s += a[row * n + k] * a[k * n + col];
  c[row * n + col] = s;
}
`;
const PARITY = `
__global__ void red(float *out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[2 * i] = 1; }
__global__ void black(float *out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[2 * i + 1] = 1; }
__global__ void odd(float *out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n && i % 2 == 1) out[i] = 1; }
__global__ void inner(float *out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i > 0 && i < n) out[i] = 1; }
__global__ void later(float *out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x + 1; if (i < n) out[i] = 1; }
__global__ void rest(float *out, int n) { for (int k = 1; k < n; k++) out[k] = 1; }
__global__ void summed(float *out, const float *in, int n) {
  __shared__ float s[256]; int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t] = i < n ? in[i] : 0; __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k /= 2) { if (t < k) s[t] += s[t + k]; __syncthreads(); }
  if (t == 0) out[blockIdx.x] = s[0];
}
`;
const BEGIN = `float *a, *b, *c, *h; cudaStream_t one, two; cudaEvent_t done;
cudaStreamCreate(&one); cudaStreamCreate(&two); cudaEventCreate(&done);
cudaMalloc(&a, 4096); cudaMalloc(&b, 4096); cudaMalloc(&c, 4096); cudaMallocHost(&h, 4096);
`;
const program = (body: string): string =>
  `${KERNELS}${PARITY}int main(int argc, char **argv) {\n${BEGIN}${body}\n}\n`;

function workspaceOf(body: string): CudaWorkspace {
  const workspace = new CudaWorkspace();
  workspace.setFile('a.cu', program(body));
  return workspace;
}

function racesOf(body: string): FoundRaces {
  const workspace = workspaceOf(body);
  const sources = hostPrograms(workspace, 'a.cu').map((host) =>
    sourceApplication(workspace, host, new Map(), {}),
  );
  return foundRaces(sources, [workspace.file('a.cu')!]);
}

const races = (body: string): string[] =>
  (racesOf(body).diagnostics.get('a.cu') ?? []).map(({ message }) => english(message));

describe('launches on one buffer without an order', () => {
  it('are warned of where one writes what the other touches', () => {
    const [said, ...more] = races(
      'fill<<<4, 256, 0, one>>>(a, 1024);\ntwice<<<4, 256, 0, two>>>(a, b, 1024);',
    );
    assert.match(said!, /same time as fill \(line \d+\): both use a, one of them writes it/);
    assert.deepEqual(more, []);
    assert.equal(
      races('fill<<<4, 256, 0, one>>>(a, 1024); product<<<4, 256, 0, two>>>(a, b, 32);').length,
      1,
    );
  });

  it('name the other operation and both kernels at their places', () => {
    const found = racesOf('fill<<<4, 256, 0, one>>>(a, 1024);\ntwice<<<4, 256, 0, two>>>(a, b, 1024);');
    const [{ range, related = [] } = assert.fail()] = found.diagnostics.get('a.cu')!;
    const text = program('').split('\n');
    const lineOf = (kernel: string): number => text.findIndex((line) => line.includes(`void ${kernel}(`)) + 1;
    assert.deepEqual(
      related.map(({ location, message }) => [location.line, english(message)]),
      [
        [range.startLine - 1, 'fill, which runs at the same time'],
        [lineOf('fill'), 'fill, the kernel'],
        [lineOf('twice'), 'twice, the kernel'],
      ],
    );
    const twins = racesOf('fill<<<4, 256, 0, one>>>(a, 1024); fill<<<4, 256, 0, two>>>(a, 512);');
    assert.equal(twins.diagnostics.get('a.cu')![0]!.related!.length, 2);
  });

  it('stand at both launches, each with what the other one is', () => {
    const found = racesOf(
      `cudaMemcpyAsync(a, h, 4096, cudaMemcpyHostToDevice, one);
       twice<<<4, 256, 0, two>>>(a, b, 1024);
       fill<<<4, 256, 0, one>>>(b, 1024);`,
    );
    const { startLine: last } = found.diagnostics.get('a.cu')!.at(-1)!.range;
    const at = (line: number) =>
      racesAt(found, { path: 'a.cu', line }).map((race) => [english(race.what), race.line, race.buffer]);
    assert.deepEqual(at(last - 1), [
      ['the copy', last - 2, 'a'],
      ['fill', last, 'b'],
    ]);
    assert.deepEqual(at(last), [['twice', last - 1, 'b']]);
    assert.deepEqual(at(last - 2), []);
  });

  it('are no race where both read, the buffers differ, or something orders them', () => {
    for (const body of [
      'twice<<<4, 256, 0, one>>>(a, b, 1024); twice<<<4, 256, 0, two>>>(a, c, 1024);',
      'fill<<<4, 256, 0, one>>>(a, 1024); fill<<<4, 256, 0, two>>>(b, 1024);',
      'fill<<<4, 256, 0, one>>>(a, 1024); twice<<<4, 256, 0, one>>>(a, b, 1024);',
      `fill<<<4, 256, 0, one>>>(a, 1024); cudaEventRecord(done, one); cudaStreamWaitEvent(two, done);
       twice<<<4, 256, 0, two>>>(a, b, 1024);`,
      'fill<<<4, 256, 0, one>>>(a, 1024); cudaStreamSynchronize(one); twice<<<4, 256, 0, two>>>(a, b, 1024);',
      'fill<<<4, 256, 0, one>>>(a, 1024); waitFor(one); twice<<<4, 256, 0, two>>>(a, b, 1024);',
      'fill<<<4, 256, 0, one>>>(a, 1024); cudaFree(c); twice<<<4, 256, 0, two>>>(a, b, 1024);',
    ])
      assert.deepEqual(races(body), [], body);
  });

  it('are not told of parts, of pointers that moved, or where it is not sure that both run', () => {
    for (const body of [
      'fill<<<2, 256, 0, one>>>(a, 512); fill<<<2, 256, 0, two>>>(a + 512, 512);',
      'part<<<2, 256, 0, one>>>(a, 0, 512); part<<<2, 256, 0, two>>>(a, 512, 512);',
      'float *p = a + 512; fill<<<2, 256, 0, one>>>(a, 512); fill<<<2, 256, 0, two>>>(p, 512);',
      'fill<<<2, 256, 0, one>>>(a, 512); a += 512; fill<<<2, 256, 0, two>>>(a, 512);',
      'if (argc > 1) fill<<<4, 256, 0, one>>>(a, 1024); if (argc < 2) twice<<<4, 256, 0, two>>>(a, b, 1024);',
      `cudaGraph_t graph; cudaGraphExec_t run; cudaStreamBeginCapture(one, cudaStreamCaptureModeGlobal);
       fill<<<4, 256, 0, one>>>(a, 1024); cudaStreamEndCapture(one, &graph);
       cudaGraphInstantiate(&run, graph, NULL, NULL, 0); cudaGraphLaunch(run, one);
       twice<<<4, 256, 0, two>>>(a, b, 1024);`,
      'cudaStream_t same = one; fill<<<4, 256, 0, one>>>(a, 1024); fill<<<4, 256, 0, same>>>(a, 1024);',
    ])
      assert.deepEqual(races(body), [], body);
  });

  it('are not told of a kernel that may leave out the first element, which another one has for itself', () => {
    for (const kernel of ['black', 'odd', 'inner', 'later', 'rest'])
      assert.deepEqual(
        races(`red<<<4, 256, 0, one>>>(a, 512); ${kernel}<<<4, 256, 0, two>>>(a, 512);`),
        [],
        kernel,
      );
    assert.equal(races('red<<<4, 256, 0, one>>>(a, 512); fill<<<4, 256, 0, two>>>(a, 512);').length, 1);
    assert.equal(races('fill<<<4, 256, 0, one>>>(a, 512); summed<<<4, 256, 0, two>>>(b, a, 512);').length, 1);
  });

  it('are found in streams of an array that a loop makes', () => {
    const made = 'cudaStream_t s[2]; for (int i = 0; i < 2; ++i) cudaStreamCreate(&s[i]);';
    const launches = (buffer: string) =>
      `fill<<<4, 256, 0, s[0]>>>(a, 1024); twice<<<4, 256, 0, s[1]>>>(b, ${buffer}, 1024);`;
    assert.equal(races(`${made} ${launches('a')}`).length, 1);
    assert.deepEqual(races(`${made} ${launches('c')}`), []);
  });

  it('are copies and memsets, too', () => {
    const copied =
      'cudaMemcpyAsync(a, h, 4096, cudaMemcpyHostToDevice, one); twice<<<4, 256, 0, two>>>(a, b, 1024);';
    assert.match(races(copied)[0]!, /same time as the copy \(line \d+\): both use a/);
    const back =
      'fill<<<4, 256, 0, one>>>(a, 1024); cudaMemcpyAsync(h, a, 4096, cudaMemcpyDeviceToHost, two);';
    assert.match(races(back)[0]!, /same time as fill/);
    assert.equal(races('cudaMemsetAsync(a, 0, 4096, one); fill<<<4, 256, 0, two>>>(a, 1024);').length, 1);
    assert.deepEqual(
      races(`for (int i = 0; i < 2; i++) {
        cudaStream_t s = i ? one : two;
        cudaMemcpyAsync(a + i * 512, h + i * 512, 2048, cudaMemcpyHostToDevice, s);
        fill<<<2, 256, 0, s>>>(a + i * 512, 512);
      }`),
      [],
    );
  });

  it('are no pair that is told to overlap, unlike launches that conflict in nothing', () => {
    const met = (body: string): number =>
      hostPrograms(workspaceOf(body), 'a.cu').flatMap((host) =>
        meetingsOf(sourceApplication(workspaceOf(body), host, new Map(), {}).application),
      ).length;
    assert.equal(met('fill<<<4, 256, 0, one>>>(a, 1024); twice<<<4, 256, 0, two>>>(a, b, 1024);'), 0);
    assert.equal(met('fill<<<4, 256, 0, one>>>(a, 1024); twice<<<4, 256, 0, two>>>(c, b, 1024);'), 1);
  });

  it('are a pair with a condition where both use one buffer and no race is proved', () => {
    const shared = (body: string): (string | null)[] =>
      hostPrograms(workspaceOf(body), 'a.cu').flatMap((host) =>
        meetingsOf(sourceApplication(workspaceOf(body), host, new Map(), {}).application).map(
          (one) => one.shared,
        ),
      );
    assert.deepEqual(shared('part<<<2, 256, 0, one>>>(a, 0, 512); part<<<2, 256, 0, two>>>(a, 512, 512);'), [
      'a',
    ]);
    assert.deepEqual(shared('part<<<2, 256, 0, one>>>(a, 0, 512); part<<<2, 256, 0, two>>>(b, 512, 512);'), [
      null,
    ]);
  });

  it('are listed as the analysis tells them', async () => {
    const sources = new Map([
      ['a.cu', program('fill<<<4, 256, 0, one>>>(a, 1024); twice<<<4, 256, 0, two>>>(a, b, 1024);')],
    ]);
    const listed = await (
      await testSession()
    ).list({ sources, settings: { ...DEFAULT_SETTINGS, gpu: 'h100-sxm' } });
    assert.deepEqual(
      listed[0]!.diagnostics.map(({ code }) => code).filter((code) => code === 'race'),
      ['race'],
    );
  });
});
