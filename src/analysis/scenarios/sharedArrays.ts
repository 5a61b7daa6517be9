import type { ArrayDeclaration, KernelProgram } from '../../kernel/program';
import type { ScenarioKernel } from '../../kernel/scenario';

const OWN_TO_A_BLOCK: ReadonlySet<ArrayDeclaration['space']> = new Set(['shared', 'local']);

/**
 * The kernels of one application with its device arrays at one size each: kernels that use an array of the same
 * name share it, and each of them was lowered for the part that it touches itself.
 */
export function withCommonArrays(kernels: readonly ScenarioKernel[]): ScenarioKernel[] {
  const bytes = new Map<string, number>();
  for (const [name, array, elements] of kernels.flatMap((kernel) => deviceArrays(kernel.program)))
    bytes.set(name, Math.max(bytes.get(name) ?? 0, elements * array.elementBytes));
  return kernels.map((kernel) => {
    if (kernel.program === undefined) return kernel;
    const widened = deviceArrays(kernel.program).map(([name, array]): [string, ArrayDeclaration] => [
      name,
      { ...array, elements: Math.ceil(bytes.get(name)! / array.elementBytes) },
    ]);
    const arrays = { ...kernel.program.arrays, ...Object.fromEntries(widened) };
    return { ...kernel, program: { ...kernel.program, arrays } };
  });
}

/** Arrays in device memory with a number of elements that is known without the launch. */
function deviceArrays(program: KernelProgram | undefined): [string, ArrayDeclaration, number][] {
  return Object.entries(program?.arrays ?? {}).flatMap(([name, array]) =>
    OWN_TO_A_BLOCK.has(array.space) || typeof array.elements !== 'number'
      ? []
      : [[name, array, array.elements]],
  );
}
