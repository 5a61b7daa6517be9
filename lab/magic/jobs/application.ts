import { programTotals } from '../../../src/kernel/totals/programTotals';
import type { KernelProgram, Statement } from '../../../src/kernel/program';
import {
  extentOf,
  type ScenarioApp,
  type ScenarioCopy,
  type ScenarioKernel,
} from '../../../src/kernel/scenario';
import { volume } from '../../../src/kernel/symbolic';
import { variantsOf } from '../../../src/kernel/workload';
import { applicationOf, wholeApplicationOf, type LowerKernel } from '../../suite/application';
import type { SuiteWorkload } from '../../suite/suite';

/** Warp instructions of a run at most: launches are cut to their first blocks, copies in proportion. */
const MOST_INSTRUCTIONS = 600_000;
/** Blocks that a launch keeps at least: two on each SM of the largest GPU. */
const LEAST_BLOCKS = 56;

/**
 * One run of a program as its process makes it, from the first copy to the last, at a size fit for simulation. Where the
 * workload does not tell its copies, arrays that its kernels load before they store to them are copied to the device
 * before, and arrays that no later kernel loads are copied back.
 *
 * @throws InputError where a kernel has no program
 */
export function jobApplication(entry: SuiteWorkload, lower: LowerKernel): ScenarioApp {
  const told = wholeApplicationOf(entry, lower);
  if (told !== null) return cut(told);
  const round = applicationOf(entry, lower, variantsOf(entry.workload)[0]);
  return cut({ ...round, copies: copiesOf(round.kernels!) });
}

function cut(app: ScenarioApp): ScenarioApp {
  const counts = app.kernels!.map(instructionsOf);
  const all = sum(counts);
  const share = Math.min(1, MOST_INSTRUCTIONS / all);
  let kept = 0;
  const kernels = app.kernels!.map((kernel, at) => {
    const blocks = volume(extentOf(kernel.launch!.grid));
    const firstBlocks = Math.min(blocks, Math.max(LEAST_BLOCKS, Math.ceil(blocks * share)));
    kept += (counts[at]! * firstBlocks) / blocks;
    return firstBlocks === blocks ? kernel : { ...kernel, launch: { ...kernel.launch!, firstBlocks } };
  });
  const copies = (app.copies ?? []).map((copy) => ({ ...copy, bytes: Math.ceil((copy.bytes * kept) / all) }));
  return { ...app, kernels, copies };
}

function instructionsOf({ program, launch, arguments: given }: ScenarioKernel): number {
  const { grid, block, sharedBytes = 0 } = launch!;
  const values = { ...program!.parameters, ...given };
  return programTotals(program!, { grid: extentOf(grid), block: extentOf(block), sharedBytes }, values)
    .warpInstructions;
}

function copiesOf(kernels: readonly ScenarioKernel[]): ScenarioCopy[] {
  const uses = kernels.map(({ program }) => arrayUses(program!));
  const bytes = new Map(kernels.flatMap(({ program }) => arrayBytes(program!)));
  const stored = new Set<string>();
  const inputs = new Set<string>();
  for (const { loads, stores } of uses) {
    for (const array of loads) if (!stored.has(array)) inputs.add(array);
    for (const array of stores) stored.add(array);
  }
  const outputs = [...stored].filter((array) => {
    const last = uses.findLastIndex(({ stores }) => stores.has(array));
    return uses.slice(last + 1).every(({ loads }) => !loads.has(array));
  });
  const copy = (direction: ScenarioCopy['direction'], before: number) => (array: string) => ({
    direction,
    bytes: bytes.get(array) ?? 0,
    pinned: false,
    before,
  });
  return [...[...inputs].map(copy('HtoD', 0)), ...outputs.map(copy('DtoH', kernels.length))].filter(
    (each) => each.bytes > 0,
  );
}

/** Bytes of the arrays in device memory whose size is known. */
function arrayBytes({ arrays = {} }: KernelProgram): [string, number][] {
  return Object.entries(arrays).flatMap(([name, { space = 'global', elements, elementBytes }]) =>
    (space === 'global' || space === 'texture') && typeof elements === 'number'
      ? [[name, elements * elementBytes]]
      : [],
  );
}

interface ArrayUses {
  readonly loads: ReadonlySet<string>;
  readonly stores: ReadonlySet<string>;
}

function arrayUses({ body }: KernelProgram): ArrayUses {
  const [loads, stores] = [new Set<string>(), new Set<string>()];
  const visit = (statements: readonly Statement[]): void => {
    for (const each of statements)
      if (each.op === 'loop') visit(each.body);
      else if (each.op === 'if') {
        visit(each.then);
        visit(each.else ?? []);
      } else if (each.op === 'load' || each.op === 'asyncCopy') loads.add(each.array);
      else if (each.op === 'store') stores.add(each.array);
      else if (each.op === 'atomic') {
        loads.add(each.array);
        stores.add(each.array);
      }
  };
  visit(body);
  return { loads, stores };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
