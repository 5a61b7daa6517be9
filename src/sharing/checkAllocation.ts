import { message } from '../kernel/message';
import { InputError } from '../kernel/result';

/**
 * Checks an allocation before anything is predicted for it.
 *
 * @throws InputError when there are more applications than SMs, or the counts do not fit the GPU
 */
export function checkAllocation(sms: readonly number[], total: number): void {
  if (sms.length > total)
    throw new InputError(message('sharing.moreThanSms', { applications: sms.length, sms: total }));
  const bad = sms.find((count) => !Number.isInteger(count) || count < 1);
  if (bad !== undefined) throw new InputError(message('sharing.smsOfApplication', { given: bad }));
  const sum = sms.reduce((a, b) => a + b, 0);
  if (sum > total) throw new InputError(message('sharing.smsInAll', { sum, sms: total }));
}
