// What the simulator uses of WebAssembly, which JavaScript has built in and its type library leaves to browsers'.
declare namespace WebAssembly {
  class Module {
    constructor(binary: Uint8Array<ArrayBuffer>);
  }

  class Instance {
    readonly exports: Readonly<Record<string, unknown>>;
    constructor(module: Module, imports: Readonly<Record<string, Readonly<Record<string, unknown>>>>);
  }
}
