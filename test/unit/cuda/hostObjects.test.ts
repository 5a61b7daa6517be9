import assert from 'node:assert/strict';
import { hostPrograms } from '../../../src/cuda/host/hostPrograms';
import { CudaWorkspace } from '../../../src/cuda/workspace';

const KERNEL = '__global__ void k(float *x) { x[0] = 1; }';
const QUEUE = `class Queue { cudaStream_t s_; public: Queue() { cudaStreamCreate(&s_); }
  explicit Queue(cudaStream_t s) : s_(s) {} cudaStream_t get() const { return s_; } };`;

/** The streams that `main` launches into, and those of which nothing tells where they are made. */
function streams(before: string, body: string, more: Readonly<Record<string, string>> = {}) {
  const workspace = new CudaWorkspace();
  for (const [path, text] of Object.entries(more)) workspace.setFile(path, text);
  workspace.setFile('a.cu', `${KERNEL}\n${before}\nint main() { float *d; cudaMalloc(&d, 64); ${body} }`);
  const { calls, unknownStreams } = hostPrograms(workspace, 'a.cu').find(({ name }) => name === 'main')!;
  const launched = calls.flatMap((call) => (call.kind === 'kernel' ? [call.stream] : []));
  return { launched, unknown: [...unknownStreams] };
}

const launches = (...names: readonly string[]): string =>
  names.map((name) => `k<<<1, 1, 0, ${name}>>>(d);`).join(' ');

describe('streams of objects in host programs', () => {
  it('are those that getters hand out', () => {
    const told = (before: string, body: string, expected: readonly string[]): void =>
      assert.deepEqual(streams(before, body), { launched: expected, unknown: [] });
    told(QUEUE, `Queue a, b; ${launches('a.get()', 'b.get()')}`, ['a.s_', 'b.s_']);
    told(QUEUE, `Queue *a = new Queue(); auto b = Queue(); ${launches('a->get()', 'b.get()')}`, [
      'a.s_',
      'b.s_',
    ]);
    const pool = `struct Pool { std::vector<cudaStream_t> all; Pool(int n) { all.resize(n);
      for (int i = 0; i < n; i++) cudaStreamCreate(&all[i]); } cudaStream_t at(int i) { return all[i % 2]; } };`;
    const three = launches('pool.at(0)', 'pool.at(1)', 'pool.at(2)');
    told(pool, `Pool pool(2); ${three}`, ['pool.all[0]', 'pool.all[1]', 'pool.all[0]']);
    const free = 'cudaStream_t all[2]; cudaStream_t of(int i) { return all[i]; }';
    const made = 'for (int i = 0; i < 2; i++) cudaStreamCreate(&all[i]);';
    told(free, `${made} cudaStream_t s = of(1); ${launches('s', 'of(0)')}`, ['all[1]', 'all[0]']);
  });

  it('are told apart by the objects of a list, however it is filled', () => {
    const run = (body: string): string =>
      `${body} for (int i = 0; i < 2; i++) { cudaStream_t s = q[i]->get(); ${launches('s')} }`;
    const expected = { launched: ['q[0].s_', 'q[1].s_'], unknown: [] };
    const lists = [
      'std::vector<std::unique_ptr<Queue>> q; for (int i = 0; i < 2; i++) q.push_back(std::make_unique<Queue>());',
      'std::vector<Queue *> q(2); for (int i = 0; i < 2; i++) q[i] = new Queue();',
      'std::vector<Queue *> q; for (int i = 0; i < 2; i++) q.push_back(new Queue);',
    ];
    for (const list of lists) assert.deepEqual(streams(QUEUE, run(list)), expected, list);
    const values = [
      'Queue q[2];',
      'std::vector<Queue> q(2);',
      'std::vector<Queue> q; for (int i = 0; i < 2; i++) q.emplace_back();',
    ];
    for (const list of values)
      assert.deepEqual(streams(QUEUE, `${list} ${launches('q[0].get()', 'q[1].get()')}`), expected, list);
  });

  it('are two of one object, whichever it is of a list of a length that only data tell', () => {
    const octave = `struct Octave { cudaStream_t a, b; void make() { cudaStreamCreate(&a); cudaStreamCreate(&b); }
      cudaStream_t first() { return a; } cudaStream_t second() { return b; } };
      struct Pyramid { Octave *all; int n;
        Pyramid(int count) : n(count) { all = new Octave[n]; for (int i = 0; i < n; i++) all[i].make(); }
        void run(float *d) { for (int j = 0; j < n; j++) { Octave &one = all[j]; cudaStream_t s = one.first();
          ${launches('s', 'one.second()')} } } };`;
    assert.deepEqual(streams(octave, 'Pyramid *p = new Pyramid(octavesOf(image)); p->run(d);'), {
      launched: ['p.all[*].a', 'p.all[*].b'],
      unknown: [],
    });
  });

  it('are one where two objects are given one, and the default one where that is null', () => {
    const shared = 'cudaStream_t s; cudaStreamCreate(&s); Queue a(s), b{s};';
    assert.deepEqual(streams(QUEUE, `${shared} ${launches('a.get()', 'b.get()')}`).launched, ['s', 's']);
    const given = 'void work(Queue &q, float *d) { k<<<1, 1, 0, q.get()>>>(d); }';
    assert.deepEqual(streams(QUEUE + given, 'Queue a, b; work(a, d); work(b, d);').launched, [
      'a.s_',
      'b.s_',
    ]);
  });

  it('are unknown where no constructor tells them, and where a getter does more than hand out', () => {
    const other = QUEUE.replace('Queue() { cudaStreamCreate(&s_); }', 'Queue();');
    assert.equal(streams(other, `Queue a, b; ${launches('a.get()', 'b.get()')}`).unknown.length, 1);
    const turns = QUEUE.replace('return s_;', 'if (old) return t_; return s_;');
    assert.deepEqual(streams(turns, `Queue a; ${launches('a.get()')}`).unknown, ['a']);
  });

  it('are those of members within members and of what other files define', () => {
    const nested = `${QUEUE} struct Worker { Queue queue; void run(float *d) { k<<<1, 1, 0, queue.get()>>>(d); } };
      struct Pair { Worker first, second; };`;
    assert.deepEqual(streams(nested, 'Pair p; p.first.run(d); p.second.run(d);'), {
      launched: ['p.first.queue.s_', 'p.second.queue.s_'],
      unknown: [],
    });
    const declared = '#include "q.h"';
    const more = {
      'q.h':
        'class Queue { public: Queue(); cudaStream_t get() const { return s_; } private: cudaStream_t s_; };',
      'q.cpp': '#include "q.h"\nQueue::Queue() { cudaStreamCreate(&s_); }',
    };
    assert.deepEqual(streams(declared, `Queue a, b; ${launches('a.get()', 'b.get()')}`, more), {
      launched: ['a.s_', 'b.s_'],
      unknown: [],
    });
  });

  it('are those of objects behind references and pointers, also where a method gives them their streams', () => {
    const before = `struct Octave { cudaStream_t s{}; cudaStream_t stream() { return s; } void open() { s = create(); } };`;
    const made = 'cudaStream_t create() { cudaStream_t n; cudaStreamCreate(&n); return n; }';
    const body = `Octave all[2]; for (int i = 0; i < 2; i++) { Octave &one = all[i]; one.open(); }
      for (int i = 0; i < 2; i++) { Octave *one = &all[i]; ${launches('one->stream()')} }`;
    assert.deepEqual(streams(made + before, body), { launched: ['all[0].s', 'all[1].s'], unknown: [] });
  });

  it('are those of structures that a function fills', () => {
    const before = 'struct C { cudaStream_t s; }; void fill(C *c) { cudaStreamCreate(&c->s); }';
    const body = `C c[2]; for (int i = 0; i < 2; i++) fill(&c[i]); ${launches('c[0].s', '(&c[1])->s')}`;
    assert.deepEqual(streams(before, body), { launched: ['c[0].s', 'c[1].s'], unknown: [] });
  });
});
