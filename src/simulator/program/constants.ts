import { evaluate, parseExpression } from '../../kernel/expression';
import { message } from '../../kernel/message';
import { fieldFault } from '../../kernel/result';

/**
 * `quantity` as one number that all threads share.
 * @throws InputError naming the field, for an expression without a finite value
 */
export function constantOf(
  quantity: number | string,
  constants: ReadonlyMap<string, number>,
  field: string,
): number {
  if (typeof quantity === 'number') return quantity;
  const value = evaluate(parseExpression(quantity, field), constants, field);
  if (!Number.isFinite(value)) throw fieldFault(field, message('simulator.notFinite', { quantity, value }));
  return value;
}
