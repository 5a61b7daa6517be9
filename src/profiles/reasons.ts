import { message, type Words } from '../kernel/message';

/** Several reasons as one; null for none. */
export function joinedReasons(reasons: readonly Words[]): Words | null {
  const [first, ...others] = reasons;
  if (first === undefined) return null;
  return others.reduce((joined, reason) => message('profiles.reasons', { joined, reason }), first);
}
