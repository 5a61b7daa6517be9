import { message } from '../../kernel/message';
import { READABLE_NOW, type RecognizedFormat } from './recognizedFormat';

/** Tests whether a text begins like a JSON object or an array of objects. */
export function beginsLikeJson(head: string): boolean {
  return /^\s*(?:\{\s*"|\[\s*\{\s*")/.test(head);
}

const SIGNS = {
  traceEvents: /"traceEvents"\s*:/,
  kernels: /"cat"\s*:\s*"(?:[Kk]ernel|cuda_profiler_range)"/,
  bareEvents: /"ph"\s*:\s*"[A-Z]"/,
  nsys: /"Total Time \(ns\)"\s*:|"Start \(ns\)"\s*:|^\s*\{\s*"data"\s*:\s*\[/,
} as const;

/** Characters kept across the border of two pieces: the longest sign. */
const OVERLAP = 64;

/** Looks for signs of known traces in a JSON text of any size, piece by piece. */
export class JsonRecognizer {
  private readonly seen = new Set<string>();
  private before = '';

  push(piece: string): void {
    const text = this.before + piece;
    for (const [name, pattern] of Object.entries(SIGNS))
      if (!this.seen.has(name) && pattern.test(text)) this.seen.add(name);
    this.before = text.slice(-OVERLAP);
  }

  /** Format of the text; null when it is no trace. */
  get recognized(): RecognizedFormat | null {
    const isTrace = this.seen.has('traceEvents') || this.seen.has('bareEvents');
    if (isTrace && this.seen.has('kernels'))
      return {
        format: 'kineto-json',
        status: 'reader-to-come',
        reason: `a PyTorch profiler (Kineto) trace; the reader for it is still to come; ${READABLE_NOW}`,
      };
    if (isTrace)
      return {
        format: 'chrome-trace',
        status: 'refused',
        reason: message('profiles.foreign.noGpuKernels'),
      };
    if (this.seen.has('nsys'))
      return {
        format: 'nsys-json',
        status: 'reader-to-come',
        reason: `JSON of Nsight Systems; the reader for it is still to come; ${READABLE_NOW}`,
      };
    return null;
  }
}
