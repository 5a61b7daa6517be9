import assert from 'node:assert/strict';
import { CopyGroups } from '../../../src/cuda/lowering/schedule/copyGroups';
import type { Item } from '../../../src/cuda/lowering/schedule/item';
import type { CudaParser } from '../../../src/cuda/syntax/parser';
import type { Statement } from '../../../src/kernel/program';
import { lowerText, those } from './loweringSupport';
import { testParser } from './support';

describe('asynchronous copies to shared memory', () => {
  let parser: CudaParser;
  before(async () => {
    parser = await testParser();
  });

  const lower = (
    body: string,
    launch = 'k<<<16, 256>>>(a, b, 8);',
    parameters = 'const float *g, float *o',
  ) =>
    lowerText(
      parser,
      `namespace cg = cooperative_groups;
       __global__ void k(${parameters}, int n) { int t = threadIdx.x; ${body} }
       void run(float *a, float *b) { ${launch} }`,
    );

  const copiesOf = (body: readonly Statement[]) =>
    those(body, 'asyncCopy').map(({ array, index }) => `${array}[${index}]`);

  /** Names of copies that are waited for before the first barrier. */
  const waitedFor = (body: readonly Statement[]) => {
    const flat = body.slice(
      0,
      body.findIndex(({ op }) => op === 'barrier'),
    );
    return those(flat, 'compute').flatMap(({ after }) => after ?? []);
  };

  const said = (assumptions: ReturnType<typeof lower>['assumptions']) =>
    assumptions.map(({ text }) => (typeof text === 'string' ? text : text.say)).toSorted();

  const ONE_EACH = ['g[threadX + 256 * blockX]'];
  const OWN = 'blockIdx.x * 256 + t';
  const READ = '__syncthreads(); o[t] = s[255 - t];';
  const forms: readonly [string, string][] = [
    [
      'pipeline functions',
      `__shared__ float s[256]; __pipeline_memcpy_async(&s[t], &g[${OWN}], 4); __pipeline_commit(); __pipeline_wait_prior(0); ${READ}`,
    ],
    [
      'cuda::pipeline',
      `__shared__ float s[256]; auto p = cuda::make_pipeline(); p.producer_acquire(); cuda::memcpy_async(&s[t], &g[${OWN}], sizeof(float), p); p.producer_commit(); p.consumer_wait(); ${READ}`,
    ],
    [
      'inline assembly',
      `__shared__ float s[256]; unsigned d = __cvta_generic_to_shared(&s[t]); asm volatile("cp.async.ca.shared.global [%0], [%1], 4;\\n" :: "r"(d), "l"(&g[${OWN}])); asm volatile("cp.async.commit_group;\\ncp.async.wait_group 0;\\n"); ${READ}`,
    ],
  ];
  for (const [name, body] of forms)
    it(`by ${name}: address, one wait, no register load`, () => {
      const { program, assumptions } = lower(body);
      assert.deepEqual(copiesOf(program.body), ONE_EACH);
      assert.deepEqual(
        waitedFor(program.body),
        those(program.body, 'asyncCopy').map(({ into }) => into),
      );
      assert.deepEqual(
        those(program.body, 'load').map(({ array }) => array),
        ['s'],
      );
      assert.deepEqual(assumptions, []);
    });

  it('by inline assembly start so many bytes behind their address', () => {
    const { program, assumptions } = lower(
      `__shared__ float s[1024]; unsigned d = __cvta_generic_to_shared(s); const float *own = g + 4 * (${OWN}); asm volatile("cp.async.cg.shared.global.L2::128B [%0 + 16], [%1 + 32], %2;\\ncp.async.wait_all;\\n" :: "r"(d), "l"(own), "n"(16)); ${READ}`,
    );
    // 16 bytes a thread, two of these behind its own.
    assert.deepEqual(copiesOf(program.body), ['g[threadX + 256 * blockX + 2]']);
    assert.equal(program.arrays?.['g']?.elementBytes, 16);
    assert.deepEqual(assumptions, []);
  });

  const BULK = (guard: string) =>
    `__shared__ float s[4096]; ${guard} { unsigned d = __cvta_generic_to_shared(s); asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" :: "r"(d), "l"(g + blockIdx.x * 4096), "r"(16384), "r"(0)); } ${READ}`;

  it('in bulk move all their bytes, though one thread starts them', () => {
    const { program } = lower(BULK('if (t == 0)'));
    // 16,384 bytes by 256 threads of 16 bytes each, four times.
    assert.deepEqual(
      copiesOf(program.body),
      [0, 256, 512, 768].map((at) => `g[1024 * blockX + threadX${at === 0 ? '' : ` + ${at}`}]`),
    );
    assert.equal(program.arrays?.['g']?.elementBytes, 16);
  });

  it('in bulk are moved by the warp of the thread that starts them where others do something else', () => {
    const { program } = lower(BULK('if (t < 32) if (t == 0)'));
    const [branch] = those(program.body, 'if');
    const copies = those(branch?.then ?? [], 'asyncCopy');
    assert.equal(copies.length, 16384 / 16 / 32);
    assert.match(String(copies[1]!.index), /1024 \* blockX.*32|32.*1024 \* blockX/);
  });

  it('share a copy of the block among its threads', () => {
    const { program } = lower(
      `__shared__ float s[1024]; auto b = cg::this_thread_block(); cg::memcpy_async(b, s, g + blockIdx.x * 1024, sizeof(float) * 1024); cg::wait(b); o[t] = s[t];`,
    );
    const copies = those(program.body, 'asyncCopy');
    assert.equal(copies.length, 4, '1,024 floats by 256 threads');
    assert.deepEqual(
      waitedFor(program.body),
      copies.map(({ into }) => into),
    );
  });

  it('take as many bytes a thread as the alignment allows', () => {
    const { program } = lower(
      `__shared__ float s[256]; auto b = cg::this_thread_block(); cg::memcpy_async(b, s, g + blockIdx.x * 256, cuda::aligned_size_t<16>(sizeof(float) * 256)); cg::wait(b); o[t] = s[t];`,
    );
    const [branch] = those(program.body, 'if');
    assert.equal(branch?.condition, 'threadX < 64', '1,024 bytes are 64 copies of 16');
    assert.deepEqual(copiesOf(branch?.then ?? []), ['g[64 * blockX + threadX]']);
  });

  it('wait at a barrier of the block, whose preparation is no unknown function', () => {
    const { program, assumptions } = lower(
      `__shared__ float s[256]; __shared__ cuda::barrier<cuda::thread_scope_block> bar; auto b = cg::this_thread_block(); if (t == 0) init(&bar, blockDim.x); cuda::memcpy_async(b, s, g + blockIdx.x * 256, sizeof(float) * 256, bar); bar.arrive_and_wait(); o[t] = s[t];`,
    );
    assert.equal(waitedFor(program.body).length, 1);
    assert.equal(those(program.body, 'barrier').length, 1);
    assert.deepEqual(assumptions, []);
  });

  const BAR =
    '__shared__ cuda::barrier<cuda::thread_scope_block> bar; if (t == 0) init(&bar, blockDim.x); __syncthreads();';

  it('of an engine are waited for at a barrier that was told their bytes, by the whole block', () => {
    const { program, assumptions } = lower(
      `__shared__ float s[1024]; ${BAR} cuda::barrier<cuda::thread_scope_block>::arrival_token token;
       if (t == 0) { cuda::device::memcpy_async_tx(s, g + blockIdx.x * 1024, cuda::aligned_size_t<16>(sizeof(s)), bar); token = cuda::device::barrier_arrive_tx(bar, 1, sizeof(s)); }
       else token = bar.arrive();
       bar.wait(std::move(token)); o[t] = s[t];`,
    );
    const [copy] = those(program.body, 'asyncCopy');
    const behind = program.body.slice(program.body.findIndex(({ op }) => op === 'asyncCopy'));
    assert.deepEqual(waitedFor(behind), [copy?.into]);
    assert.equal(those(behind, 'barrier').length, 1);
    assert.ok(!said(assumptions).includes('cuda.unknownFunction'), said(assumptions).join());
  });

  it('are waited for by a try_wait of inline assembly, whose label and predicate count nothing', () => {
    const { program, assumptions } = lower(
      `__shared__ float s[4096]; __shared__ unsigned long long m; unsigned b = __cvta_generic_to_shared(&m), d = __cvta_generic_to_shared(s);
       if (t == 0) {
         asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" :: "r"(b), "r"(16384));
         asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" :: "r"(d), "l"(g + blockIdx.x * 4096), "r"(16384), "r"(b));
       }
       asm volatile("{ .reg .pred p; W: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0; @!p bra W; }" :: "r"(b));
       o[t] = s[t];`,
    );
    const copies = those(program.body, 'asyncCopy').map(({ into }) => into);
    assert.equal(copies.length, 4);
    assert.deepEqual(waitedFor(program.body), copies);
    assert.deepEqual(said(assumptions), []);
  });

  it('through a tensor map are said to count nothing', () => {
    const { assumptions } = lower(
      `__shared__ float s[1024]; ${BAR} if (t == 0) cuda::device::experimental::cp_async_bulk_tensor_2d_global_to_shared(s, g, 0, 0, bar); o[t] = s[t];`,
    );
    assert.deepEqual(said(assumptions), ['cuda.tensorCopy']);
  });

  it('leave shared memory of another block in the cluster as accesses to shared memory', () => {
    const { program, assumptions } = lower(
      `__shared__ float s[256]; auto c = cg::this_cluster(); s[t] = g[${OWN}]; c.sync(); float *other = c.map_shared_rank(s, 1); o[${OWN}] = other[255 - t];`,
    );
    assert.deepEqual(
      those(program.body, 'load').map(({ array }) => array),
      ['g', 's'],
    );
    assert.deepEqual(said(assumptions), ['cuda.distributedShared', 'cuda.groupBarrier']);
  });

  it('leave the copy of the next tile under way while this one is used', () => {
    const { program } = lower(
      `__shared__ float s[2][256];
       __pipeline_memcpy_async(&s[0][t], &g[t], 4); __pipeline_commit();
       __pipeline_memcpy_async(&s[1][t], &g[256 + t], 4); __pipeline_commit();
       __pipeline_wait_prior(1); __syncthreads(); o[t] = s[0][255 - t];`,
    );
    const [first] = those(program.body, 'asyncCopy');
    assert.deepEqual(waitedFor(program.body), [first?.into]);
  });

  it('are waited for in a loop behind which they were issued', () => {
    const { program } = lower(
      `__shared__ float s[256]; __pipeline_memcpy_async(&s[t], &g[t], 4); __pipeline_commit();
       for (int i = 0; i < 1000; i++) { __pipeline_wait_prior(0); __syncthreads(); o[t + 256 * i] = s[255 - t]; }`,
    );
    const [loop] = those(program.body, 'loop');
    assert.equal(waitedFor(loop?.body ?? []).length, 1);
  });

  it('say where no number of bytes is at hand', () => {
    const { assumptions } = lower(
      `__shared__ float s[256]; auto b = cg::this_thread_block(); cg::memcpy_async(b, s, g, (size_t)g[0]); cg::wait(b); o[t] = s[t];`,
    );
    assert.ok(
      assumptions.some(({ text }) => typeof text !== 'string' && text.say === 'cuda.copySize'),
      JSON.stringify(assumptions),
    );
  });
});

describe('groups of asynchronous copies', () => {
  const item = (): Item => ({ kind: 'load' }) as Item;

  it('end in the order in which they were made, but for as many as a wait lets go on', () => {
    const groups = new CopyGroups();
    const [a, b, c] = [item(), item(), item()];
    for (const one of [a, b, c]) {
      groups.issued([one]);
      groups.commit();
    }
    assert.deepEqual(groups.wait(2), [a]);
    assert.deepEqual(groups.wait(2), []);
    assert.deepEqual(groups.wait(0), [b, c]);
  });

  it('end one by one with the phases of barriers, empty ones aside', () => {
    const groups = new CopyGroups();
    const [a, b] = [item(), item()];
    groups.commit();
    groups.issued([a]);
    groups.commit();
    groups.issued([b]);
    assert.deepEqual(groups.waitForOldest(), [a]);
    assert.deepEqual(groups.waitForOldest(), [b]);
    assert.deepEqual(groups.waitForOldest(), []);
  });

  it('leave out copies without a group, unless everything is waited for', () => {
    const groups = new CopyGroups();
    const [a, b] = [item(), item()];
    groups.issued([a]);
    groups.commit();
    groups.issued([b]);
    assert.deepEqual(groups.wait(1), []);
    assert.deepEqual(groups.wait(0), [a, b]);
    assert.deepEqual(groups.wait(0), []);
  });
});

describe('loads that are issued before a loop or a branch', () => {
  let parser: CudaParser;
  before(async () => {
    parser = await testParser();
  });

  it('have arrived before the loop computes with them', () => {
    const { program } = lowerText(
      parser,
      `__global__ void k(const float *g, float *o, int n) { int t = threadIdx.x; float v = g[t];
         for (int i = 0; i < n; i++) v = v * 1.5f + 2.0f; o[t] = v; }
       void run(float *a, float *b) { k<<<16, 256>>>(a, b, 100); }`,
    );
    const [load] = those(program.body, 'load');
    const [loop] = those(program.body, 'loop');
    const waits = those(loop?.body ?? [], 'compute').flatMap(({ after }) => after ?? []);
    assert.deepEqual(waits, [load?.into]);
  });

  it('have arrived before a branch uses them', () => {
    const { program } = lowerText(
      parser,
      `__global__ void k(const float *g, float *o) { int t = threadIdx.x; float v = g[t]; o[t] = v;
         __syncthreads(); float w = g[t + 256]; __syncthreads(); if (t < 40) o[t + 512] = w; }
       void run(float *a, float *b) { k<<<16, 256>>>(a, b); }`,
    );
    const [branch] = those(program.body, 'if');
    const names = those(program.body, 'load').map(({ into }) => into);
    const [store] = those(branch?.then ?? [], 'store');
    assert.deepEqual(store?.after, [names.at(-1)]);
  });
});
