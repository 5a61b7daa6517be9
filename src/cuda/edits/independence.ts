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
): MovableCall | string {
  const found = programs.flatMap(({ calls }) =>
    calls.filter(({ location }) => location.path === place.path && location.line === place.line),
  );
  const [call] = found;
  if (call === undefined) return 'no launch or copy was found there';
  if (found.length > 1) return 'it runs more than once, or several calls share the line';
  if (call.kind !== 'copy' && call.kind !== 'kernel' && call.kind !== 'memset')
    return 'it records, waits or synchronises';
  if (call.kind === 'copy' && call.blocking) return 'the copy blocks the host';
  if (call.stream === 'default' || call.stream === '0') return 'the default stream orders all others';
  const use = call.kind === 'kernel' ? kernelUse(workspace, call) : copyUse(call);
  if (typeof use === 'string') return use;
  return { line: place.line, column: call.location.column ?? 0, stream: call.stream, ...use };
}

function copyUse(call: Extract<HostCall, { kind: 'copy' | 'memset' }>): BufferUse | string {
  const complete = call.writes.length > 0 && (call.kind === 'memset' || call.reads.length > 0);
  return complete ? { reads: call.reads, writes: call.writes } : 'which buffers it touches is not known';
}

/** Why two calls may not change places; null when they may. */
export function dependence(a: MovableCall, b: MovableCall): string | null {
  const both = `lines ${Math.min(a.line, b.line)} and ${Math.max(a.line, b.line)}`;
  if (a.stream === b.stream) return `${both} are in the same stream ${a.stream}`;
  const touched = (call: MovableCall): readonly string[] => [...call.reads, ...call.writes];
  const shared =
    a.writes.find((name) => touched(b).includes(name)) ?? b.writes.find((name) => touched(a).includes(name));
  return shared === undefined ? null : `${both} both use ${shared}, and one of them writes it`;
}
