import { InputError } from '../kernel/result';

/**
 * Checks an allocation before anything is predicted for it.
 *
 * @throws InputError when there are more applications than SMs, or the counts do not fit the GPU
 */
export function checkAllocation(sms: readonly number[], total: number): void {
  if (sms.length > total)
    throw new InputError(`${sms.length} applications are more than the GPU's ${total} SMs`);
  const bad = sms.find((count) => !Number.isInteger(count) || count < 1);
  if (bad !== undefined) throw new InputError(`${bad} SMs for an application: expected 1 or more`);
  const sum = sms.reduce((a, b) => a + b, 0);
  if (sum > total) throw new InputError(`${sum} SMs in all, but the GPU has ${total}`);
}
