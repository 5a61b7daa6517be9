/**
 * All mutable state of a simulated GPU, as typed arrays made here: a snapshot is a copy of their contents
 * and nothing else, and a fork is a machine of the same shape with those contents.
 */
export class StateArrays {
  private readonly arrays: (Int32Array | Float64Array | Uint8Array | Uint16Array)[] = [];

  int32(length: number): Int32Array {
    return this.keep(new Int32Array(length));
  }

  float64(length: number): Float64Array {
    return this.keep(new Float64Array(length));
  }

  uint8(length: number): Uint8Array {
    return this.keep(new Uint8Array(length));
  }

  uint16(length: number): Uint16Array {
    return this.keep(new Uint16Array(length));
  }

  /** Bytes of all state. */
  get bytes(): number {
    return this.arrays.reduce((sum, array) => sum + array.byteLength, 0);
  }

  save(): Uint8Array {
    const copy = new Uint8Array(this.bytes);
    let at = 0;
    for (const array of this.arrays) {
      copy.set(bytesOf(array), at);
      at += array.byteLength;
    }
    return copy;
  }

  /** Takes over the contents that `save` of a machine of the same shape gave. */
  restore(saved: Uint8Array): void {
    if (saved.byteLength !== this.bytes) throw new RangeError('snapshot of a machine of another shape');
    let at = 0;
    for (const array of this.arrays) {
      bytesOf(array).set(saved.subarray(at, at + array.byteLength));
      at += array.byteLength;
    }
  }

  private keep<T extends Int32Array | Float64Array | Uint8Array | Uint16Array>(array: T): T {
    this.arrays.push(array);
    return array;
  }
}

function bytesOf(array: Int32Array | Float64Array | Uint8Array | Uint16Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}
