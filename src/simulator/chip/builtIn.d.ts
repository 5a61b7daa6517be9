// Types and functions that AssemblyScript has built in, as `words.ts` gives them to JavaScript.

type i32 = number;
type u32 = number;
type f64 = number;

declare function i32(value: number): i32;
declare function u32(value: number): u32;
declare function f64(value: number): f64;
declare function imul(a: i32, b: i32): i32;
declare function clz(word: i32): i32;
declare function ctz(word: i32): i32;
declare function popcnt(word: i32): i32;
declare class Views {
  readonly list: readonly ArrayBufferView[];
  push(array: ArrayBufferView): void;
}

declare function wordsOf(array: Float64Array): Int32Array;
declare function halvesOf(array: Int32Array): Uint16Array;
declare function wordOf(value: f64): i32;
declare function newInts(length: i32): Int32Array;
declare function newFloats(length: i32): Float64Array;
declare function newBytes(length: i32): Uint8Array;
declare function newHalves(length: i32): Uint16Array;
