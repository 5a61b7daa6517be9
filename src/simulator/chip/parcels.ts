/** Arrays that a chip is built from, taken out in the order in which they were put in. */
export class Parcels {
  readonly ints: Int32Array[] = [];
  readonly floats: Float64Array[] = [];
  readonly bytes: Uint8Array[] = [];
  private nextInts: i32 = 0;
  private nextFloats: i32 = 0;
  private nextBytes: i32 = 0;

  putInts(array: Int32Array): void {
    this.ints.push(array);
  }

  putFloats(array: Float64Array): void {
    this.floats.push(array);
  }

  putBytes(array: Uint8Array): void {
    this.bytes.push(array);
  }

  takeInts(): Int32Array {
    return this.ints[this.nextInts++]!;
  }

  takeFloats(): Float64Array {
    return this.floats[this.nextFloats++]!;
  }

  takeBytes(): Uint8Array {
    return this.bytes[this.nextBytes++]!;
  }
}
