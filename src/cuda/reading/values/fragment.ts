import { elementsOfLane, fragmentShape } from './matrixInstruction';
import type { CType } from './types';

/** Words of a thread that a matrix fragment of unknown shape takes: an accumulator of 16 × 16 floats. */
const USUAL_WORDS = 8;

/** Registers of a thread that hold its part of a matrix fragment; null for other types. */
export function fragmentWords(type: CType): number | null {
  if (type.kind === 'array') {
    const words = fragmentWords(type.element);
    return words === null ? null : words * (type.length ?? 1);
  }
  if (type.kind !== 'opaque' || !/\bfragment\s*<([\s\S]*)>/.test(type.text)) return null;
  const shape = fragmentShape(type.text);
  if (shape === null || shape.bits === null) return USUAL_WORDS;
  return Math.max(1, Math.ceil((elementsOfLane(shape) * shape.bits) / 32));
}
