/** Bytes of all arrays of some state. */
export function bytesOf(arrays: readonly ArrayBufferView[]): number {
  return arrays.reduce((sum, array) => sum + array.byteLength, 0);
}

/** A copy of the contents of some state. */
export function save(arrays: readonly ArrayBufferView[]): Uint8Array {
  const copy = new Uint8Array(bytesOf(arrays));
  let at = 0;
  for (const array of arrays) {
    copy.set(contents(array), at);
    at += array.byteLength;
  }
  return copy;
}

/** Takes over the contents that `save` of state of the same shape gave. */
export function restore(arrays: readonly ArrayBufferView[], saved: Uint8Array): void {
  if (saved.byteLength !== bytesOf(arrays)) throw new RangeError('snapshot of a machine of another shape');
  let at = 0;
  for (const array of arrays) {
    contents(array).set(saved.subarray(at, at + array.byteLength));
    at += array.byteLength;
  }
}

function contents(array: ArrayBufferView): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}
