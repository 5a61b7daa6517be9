import { message } from '../../kernel/message';
import type { SourceDiagnostic } from '../../kernel/source';
import { PER_THREAD_MACRO } from '../build/compileCommand';
import { LineIndex } from '../preprocessor/sourceMap';
import type { FileAnalysis, SkippedRange } from './fileAnalysis';

const DEFINITION = new RegExp(`^[ \\t]*#[ \\t]*define[ \\t]+${PER_THREAD_MACRO}\\b`, 'm');

/** Whether nvcc compiles a file: it has included the runtime before it reads the first line. */
const isOfNvcc = (path: string): boolean => path.endsWith('.cu');

/** Whether a file may define that the default stream is one of each host thread: a header of device code may stand anywhere. */
export function definesStreamPerThread(path: string, text: string): boolean {
  return !isOfNvcc(path) && !path.endsWith('.cuh') && DEFINITION.test(text);
}

/** Said of such a definition where it comes too late to have an effect (CUDA Runtime API, "Stream synchronization behavior"). */
export function lateDefinition({ file, skipped }: FileAnalysis): readonly SourceDiagnostic[] {
  const { path, text } = file;
  const found = isOfNvcc(path) && text.includes(PER_THREAD_MACRO) ? DEFINITION.exec(text) : null;
  if (found === null) return [];
  const range = new LineIndex(text).range(found.index, found.index + found[0].length);
  const { startLine } = range;
  const isSkipped = ({ range: of }: SkippedRange): boolean =>
    of.startLine <= startLine && startLine <= of.endLine;
  if (skipped.some(isSkipped)) return [];
  return [
    {
      code: 'define-too-late',
      severity: 'warning',
      message: message('cuda.lateStreamPerThread', { name: PER_THREAD_MACRO }),
      range,
    },
  ];
}
