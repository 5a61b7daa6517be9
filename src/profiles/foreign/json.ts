import { message } from '../../kernel/message';
import type { RecognizedFormat } from './recognizedFormat';
import { ROCPROF } from './rocprof';

/** JSON of Nsight Systems: of `nsys stats` or `nsys export`. */
export const NSYS_JSON: RecognizedFormat = {
  format: 'nsys-json',
  status: 'refused',
  reason: message('profiles.nsys.json'),
};

/**
 * Tests whether a text that begins like this is one JSON document: an object or an array of objects, and not a log
 * whose first line is an object.
 */
export function isJsonDocument(head: string): boolean {
  if (!/^\uFEFF?\s*(?:\{\s*"|\[\s*\{\s*")/.test(head)) return false;
  const [first = '', ...others] = head.trimStart().split('\n');
  if (others.every((line) => line.trim() === '')) return true;
  try {
    JSON.parse(first);
    return false;
  } catch {
    return true;
  }
}

const XLA: RecognizedFormat = {
  format: 'xla-trace',
  status: 'refused',
  reason: message('profiles.foreign.xla'),
};

/** JSON of other profilers, by what stands near its beginning. */
const SIGNS: readonly (readonly [RegExp, RecognizedFormat])[] = [
  [/"name"\s*:\s*"CPU H(?:IP|SA) API"|"rocprofiler-sdk-tool"/, ROCPROF],
  [/"name"\s*:\s*"\/device:GPU:\d|"highres-ticks"\s*:/, XLA],
];

/** Format that the beginning of a JSON document gives away, or null. */
export function recognizeJson(head: string): RecognizedFormat | null {
  if (isNsysJson(head)) return NSYS_JSON;
  return SIGNS.find(([pattern]) => pattern.test(head))?.[1] ?? null;
}

/** Tests whether a text begins like JSON of Nsight Systems. */
export function isNsysJson(head: string): boolean {
  return /"Total Time \(ns\)"\s*:|"Start \(ns\)"\s*:|^\s*\{\s*"data"\s*:\s*\[/.test(head);
}
