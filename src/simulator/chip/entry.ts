// What JavaScript calls of the chip that runs as WebAssembly. There is one chip in an instance. All memory is taken when
// it is built, so that views on it stay valid.
import { EVENT_WORDS } from '../core/chipEvents';
import { Chip } from './chip';
import { ChipInput } from './chipInput';
import { Parcels } from './parcels';

const parcels = new Parcels();
let built: Chip | null = null;
let levels: Int32Array = new Int32Array(0);

function chip(): Chip {
  return built!;
}

export function putInts(length: i32): usize {
  const array = new Int32Array(length);
  parcels.putInts(array);
  return changetype<usize>(array);
}

export function putFloats(length: i32): usize {
  const array = new Float64Array(length);
  parcels.putFloats(array);
  return changetype<usize>(array);
}

export function putBytes(length: i32): usize {
  const array = new Uint8Array(length);
  parcels.putBytes(array);
  return array.dataStart;
}

/** Builds the chip out of what was put. */
export function build(): void {
  const input = new ChipInput(parcels);
  levels = new Int32Array(input.spec.run.applications);
  built = new Chip(input);
}

export function stateArrays(): i32 {
  return chip().state.arrays.starts.length;
}

export function stateStart(index: i32): usize {
  return chip().state.arrays.starts[index];
}

export function stateBytes(index: i32): i32 {
  return chip().state.arrays.bytes[index];
}

export function counters(): usize {
  return changetype<usize>(chip().counters);
}

export function counterCount(): i32 {
  return chip().counters.length;
}

export function events(): usize {
  return changetype<usize>(chip().events.words);
}

export function eventsLength(): i32 {
  return chip().events.words.length;
}

/** Words of what has happened since this was asked last. */
export function takeEvents(): i32 {
  const words = chip().events.count * EVENT_WORDS;
  chip().events.count = 0;
  return words;
}

export function parcel(): usize {
  return changetype<usize>(chip().sms.manager.parcel);
}

export function parcelLength(): i32 {
  return chip().sms.manager.parcel.length;
}

export function blockKernels(): usize {
  return changetype<usize>(chip().sms.blocks.kernel);
}

export function blockIndices(): usize {
  return changetype<usize>(chip().sms.blocks.index);
}

export function blockSlots(): i32 {
  return chip().sms.blocks.kernel.length;
}

export function priorities(): usize {
  return changetype<usize>(levels);
}

/** Sets the priorities that stand at `priorities`. */
export function prioritize(): void {
  chip().dram.setPriorities(levels);
}

/** Blocks for which a barrier of a kernel's launch waits from now on. */
export function awaitBlocks(kernel: i32, blocks: i32): void {
  chip().sms.barriers.awaited[kernel] = blocks;
}

export function now(): i32 {
  return chip().wheel.now;
}

export function dispatcher(): i32 {
  return chip().components.dispatcher.first;
}

export function firstSm(): i32 {
  return chip().components.sms.first;
}

export function schedule(component: i32, time: i32): void {
  chip().wheel.schedule(component, time);
}

export function run(end: i32): i32 {
  return chip().run(end);
}

export function launch(sm: i32, kernel: i32, index: i32): void {
  chip().sms.manager.launch(sm, kernel, index, now());
}

export function resident(sm: i32, kernel: i32): i32 {
  return chip().sms.manager.resident(sm, kernel);
}

export function isBusy(sm: i32): bool {
  return chip().sms.contexts.isBusy(sm);
}

export function isIdle(): bool {
  return chip().sms.contexts.isIdle();
}

export function preempt(sm: i32, app: i32): bool {
  return chip().sms.contexts.preempt(sm, app, now());
}

export function save(sm: i32, slot: i32): i32 {
  return chip().sms.manager.save(sm, slot, now());
}

export function resume(sm: i32): void {
  chip().sms.contexts.resume(sm, now());
}

export function resizeL1(sm: i32, lines: i32): void {
  chip().sms.l1.resize(sm, lines);
}

export function settleCounters(): void {
  chip().sms.manager.settleCounters(now());
}

export function issuedBy(slot: i32): i32 {
  return chip().sms.manager.issuedBy(slot);
}

export function inFlight(): i32 {
  return chip().requests.inFlight;
}

export function faultAccess(): i32 {
  return chip().sms.fault.access;
}

export function faultBlock(): i32 {
  return chip().sms.fault.block;
}

export function faultElement(): f64 {
  return chip().sms.fault.element;
}
