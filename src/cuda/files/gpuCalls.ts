/**
 * A launch, or a call of the runtime or driver API that gives the GPU work, orders it or makes what it works on: streams
 * and events that one file makes order what another one launches.
 */
const GPU_CALL =
  /<<\s*<|\b(?:cu(?:da)?|hip)(?:Launch|Mem|Malloc|Host(?:Alloc|Register)|Graph|Stream|Event|(?:Device|Thread|Ctx)Synchronize)\w*\s*(?:<[^;(){}]{0,200}>\s*)?\(/;

/** Whether a text has such a call. */
export const callsGpu = (text: string): boolean => GPU_CALL.test(text);
