import { compileConstraints } from '../dram/constraintTable';
import type { FollowerLists } from '../dram/dramSetup';
import { SECTOR_BYTES } from '../core/sizes';
import type { MachinePlan } from '../run/machinePlan';
import type { KernelFacts } from '../sm/kernelFacts';
import type { SimulatorSpec } from '../spec/simulatorSpec';
import { chipNumbers } from './chipNumbers';
import { Parcels } from './parcels';

/** The arrays that the chip of a plan is built from, in the order in which `ChipInput` takes them. */
export function chipParcels(plan: MachinePlan): Parcels {
  const to = new Parcels();
  to.putFloats(chipNumbers(plan));
  packDram(plan.spec, to);
  packImage(plan.image, to);
  packKernels(plan.kernels, to);
  packSlices(plan, to);
  to.putFloats(
    Float64Array.from(plan.sharedArrays.flatMap(({ base, bytes, surplus }) => [base, bytes, surplus])),
  );
  to.putBytes(
    Uint8Array.from(
      plan.earlierData.some(Boolean) ? plan.apps.map((_, app) => Number(plan.earlierData[app] ?? false)) : [],
    ),
  );
  to.putBytes(flitTable(plan.spec.network.storeFlitBytes, plan.spec));
  to.putBytes(flitTable(plan.spec.network.flitBytes, plan.spec));
  return to;
}

function packDram({ memory }: SimulatorSpec, to: Parcels): void {
  const table = compileConstraints(memory.timing);
  packFollowers(table.channel, to);
  packFollowers(table.bankGroup, to);
  packFollowers(table.bank, to);
  to.putInts(Int32Array.of(table.fourActivates, Number(table.splitBuses)));
}

function packFollowers({ start, follower, delay }: FollowerLists, to: Parcels): void {
  to.putInts(start);
  to.putInts(follower);
  to.putInts(delay);
}

/** All slices are every application's where the plan divides them not. */
function packSlices({ spec, apps, sliceLists }: MachinePlan, to: Parcels): void {
  const all = Array.from({ length: spec.l2.slices }, (_, slice) => slice);
  const lists = apps.map((_, app) => sliceLists?.[app] ?? all);
  const starts = [0];
  for (const list of lists) starts.push(starts.at(-1)! + list.length);
  to.putInts(Int32Array.from(lists.flat()));
  to.putInts(Int32Array.from(starts));
}

/** Flits of a packet with n sectors of data. */
function flitTable(flitBytes: number, spec: SimulatorSpec): Uint8Array {
  const { headerBytes } = spec.network;
  return Uint8Array.from({ length: 5 }, (_, n) =>
    Math.max(1, Math.ceil((headerBytes + n * SECTOR_BYTES) / flitBytes)),
  );
}

function packKernels(kernels: KernelFacts, to: Parcels): void {
  to.putInts(kernels.app);
  to.putInts(kernels.firstOp);
  to.putInts(kernels.codeLine);
  to.putInts(kernels.codeLines);
  to.putInts(kernels.warpsPerBlock);
  to.putInts(kernels.threadsPerBlock);
  to.putInts(kernels.registersPerBlock);
  to.putInts(kernels.sharedPerBlock);
  to.putInts(kernels.gridX);
  to.putInts(kernels.gridY);
  to.putInts(kernels.seed);
}

function packImage({ ops, threads, shapes, ...image }: MachinePlan['image'], to: Parcels): void {
  to.putInts(ops);
  for (const table of [
    image.affine,
    image.term,
    image.step,
    image.value,
    image.access,
    image.guard,
    image.pattern,
    image.trip,
    image.condition,
  ])
    packColumns(table, to);
  to.putFloats(threads);
  to.putFloats(shapes);
}

/** The columns of a table are in the order in which the image has made them, which is that of the chip's tables. */
function packColumns(table: object, to: Parcels): void {
  for (const column of Object.values(table) as (Int32Array | Float64Array | Uint8Array)[])
    if (column instanceof Int32Array) to.putInts(column);
    else if (column instanceof Float64Array) to.putFloats(column);
    else to.putBytes(column);
}
