// What `../words.ts` gives to JavaScript and AssemblyScript has not built in.

// @ts-ignore: decorator
@global @inline
function imul(a: i32, b: i32): i32 {
  return a * b;
}

// @ts-ignore: decorator
@global
function wordsOf(array: Float64Array): Int32Array {
  return Int32Array.wrap(array.buffer, array.byteOffset, array.length * 2);
}

// @ts-ignore: decorator
@global
function halvesOf(array: Int32Array): Uint16Array {
  return Uint16Array.wrap(array.buffer, array.byteOffset, array.length * 2);
}

// @ts-ignore: decorator
@global @inline
function wordOf(value: f64): i32 {
  return i32(i64(value));
}

// Memory that was never given back is zero, and with this runtime none is.

// @ts-ignore: decorator
@global
function newInts(length: i32): Int32Array {
  return Int32Array.wrap(changetype<ArrayBuffer>(__new(<usize>length << 2, idof<ArrayBuffer>())));
}

// @ts-ignore: decorator
@global
function newFloats(length: i32): Float64Array {
  return Float64Array.wrap(changetype<ArrayBuffer>(__new(<usize>length << 3, idof<ArrayBuffer>())));
}

// @ts-ignore: decorator
@global
function newBytes(length: i32): Uint8Array {
  return Uint8Array.wrap(changetype<ArrayBuffer>(__new(<usize>length << 0, idof<ArrayBuffer>())));
}

// @ts-ignore: decorator
@global
function newHalves(length: i32): Uint16Array {
  return Uint16Array.wrap(changetype<ArrayBuffer>(__new(<usize>length << 1, idof<ArrayBuffer>())));
}
