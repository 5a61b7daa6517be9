/** The chip's sources compiled to WebAssembly (`scripts/chip.mjs`). */
declare const binary: Uint8Array<ArrayBuffer>;
export default binary;
