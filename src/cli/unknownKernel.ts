import { closest } from '../kernel/closest';
import { message } from '../kernel/message';
import { InputError } from '../kernel/result';

/** Names that fit a line. */
const MOST_NAMES = 8;

/** The fault of a kernel's name that none has; says which names there are, of many some with the nearest first. */
export function unknownKernel(name: string, kernels: readonly { readonly name: string }[]): InputError {
  const known = [...new Set(kernels.map((kernel) => kernel.name))];
  if (known.length === 0) return new InputError(message('cli.fault.noKernels'), 'unknown-kernel');
  if (known.length <= MOST_NAMES)
    return new InputError(message('cli.fault.noKernel', { name, known }), 'unknown-kernel');
  const near = closest(name, known);
  const some = [...new Set([...(near === null ? [] : [near]), ...known])].slice(0, MOST_NAMES);
  return new InputError(
    message('cli.fault.noKernelOfMany', { name, kernels: known.length, some }),
    'unknown-kernel',
  );
}
