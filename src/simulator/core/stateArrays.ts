/**
 * All mutable state of a simulated GPU, as typed arrays made here: a snapshot is a copy of their contents
 * and nothing else, and a fork is a machine of the same shape with those contents.
 */
export class StateArrays {
  /** The arrays in the order in which they were made. */
  readonly arrays: Views = new Views();

  int32(length: i32): Int32Array {
    const array = newInts(length);
    this.arrays.push(array);
    return array;
  }

  float64(length: i32): Float64Array {
    const array = newFloats(length);
    this.arrays.push(array);
    return array;
  }

  uint8(length: i32): Uint8Array {
    const array = newBytes(length);
    this.arrays.push(array);
    return array;
  }

  uint16(length: i32): Uint16Array {
    const array = newHalves(length);
    this.arrays.push(array);
    return array;
  }
}
