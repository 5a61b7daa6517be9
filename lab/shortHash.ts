import { createHash } from 'node:crypto';

/** First hexadecimal digits of the SHA-256 of a value's JSON. */
export function shortHash(value: unknown, digits: number): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, digits);
}
