import { compileConstraints } from '../dram/constraintTable';
import type { FollowerLists } from '../dram/dramSetup';
import { SECTOR_BYTES } from '../core/sizes';
import type { ProgramImage } from '../program/imageTables';
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

function packImage(image: ProgramImage, to: Parcels): void {
  to.putInts(image.ops);
  packAffine(image.affine, to);
  packTerm(image.term, to);
  packStep(image.step, to);
  packValue(image.value, to);
  packAccess(image.access, to);
  packGuard(image.guard, to);
  packPattern(image.pattern, to);
  packTrip(image.trip, to);
  packCondition(image.condition, to);
  to.putFloats(image.threads);
  to.putFloats(image.shapes);
}

function packAffine(table: ProgramImage['affine'], to: Parcels): void {
  to.putFloats(table.constant);
  to.putFloats(table.blockX);
  to.putFloats(table.blockY);
  to.putFloats(table.blockZ);
  to.putInts(table.firstTerm);
  to.putInts(table.lastTerm);
  to.putInts(table.threads);
}

function packTerm(table: ProgramImage['term'], to: Parcels): void {
  to.putInts(table.depth);
  to.putFloats(table.coefficient);
}

function packStep(table: ProgramImage['step'], to: Parcels): void {
  to.putInts(table.code);
}

function packValue(table: ProgramImage['value'], to: Parcels): void {
  to.putInts(table.affine);
  to.putInts(table.firstStep);
  to.putInts(table.lastStep);
}

function packAccess(table: ProgramImage['access'], to: Parcels): void {
  to.putBytes(table.kind);
  to.putInts(table.value);
  to.putInts(table.elementBytes);
  to.putInts(table.laneBytes);
  to.putFloats(table.base);
  to.putFloats(table.bytes);
  to.putFloats(table.footprint);
  to.putBytes(table.scope);
  to.putBytes(table.consecutive);
  to.putFloats(table.stride);
  to.putFloats(table.scale);
  to.putInts(table.offset);
  to.putInts(table.seed);
  to.putInts(table.plain);
  to.putInts(table.firstGuard);
  to.putInts(table.lastGuard);
  to.putInts(table.patterns);
  to.putBytes(table.bypass);
  to.putInts(table.name);
}

function packGuard(table: ProgramImage['guard'], to: Parcels): void {
  to.putInts(table.affine);
}

function packPattern(table: ProgramImage['pattern'], to: Parcels): void {
  to.putFloats(table.first);
  to.putInts(table.shape);
  to.putInts(table.passes);
}

function packTrip(table: ProgramImage['trip'], to: Parcels): void {
  to.putBytes(table.kind);
  to.putInts(table.low);
  to.putInts(table.high);
  to.putBytes(table.scope);
  to.putInts(table.start);
  to.putFloats(table.below);
  to.putFloats(table.step);
  to.putInts(table.seed);
}

function packCondition(table: ProgramImage['condition'], to: Parcels): void {
  to.putInts(table.value);
  to.putBytes(table.comparison);
  to.putFloats(table.probability);
  to.putBytes(table.scope);
  to.putInts(table.seed);
}
