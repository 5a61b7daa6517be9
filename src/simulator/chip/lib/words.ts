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
