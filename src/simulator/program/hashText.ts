import { hash2 } from '../core/bits';

/** `hash2` over the characters of a text. */
export function hashText(text: string): number {
  let h = 0;
  for (let i = 0; i < text.length; i++) h = hash2(h, text.charCodeAt(i));
  return h;
}
