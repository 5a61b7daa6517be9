import * as v from 'valibot';
import { isMessage, message, type Message, type Words } from '../src/kernel/message';
import { InputError } from '../src/kernel/result';
import { validate } from '../src/kernel/validation';

/** What each message of the extension host must be like, by its type; its fields beyond that are not looked at. */
export type MessageSchemas<In extends { readonly type: string }> = {
  readonly [T in In['type']]: v.GenericSchema;
};

/** A message, or why it is not taken; null for what is none of the page's: others send to its window as well. */
export type Heard<In> = { readonly message: In } | { readonly refused: Message } | null;

/** A list whose items are not looked at: there may be very many. */
export const list = v.custom<readonly unknown[]>(Array.isArray);
export const words = v.custom<Words>((value) => typeof value === 'string' || isMessage(value));
export const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));

/** What the extension host, or someone else, has sent. */
export function heard<In extends { readonly type: string }>(
  schemas: MessageSchemas<In>,
  data: unknown,
): Heard<In> {
  if (typeof data !== 'object' || data === null || !('type' in data)) return null;
  const { type } = data;
  if (!isTypeOf(schemas, type)) return null;
  try {
    validate(schemas[type], data, type);
    return { message: data as In };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { refused: message('webview.page.notUnderstood', { said: error.said }) };
  }
}

function isTypeOf<In extends { readonly type: string }>(
  schemas: MessageSchemas<In>,
  type: unknown,
): type is In['type'] {
  return typeof type === 'string' && Object.hasOwn(schemas, type);
}
