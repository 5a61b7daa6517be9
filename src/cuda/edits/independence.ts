import { isMessage, message, type Message } from '../../kernel/message';
import type { BufferUse, HostCall, HostProgram } from '../host/hostCall';
import type { CudaWorkspace } from '../workspace';
import { kernelUse } from './kernelUse';

/** Source position of a call. */
export interface CallPlace {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
}

/** A launch, copy or memset with what decides whether it may change places with another. */
export interface MovableCall {
  readonly line: number;
  readonly column: number;
  readonly stream: string;
  readonly reads: readonly string[];
  readonly writes: readonly string[];
}

/** The call at a place; a reason when it may not move at all. */
export function movableCall(
  workspace: CudaWorkspace,
  programs: readonly HostProgram[],
  place: CallPlace,
): MovableCall | Message {
  const found = programs.flatMap(({ calls }) =>
    calls.filter(({ location }) => location.path === place.path && location.line === place.line),
  );
  const [call] = found;
  if (call === undefined) return message('cuda.noCall');
  if (found.length > 1) return message('cuda.severalCalls');
  if (call.kind !== 'copy' && call.kind !== 'kernel' && call.kind !== 'memset')
    return message('cuda.synchronises');
  if (call.kind === 'copy' && call.blocking) return message('cuda.blockingCopy');
  if (call.stream === 'default' || call.stream === '0') return message('cuda.defaultStream');
  const use = callUse(workspace, call);
  if (isMessage(use)) return use;
  return { line: place.line, column: call.location.column ?? 0, stream: call.stream, ...use };
}

/** The buffers that a launch, copy or memset touches; a reason where that is not known. */
export function callUse(
  workspace: CudaWorkspace,
  call: Extract<HostCall, { kind: 'copy' | 'memset' | 'kernel' }>,
): BufferUse | Message {
  return call.kind === 'kernel' ? kernelUse(workspace, call) : copyUse(call);
}

function copyUse(call: Extract<HostCall, { kind: 'copy' | 'memset' }>): BufferUse | Message {
  const complete = call.writes.length > 0 && (call.kind === 'memset' || call.reads.length > 0);
  return complete ? { reads: call.reads, writes: call.writes } : message('cuda.unknownBuffers');
}

/** Why two calls may not change places; null when they may. */
export function dependence(a: MovableCall, b: MovableCall): Message | null {
  const both = { first: Math.min(a.line, b.line), second: Math.max(a.line, b.line) };
  if (a.stream === b.stream) return message('cuda.sameStream', { ...both, stream: a.stream });
  const touched = (call: MovableCall): readonly string[] => [...call.reads, ...call.writes];
  const shared =
    a.writes.find((name) => touched(b).includes(name)) ?? b.writes.find((name) => touched(a).includes(name));
  return shared === undefined ? null : message('cuda.sharedBuffer', { ...both, shared });
}
