import { isMessage, message, type Words } from '../../../src/kernel/message';
import { english } from '../../../src/words';

/** The template of a reason: names, numbers and places of its case are left out, which `…` tells. */
export function generalReason(reason: Words): string {
  if (!isMessage(reason)) return reason;
  const inner = reason.say === 'kernel.at' ? reason.values?.['what'] : undefined;
  if (isMessage(inner) || typeof inner === 'string') return generalReason(inner);
  return english(message(reason.say))
    .replace(/^ | {2,}/g, ' … ')
    .trim();
}
