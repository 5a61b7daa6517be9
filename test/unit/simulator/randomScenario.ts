import fc from 'fast-check';
import { parseScenario, type Scenario } from '../../../src/kernel/scenario';
import { COMPUTE_CLASSES } from '../../../src/kernel/instructionClasses';
import { loadSpec, type LoadedSpec } from '../../../src/simulator/spec/loadSpec';

/** Elements of every array of a random program; indices stay below by construction. */
const ELEMENTS = 65536;

const ARRAYS = {
  g: { elementBytes: 4, elements: ELEMENTS },
  h: { elementBytes: 8, elements: ELEMENTS },
  l: { elementBytes: 4, elements: 64, space: 'local' },
  k: { elementBytes: 4, elements: 4096, space: 'constant' },
  s: { elementBytes: 4, elements: 1024, space: 'shared' },
};

const names = ['v0', 'v1', 'v2'];
const after = fc.subarray(names);
const distance = fc.integer({ min: 0, max: 8 });

const globalIndex = fc.oneof(
  fc.constantFrom<unknown>('thread', `globalThread % ${ELEMENTS}`, 'lane * 33', 'threadX * 17 + lane', 5),
  fc.record({
    kind: fc.constant('random'),
    scope: fc.constantFrom('grid', 'block', 'warp'),
    footprint: fc.integer({ min: 32, max: ELEMENTS }),
    lanes: fc.constantFrom('independent', 'consecutive'),
  }),
  fc.record({
    kind: fc.constant('chase'),
    footprint: fc.integer({ min: 32, max: ELEMENTS }),
    lanes: fc.constantFrom('same', 'consecutive'),
  }),
  fc.record(
    {
      kind: fc.constant('indirect'),
      at: fc.constant('thread'),
      footprint: fc.integer({ min: 1, max: ELEMENTS }),
      scale: fc.integer({ min: 1, max: 64 }),
      offset: fc.constantFrom<unknown>('lane', 'lane - 100', 7),
    },
    { requiredKeys: ['kind', 'at'] },
  ),
);

const compute = fc.record({
  op: fc.constant('compute'),
  class: fc.constantFrom(...COMPUTE_CLASSES),
  count: fc.integer({ min: 1, max: 20 }),
  distance,
  after,
});

const memory = fc.oneof(
  fc.record({
    op: fc.constant('load'),
    array: fc.constantFrom('g', 'h'),
    index: globalIndex,
    into: fc.constantFrom(...names),
    distance,
    cache: fc.constantFrom('normal', 'bypass'),
  }),
  fc.record({ op: fc.constant('store'), array: fc.constantFrom('g', 'h'), index: globalIndex, after }),
  fc.record({
    op: fc.constant('atomic'),
    array: fc.constant('g'),
    index: globalIndex,
    into: fc.option(fc.constantFrom(...names), { nil: undefined }),
  }),
  fc.record({
    op: fc.constant('asyncCopy'),
    array: fc.constant('g'),
    index: globalIndex,
    into: fc.constantFrom(...names),
  }),
  fc.record({
    op: fc.constantFrom('load'),
    array: fc.constantFrom('s', 'l', 'k'),
    index: fc.constantFrom('lane', 'lane * 2', 'lane % 7', 0),
    into: fc.constantFrom(...names),
  }),
  fc.record({
    op: fc.constant('store'),
    array: fc.constantFrom('s', 'l'),
    index: fc.constantFrom('lane', 'floor(lane / 3)'),
    after,
  }),
  fc.record({ op: fc.constant('atomic'), array: fc.constant('s'), index: fc.constantFrom('lane % 4', 0) }),
);

const condition = fc.oneof(
  fc.constantFrom<unknown>('lane < 7', 'thread % 2 == 0', 'block >= 2', 'globalThread != 40', 'lane < 0'),
  fc.record({
    probability: fc.double({ min: 0, max: 1, noNaN: true }),
    scope: fc.constantFrom('lane', 'warp', 'block'),
  }),
);

const trips = fc.oneof(
  fc.integer({ min: 1, max: 4 }),
  fc.record({ uniform: fc.constantFrom([1, 4], [2, 2], [1, 7]), scope: fc.constantFrom('warp', 'lane') }),
  fc.constant({ start: 'lane', below: 40, step: 16 }),
);

const { statements } = fc.letrec<{ statements: unknown[]; statement: unknown }>((tie) => ({
  statements: fc.array(tie('statement'), { minLength: 1, maxLength: 5, depthIdentifier: 'body' }),
  statement: fc.oneof(
    { depthIdentifier: 'body', maxDepth: 3 },
    compute,
    memory,
    fc.constant({ op: 'barrier' }),
    fc.record({ op: fc.constant('loop'), trips, body: tie('statements') }),
    fc.record({
      op: fc.constant('if'),
      condition,
      then: tie('statements'),
      else: fc.option(tie('statements'), { nil: undefined }),
    }),
  ),
}));

const app = fc.record({
  body: statements,
  registers: fc.integer({ min: 8, max: 64 }),
  grid: fc.integer({ min: 1, max: 12 }),
  block: fc.constantFrom<unknown>(32, 33, 96, 256, [16, 4], [5, 5, 3]),
  repeat: fc.integer({ min: 1, max: 2 }),
});

const mode = fc.constantFrom<unknown>(
  { kind: 'streams' },
  { kind: 'spatial' },
  { kind: 'intra-sm' },
  { kind: 'mps' },
  { kind: 'time-slice', sliceCycles: 1000 },
);

/** Random kernels that share a small GPU in a random way. */
export const randomScenario: fc.Arbitrary<Scenario> = fc
  .record({
    apps: fc.array(app, { minLength: 1, maxLength: 2 }),
    mode,
    seed: fc.integer({ min: 0, max: 1000 }),
  })
  .map(({ apps, mode: sharing, seed }) =>
    parseScenario({
      gpu: 'gtx-950',
      mode: sharing,
      seed,
      // Far beyond what the slowest takes: turns of 1000 cycles where each load is waited for alone, some 4 million.
      limits: { cycles: 30_000_000 },
      apps: apps.map((a, i) => ({
        name: `app${i}`,
        program: {
          name: `kernel${i}`,
          registersPerThread: a.registers,
          arrays: ARRAYS,
          // So that every name is known before it is waited for.
          body: [...names.map((into) => ({ op: 'load', array: 'k', index: 0, into })), ...a.body],
        },
        launch: { grid: a.grid, block: a.block },
        repeat: a.repeat,
      })),
    }),
  );

/** Small machines with tight queues, so that every kind of waiting occurs. */
export const randomSpec: fc.Arbitrary<LoadedSpec> = fc
  .record({
    schedulers: fc.constantFrom(2, 4),
    policy: fc.constantFrom('gto' as const, 'gty' as const, 'lrr' as const),
    branchCycles: fc.constantFrom(0, 14),
    issuePerWarp: fc.constantFrom(1, 2),
    memoryQueue: fc.integer({ min: 1, max: 4 }),
    handOver: fc.option(
      fc.record({
        cycles: fc.constantFrom(1, 2, 5),
        waiting: fc.integer({ min: 1, max: 4 }),
        lines: fc.constantFrom(32, 40, 100),
      }),
      { nil: undefined },
    ),
    sets: fc.constantFrom(1, 4, 16),
    ways: fc.integer({ min: 1, max: 4 }),
    mshrs: fc.integer({ min: 1, max: 8 }),
    merges: fc.integer({ min: 1, max: 4 }),
    queue: fc.integer({ min: 1, max: 4 }),
    sectored: fc.boolean(),
    caches: fc.boolean(),
    flitBytes: fc.constantFrom(16, 32, 40),
    map: fc.constantFrom('plain' as const, 'randomised' as const),
  })
  .map((r) => {
    const loaded = loadSpec('gtx-950');
    const { spec } = loaded;
    return {
      ...loaded,
      spec: {
        ...spec,
        sm: {
          ...spec.sm,
          schedulers: r.schedulers,
          policy: r.policy,
          branchCycles: r.branchCycles,
          issuePerWarp: r.issuePerWarp,
          memoryQueue: r.memoryQueue,
          handOver: r.handOver,
          l1: {
            ...spec.sm.l1,
            sets: r.sets,
            ways: r.ways,
            mshrs: r.mshrs,
            mergesPerMshr: r.merges,
            missQueue: r.queue,
            sectored: r.sectored,
            cachesGlobalLoads: r.caches,
          },
        },
        network: { ...spec.network, flitBytes: r.flitBytes, storeFlitBytes: r.flitBytes },
        l2: {
          ...spec.l2,
          sets: 8,
          ways: 2,
          mshrs: r.mshrs,
          mergesPerMshr: r.merges,
          requestQueue: r.queue,
          replyQueue: r.queue,
        },
        memory: { ...spec.memory, readQueue: r.queue, writeQueue: r.queue },
        addressMap: { ...spec.addressMap, kind: r.map },
        launch: { ...spec.launch, kernelCycles: 100 },
      },
    };
  });
