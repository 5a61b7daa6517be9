import type { CudaParser } from '../../../src/cuda/syntax/parser';
import { CudaWorkspace, type Lowering } from '../../../src/cuda/workspace';
import { programTotals } from '../../../src/kernel/totals/programTotals';
import type { Words } from '../../../src/kernel/message';
import type { KernelProgram, Statement } from '../../../src/kernel/program';
import { volume } from '../../../src/kernel/symbolic';
import { loweredCounts } from '../lowering/classErrors';
import type { ArrayAccesses, KernelCounts } from './compiledCounts';
import type { GeneratedKernel } from './generate';

type Lowered = Extract<Lowering, { kind: 'lowered' }>;

/** What the lowered program of a kernel executes, or why there is none. */
export type LoweredCounts =
  | { readonly kind: 'lowered'; readonly counts: KernelCounts; readonly assumptions: Lowered['assumptions'] }
  | { readonly kind: 'refused'; readonly reason: Words };

/** Counts of the lowered programs of generated kernels by name. */
export function lowerGenerated(
  kernels: readonly GeneratedKernel[],
  parser: CudaParser,
): ReadonlyMap<string, LoweredCounts> {
  const workspace = new CudaWorkspace({ parser });
  for (const { name, text } of kernels) workspace.setFile(`${name}.cu`, text);
  const { kernels: found, launches } = workspace.index();
  return new Map(
    found.map(({ id, name }) => {
      const launch = launches.find(({ kernelIds }) => kernelIds.includes(id)) ?? null;
      return [name, countsOf(workspace.lower(id, launch))] as const;
    }),
  );
}

function countsOf(lowering: Lowering | null): LoweredCounts {
  if (lowering === null) return { kind: 'refused', reason: 'no answer' };
  if (lowering.kind === 'refused') return lowering;
  const { assumptions } = lowering;
  return {
    kind: 'lowered',
    assumptions,
    counts: { classes: loweredCounts(lowering), arrays: accessesByArray(lowering) },
  };
}

/** Accesses of a thread by array of global memory. */
function accessesByArray({ program, launch }: Lowered): Record<string, ArrayAccesses> {
  const threads = volume(launch.grid) * volume(launch.block);
  const global = Object.entries(program.arrays ?? {}).filter(
    ([, { space }]) => (space ?? 'global') === 'global',
  );
  return Object.fromEntries(
    global.map(([name]) => {
      const body = onlyOf(program.body, name);
      const totals =
        body.length === 0 ? {} : programTotals({ ...program, body } as KernelProgram, launch).threads;
      const { globalLoad = 0, globalStore = 0, atomic = 0 } = totals;
      return [name, { load: globalLoad / threads, store: globalStore / threads, atomic: atomic / threads }];
    }),
  );
}

/** A body with the accesses to one array alone. */
function onlyOf(body: readonly Statement[], array: string): Statement[] {
  return body.flatMap((statement): Statement[] => {
    switch (statement.op) {
      case 'load':
      case 'store':
      case 'atomic':
      case 'asyncCopy':
        return statement.array === array ? [statement] : [];
      case 'loop': {
        const inner = onlyOf(statement.body, array);
        return inner.length === 0 ? [] : [{ ...statement, body: inner }];
      }
      case 'if': {
        const [then, other] = [onlyOf(statement.then, array), onlyOf(statement.else ?? [], array)];
        return then.length + other.length === 0 ? [] : [{ ...statement, then, else: other }];
      }
      default:
        return [];
    }
  });
}
