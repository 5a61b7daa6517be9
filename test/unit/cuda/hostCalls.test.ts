import assert from 'node:assert/strict';
import type { HostProgram } from '../../../src/cuda/host/hostCall';
import { hostPrograms } from '../../../src/cuda/host/hostPrograms';
import { CudaWorkspace } from '../../../src/cuda/workspace';
import { english } from '../../../src/words';

function programs(text: string): HostProgram[] {
  const workspace = new CudaWorkspace();
  workspace.setFile('a.cu', `__global__ void k(const float *in, float *out) { out[0] = in[0]; }\n${text}`);
  return hostPrograms(workspace, 'a.cu');
}

describe('calls of host code', () => {
  it('follow the function of the class that an object is of, and say where nothing tells the class', () => {
    const classes = `
      struct Host { void run(int n) { for (int i = 0; i < n; i++) total += i; } int total; };
      struct Device {
        void run(int n) { k<<<n, 32>>>(in, out); finish(); }
        void finish() { cudaMemcpy(h, out, 64, cudaMemcpyDeviceToHost); }
        float *in, *out, *h;
      };
      struct Other { void finish() {} };`;
    const told = (body: string): [string, number] => {
      const main = programs(`${classes} int main() { k<<<1, 1>>>(p, p); ${body} }`).find(
        ({ name }) => name === 'main',
      )!;
      return [main.calls.map(({ kind }) => kind).join(' '), main.assumptions.length];
    };
    assert.deepEqual(told('Host a; Device b; a.run(4); b.run(8);'), ['kernel kernel copy', 0]);
    assert.deepEqual(told('Device *b = new Device; b->run(8);'), ['kernel kernel copy', 0]);
    assert.deepEqual(told('std::vector<Host> a; Host &b = a[0]; b.run(8);'), ['kernel', 0]);
    assert.deepEqual(told('find()->run(8);'), ['kernel', 1]);
  });

  it('follow the function of the class that a member is of, and none of the caller for another object', () => {
    const classes = `
      struct Device { void run(int n) { k<<<n, 32>>>(in, out); } float *in, *out; };
      struct Host { void run(int n) { total += n; } int total; };
      struct App {
        std::unique_ptr<Device> device; Host hosts[2]; Window *window;
        void run(int n) { hosts[0].run(n); device->run(n); window->run(n); }
      };`;
    const [main] = programs(`${classes} int main() { App app; app.run(8); }`);
    assert.deepEqual(
      main!.calls.map(({ kind }) => kind),
      ['kernel'],
    );
    assert.deepEqual(main!.unread, []);
  });

  it('follow functions that are called with template arguments, and take numbers from these', () => {
    const [program] = programs(`
      template <typename T, int N> void run(T *d, cudaStream_t s) { k<<<N / 64, 64, 0, s>>>(d, d); }
      int main() {
        float *d; cudaMalloc(&d, 64); cudaStream_t one, two;
        run<float, 128>(d, one); run<float, 2 * 128>(d, two);
        if (a < b && c > (d != 0)) return 1;
      }`);
    assert.deepEqual(
      program!.calls.flatMap((call) => (call.kind === 'kernel' ? [[call.stream, call.grid[0].value]] : [])),
      [
        ['one', 2],
        ['two', 4],
      ],
    );
  });

  const streamsOf = (body: string): string => {
    const main = programs(`
      void work(float *d, cudaStream_t s) { k<<<1, 64, 0, s>>>(d, d); }
      void byDefault(float *d, cudaStream_t s = nullptr) { work(d, s); }
      void other(float *d, cudaStream_t s);
      template <typename F> void twice(F f, float *d, cudaStream_t s) { f(d, s); f(d, s); }
      int main() { float *d; cudaMalloc(&d, 64); cudaStream_t a, b; ${body} }`);
    return main
      .find(({ name }) => name === 'main')!
      .calls.flatMap((call) => (call.kind === 'kernel' ? [call.stream] : []))
      .join(' ');
  };

  it('take what a lambda does where it is called, with what it is handed', () => {
    const step = 'auto step = [&](float *p, cudaStream_t s) { k<<<1, 64, 0, s>>>(p, p); };';
    assert.equal(streamsOf(`${step} step(d, a); step(d, b);`), 'a b');
    assert.equal(streamsOf(`${step} twice(step, d, b); auto same = step; same(d, a);`), 'b b a');
    assert.equal(streamsOf('twice([=](float *p, cudaStream_t s) { work(p, s); }, d, a);'), 'a a');
    assert.equal(streamsOf('[&] { work(d, b); }();'), 'b');
  });

  it('take a lambda that code which is not followed is handed as called once', () => {
    const step = 'auto step = [&](cudaStream_t s) { work(d, s); };';
    assert.equal(streamsOf(`${step} std::thread t(step, b); t.join();`), 'b');
    assert.equal(streamsOf('std::thread t([&] { work(d, a); }); t.join();'), 'a');
    const [main] = programs(
      `int main() { float *d; cudaMalloc(&d, 64); auto step = [&] { k<<<1, 1>>>(d, d); }; }`,
    );
    assert.match(
      main!.unread.map(({ what }) => english(what)).join(),
      /^what step does, which nothing is known to call$/,
    );
  });

  it('follow a function that another one is handed, and the default stream where a stream is left out', () => {
    assert.equal(streamsOf('twice(work, d, a); twice(&work, d, b);'), 'a a b b');
    assert.equal(streamsOf('byDefault(d); byDefault(d, a);'), 'default a');
    const text =
      'void work(float *d) { k<<<1, 1>>>(d, d); } void run(void (*f)(float *), float *d) { f(d); }';
    const names = programs(`${text} int main() { float *d; cudaMalloc(&d, 64); run(work, d); }`).map(
      ({ name }) => name,
    );
    assert.deepEqual(names, ['main']);
  });
});
