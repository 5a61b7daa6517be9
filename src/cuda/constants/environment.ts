import { message, type Message, type Words } from '../../kernel/message';
import { INT } from './types';
import { numberValue, unknownValue, type Value } from './value';

const ASKS = /^(?:std\s*::\s*)?(?:secure_)?getenv$/;

/** That the environment has no variable of this name. */
export function unset(name: string): Message {
  return message('cuda.environmentUnset', { name });
}

/** The call that asks the environment, with what it gives where nothing is set; null for other functions. */
export function environmentCall(path: string, args: readonly Value[], text: string): Value | null {
  const [name] = args;
  if (!ASKS.test(path) || name === undefined || args.length > 1) return null;
  return { ...unknownValue(text), absent: unset(unquoted(name.unknowns[0] ?? name.text)) };
}

/** A value as a condition has it: text of the environment is not there, since nothing is taken to be set. */
export function asCondition(value: Value): Value {
  return value.number === null && value.absent !== undefined ? missing(value, value.absent) : value;
}

/** `text == nullptr`, `text != 0`, `text && …` and `text || …`, where the text is one of the environment. */
export function operandsOf(operator: string, left: Value, right: Value): readonly [Value, Value] {
  const isLogical = operator === '&&' || operator === '||';
  const isComparison = operator === '==' || operator === '!=';
  const against = (other: Value) => isLogical || (isComparison && other.number === 0);
  return [against(right) ? asCondition(left) : left, against(left) ? asCondition(right) : right];
}

function missing(value: Value, note: Words): Value {
  return { ...numberValue(0, INT, value.text), notes: [...value.notes, note] };
}

function unquoted(text: string): string {
  return text.replace(/^"|"$/g, '');
}
