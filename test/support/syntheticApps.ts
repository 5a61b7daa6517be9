import { parseKernelProgram, type KernelProgram } from '../../src/kernel/program';
import type { ScenarioApp } from '../../src/kernel/scenario';
import type { WorkloadClass } from '../../src/kernel/workload';

/** What a made-up kernel does in one iteration of its loop. */
interface Recipe {
  readonly class: WorkloadClass;
  /** Iterations of each thread. */
  readonly trips: number;
  readonly compute: number;
  /** How many instructions back an operand was made. */
  readonly distance: number;
  readonly memory: 'stream' | 'random' | 'reuse' | 'none';
  readonly store: boolean;
  readonly constants: number;
  readonly blocks: number;
  readonly threads: number;
  readonly registers: number;
}

const WORDS = 2 ** 24;

function access(memory: Recipe['memory']): unknown[] {
  switch (memory) {
    case 'none':
      return [];
    case 'random':
      return [{ op: 'load', array: 'a', index: { kind: 'random', lanes: 'consecutive' }, into: 'x' }];
    case 'reuse':
      return [{ op: 'load', array: 'a', index: `(globalThread * 7 + i * 512) % ${2 ** 18}`, into: 'x' }];
    case 'stream':
      return [
        {
          op: 'load',
          array: 'a',
          index: `(globalThread + i * blocks * threadsPerBlock) % ${WORDS}`,
          into: 'x',
        },
      ];
  }
}

function programOf(name: string, recipe: Recipe): KernelProgram {
  const { memory, constants, store } = recipe;
  const compute = { op: 'compute', class: 'fp32', count: recipe.compute, distance: recipe.distance };
  return parseKernelProgram({
    name,
    registersPerThread: recipe.registers,
    arrays: {
      a: { elementBytes: 4, elements: WORDS },
      b: { elementBytes: 4, elements: WORDS },
      c: { elementBytes: 4, elements: 4096, space: 'constant' },
    },
    body: [
      {
        op: 'loop',
        name: 'i',
        trips: recipe.trips,
        body: [
          { op: 'compute', class: 'integer', count: 4 },
          ...access(memory),
          ...(constants > 0 ? [{ op: 'load', array: 'c', index: `(i * 32) % ${constants}`, into: 'k' }] : []),
          memory === 'none' ? compute : { ...compute, after: ['x'] },
          ...(store ? [{ op: 'store', array: 'b', index: `globalThread % ${WORDS}` }] : []),
        ],
      },
    ],
  });
}

const base: Recipe = {
  class: 'balanced',
  trips: 20,
  compute: 20,
  distance: 4,
  memory: 'stream',
  store: false,
  constants: 0,
  blocks: 960,
  threads: 256,
  registers: 24,
};

const RECIPES: Readonly<Record<string, Partial<Recipe>>> = {
  chain: { class: 'compute', memory: 'none', compute: 60, distance: 1, constants: 64 },
  wide: { class: 'compute', memory: 'none', compute: 80, constants: 4096 },
  dense: { class: 'compute', memory: 'reuse', compute: 100 },
  tables: { class: 'compute', memory: 'reuse', compute: 60, constants: 2048, distance: 2 },
  mixed: { compute: 40 },
  cached: { memory: 'reuse', compute: 16 },
  small: { compute: 30, blocks: 90, trips: 60 },
  spread: { memory: 'random', compute: 50 },
  streams: { class: 'memory', compute: 4, store: true },
  lines: { class: 'memory', memory: 'random', compute: 6 },
  hot: { class: 'memory', memory: 'reuse', compute: 2, distance: 0 },
  sparse: { class: 'memory', memory: 'random', compute: 4, threads: 64, registers: 64, store: true },
};

/** Made-up training applications of every character, by name; the last has two kernels. */
export function syntheticApps(): { app: ScenarioApp; class: WorkloadClass; programs: string }[] {
  const single = Object.entries(RECIPES).map(([name, changes]) => {
    const recipe = { ...base, ...changes };
    const launch = { grid: recipe.blocks, block: recipe.threads };
    return { app: { name, program: programOf(name, recipe), launch }, class: recipe.class, programs: name };
  });
  const [first, last] = [single[0]!.app, single[8]!.app];
  const kernels = [first, last].map(({ name, program, launch }) => ({ name, program, launch }));
  return [...single, { app: { name: 'two', kernels }, class: 'balanced', programs: 'two' }];
}
