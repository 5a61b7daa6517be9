import { makeMacro, type Macro } from './macros';

/** Functions, types and constants of HIP's runtime that have CUDA's names and meaning behind the prefix. */
const RUNTIME =
  /^hip(Malloc|Free|Memcpy|Memset|MemGet|MemAdvise|MemPrefetch|Stream|Event|Device|Get|Set|PeekAt|Launch|Func|Occupancy|Host|Graph|Error|Success|Pointer|Profiler|Array|Pitched|Extent)\w*$/;
const INDEX = /^hip(Thread|Block|Grid)(Idx|Dim)_([xyz])$/;
const OWN: Readonly<Record<string, readonly [parameters: readonly string[] | null, body: string]>> = {
  hipLaunchKernelGGL: [
    ['kernel', 'grid', 'block', 'shared', 'stream', '...'],
    'kernel<<<grid, block, shared, stream>>>(__VA_ARGS__)',
  ],
  HIP_KERNEL_NAME: [['...'], '__VA_ARGS__'],
  HIP_DYNAMIC_SHARED: [['type', 'name'], 'extern __shared__ type name[];'],
};

const made = new Map<string, Macro | null>();

/**
 * A name of HIP (AMD's interface, which is CUDA's in other words) as a macro that gives CUDA's; undefined for all other
 * names. After `hip/hip_runtime.h` of ROCm 6, where `hipLaunchKernelGGL` is such a macro, too.
 */
export function hipMacro(name: string): Macro | undefined {
  if (!/^hip|^HIP/.test(name)) return undefined;
  let macro = made.get(name);
  if (macro === undefined) made.set(name, (macro = makeHip(name)));
  return macro ?? undefined;
}

function makeHip(name: string): Macro | null {
  const own = OWN[name];
  if (own !== undefined) return makeMacro(name, own[1], own[0]);
  const index = INDEX.exec(name);
  if (index !== null) return makeMacro(name, `${index[1]!.toLowerCase()}${index[2]}.${index[3]}`);
  return RUNTIME.test(name) ? makeMacro(name, `cuda${name.slice(3)}`) : null;
}
