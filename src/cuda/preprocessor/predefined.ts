import { makeMacro, type Macro } from './macros';

/**
 * Macros that nvcc 12 on 64-bit Linux defines and code asks for. `__CUDA_ARCH__` is defined, as
 * kernels are what is read; code for the host pass alone (`#ifndef __CUDA_ARCH__`) is then skipped.
 */
const DEFINED: Readonly<Record<string, string>> = {
  __CUDACC__: '1',
  __NVCC__: '1',
  __CUDA__: '1',
  __CUDACC_VER_MAJOR__: '12',
  __CUDACC_VER_MINOR__: '8',
  __CUDACC_EXTENDED_LAMBDA__: '1',
  __CUDACC_RELAXED_CONSTEXPR__: '1',
  __CUDA_ARCH__: '800',
  CUDART_VERSION: '12080',
  CUDA_VERSION: '12080',
  __cplusplus: '201703L',
  __STDC__: '1',
  __GNUC__: '11',
  __GNUC_MINOR__: '4',
  __linux__: '1',
  __unix__: '1',
  __x86_64__: '1',
  __LP64__: '1',
  NDEBUG: '1',
};

/** Build switches by which projects turn their CUDA code on; taken as set in a CUDA tool. */
const CUDA_SWITCH =
  /^(\w*_)?(USE|HAVE|ENABLE|WITH|HAS|BUILD|ENABLED|SUPPORT|INTERFACE)_(CUDA|CUDART|NVCC|GPU_CUDA)(_\w*(SUPPORT|ENABLED))?$|^(\w*_)?CUDA_(ENABLED|SUPPORT|FOUND|AVAILABLE)$/;

/** Tests whether a name is a build switch that turns a project's CUDA code on. */
export function isCudaSwitch(name: string): boolean {
  // Asked for every undefined name of every condition.
  return /CUDA|NVCC/.test(name) && CUDA_SWITCH.test(name);
}

/** The table of predefined macros, with `defines` (name → replacement, as by `-D`) on top. */
export function predefinedMacros(defines: Readonly<Record<string, string>> = {}): Map<string, Macro> {
  const table = new Map<string, Macro>();
  for (const [name, body] of Object.entries({ ...DEFINED, ...defines }))
    table.set(name, makeMacro(name, body));
  return table;
}
