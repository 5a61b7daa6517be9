// What `../words.ts` gives to JavaScript and AssemblyScript has not built in. Arrays of words
// and doubles are static ones here: their elements begin where the array does.
// @ts-ignore: decorator
@global @inline
function imul(a: i32, b: i32): i32 {
  return a * b;
}

// @ts-ignore: decorator
@global @inline
function wordOf(value: f64): i32 {
  return i32(i64(value));
}

// @ts-ignore: decorator
@global
class Views {
  readonly starts: usize[] = [];
  readonly bytes: i32[] = [];

  push<T>(array: T): void {
    if (isDefined(array.dataStart)) {
      this.starts.push(array.dataStart);
      this.bytes.push(array.byteLength);
    } else {
      this.starts.push(changetype<usize>(array));
      this.bytes.push(array.length * <i32>sizeof<valueof<T>>());
    }
  }
}

// @ts-ignore: decorator
@global
function wordsOf(array: StaticArray<f64>): StaticArray<i32> {
  return changetype<StaticArray<i32>>(array);
}

// @ts-ignore: decorator
@global
function halvesOf(array: StaticArray<i32>): Uint16Array {
  return Uint16Array.wrap(changetype<ArrayBuffer>(array));
}

// Memory that was never given back is zero, and with this runtime none is.

// @ts-ignore: decorator
@global
function newInts(length: i32): StaticArray<i32> {
  return changetype<StaticArray<i32>>(__new(<usize>length << 2, idof<StaticArray<i32>>()));
}

// @ts-ignore: decorator
@global
function newFloats(length: i32): StaticArray<f64> {
  return changetype<StaticArray<f64>>(__new(<usize>length << 3, idof<StaticArray<f64>>()));
}

// @ts-ignore: decorator
@global
function newBytes(length: i32): Uint8Array {
  return Uint8Array.wrap(changetype<ArrayBuffer>(__new(<usize>length, idof<ArrayBuffer>())));
}

// @ts-ignore: decorator
@global
function newHalves(length: i32): Uint16Array {
  return Uint16Array.wrap(changetype<ArrayBuffer>(__new(<usize>length << 1, idof<ArrayBuffer>())));
}
