import { message } from '../../kernel/message';
import { known, type SymbolicValue } from '../../kernel/symbolic';
import { evaluate, evaluateDim3 } from '../constants/evaluate';
import type { EvaluationMode } from '../constants/evaluation';
import type { Scope } from '../constants/scope';
import type { LaunchSite } from '../structure/launches';
import type { TokenRange } from '../syntax/angles';
import { lastIdentifier, withoutLastArguments } from '../syntax/names';
import type { CudaWorkspace } from '../workspace';
import { ALLOCATORS } from './buffers';
import type { Frame } from './frame';
import type { Handles } from './handles';
import type { HostBuffers } from './hostBuffers';
import type { HostCall } from './hostCall';
import type { HostRecord } from './hostRecord';
import { productOf } from './productOf';
import type { ProvedStarts } from './provedStarts';
import { COPIES, DIRECTIONS, MEMSETS, type CopySignature } from './runtimeCalls';

export type CopyCall = Extract<HostCall, { readonly kind: 'copy' }>;
type KernelCall = Extract<HostCall, { readonly kind: 'kernel' }>;

/** What has a stream call a function of the host behind its work. */
const CALLS_HOST = /^(?:cudaStreamAddCallback|cuStreamAddCallback|cudaLaunchHostFunc|cuLaunchHostFunc)$/;

/** The flags of a stream that does not wait for the default stream. */
const NON_BLOCKING = /\b(?:cudaStreamNonBlocking|0x0*1|1)\b/;

/** A call of the runtime as it stands in the code that is followed. */
export interface RuntimeCall {
  readonly frame: Frame;
  /** Of the token of its name. */
  readonly index: number;
  /** Without the version that headers put behind it. */
  readonly name: string;
  /** Its arguments as written. */
  readonly texts: readonly string[];
  readonly scope: Scope;
}

/** What a program is known to have while its code is followed. */
export interface HostState {
  readonly workspace: CudaWorkspace;
  /** How sizes and conditions are evaluated. */
  readonly mode: EvaluationMode;
  readonly record: HostRecord;
  readonly buffers: HostBuffers;
  readonly handles: Handles;
  readonly proved: ProvedStarts;
}

/** Copies, memsets, allocations, events, waiting and launches of a program that is followed. */
export class DeviceCalls {
  private readonly events = new Map<string, string>();

  constructor(private readonly state: HostState) {}

  /** Acts on a call of the runtime; whether it was one of these. */
  call(call: RuntimeCall): boolean {
    const { frame, index, name, texts, scope } = call;
    const { record, proved, handles } = this.state;
    const location = frame.location(index);
    if (CALLS_HOST.test(name)) record.hostCalled(location);
    const made = /^cuda(?:Stream|Event)Create/.test(name) ? frame.handleName(texts[0] ?? '', scope) : null;
    if (made !== null) handles.made(made);
    if (/^cudaStreamCreate/.test(name)) {
      const stream = frame.stream(texts[0] ?? '', scope);
      proved.create(stream);
      record.streamMade(stream, !NON_BLOCKING.test(texts[1] ?? ''));
    }
    const copy = COPIES[name];
    if (copy) this.copies(call, copy).forEach((each) => record.issue(each));
    else if (MEMSETS[name]) this.memset(call);
    else if (ALLOCATORS[name]) this.allocate(call);
    else if (name === 'cudaDeviceSynchronize' || name === 'cudaThreadSynchronize')
      record.issue({ kind: 'synchronize', stream: null, location });
    else if (name === 'cudaStreamSynchronize') record.waitFor(frame.stream(texts[0] ?? '', scope), location);
    else return this.eventCall(call);
    return true;
  }

  private eventCall({ frame, index, name, texts, scope }: RuntimeCall): boolean {
    const { record } = this.state;
    const location = frame.location(index);
    const stream = (text: string | undefined): string => frame.stream(text ?? '', scope);
    const event = (text: string | undefined): string => frame.event(text ?? '', scope);
    switch (name) {
      case 'cudaEventRecord': {
        const recorded = { stream: stream(texts[1]), event: event(texts[0]) };
        this.events.set(recorded.event, recorded.stream);
        record.add({ kind: 'record', ...recorded, location });
        return true;
      }
      case 'cudaStreamWaitEvent':
        record.add({ kind: 'wait', stream: stream(texts[0]), event: event(texts[1]), location });
        return true;
      case 'cudaEventSynchronize':
        record.waitFor(this.events.get(event(texts[0])) ?? null, location);
        return true;
    }
    return false;
  }

  private allocate({ frame, name, texts, scope }: RuntimeCall): void {
    const { buffers, proved } = this.state;
    const buffer = frame.canonical(texts[0] ?? '', scope);
    if (buffer !== null) buffers.set(buffer, ALLOCATORS[name]!);
    proved.called(name);
  }

  private memset({ frame, index, name, texts, scope }: RuntimeCall): void {
    const { record, buffers, proved, mode } = this.state;
    const { bytes, stream } = MEMSETS[name]!;
    const buffer = buffers.identify(frame, texts[0] ?? '', scope);
    const into = streamOf(frame, stream, texts, scope);
    record.issue({
      kind: 'memset',
      stream: into,
      ...proved.of(frame, [texts[0] ?? ''], scope, into),
      bytes: productOf(bytes, texts, scope, mode),
      reads: [],
      writes: buffer === null ? [] : [buffer],
      location: frame.location(index),
    });
  }

  /** The copy that a call makes; none where its direction is not known, which is said. */
  copies({ frame, index, texts, scope }: RuntimeCall, signature: CopySignature): readonly CopyCall[] {
    const { record, buffers, proved, mode } = this.state;
    const location = frame.location(index);
    const ends = [texts[signature.target] ?? '', texts[signature.source] ?? ''] as const;
    const [target, source] = ends.map((end) => buffers.identify(frame, end, scope)) as [
      string | null,
      string | null,
    ];
    const kind = typeof signature.kind === 'string' ? signature.kind : (texts[signature.kind] ?? '');
    const direction =
      DIRECTIONS[kind] ??
      (/^(HtoD|DtoH|DtoD)$/.test(kind) ? (kind as 'HtoD') : buffers.directionOf(target, source));
    if (!direction) {
      record.assume(location, message('cuda.copyLeftOut'));
      return [];
    }
    const host = direction === 'HtoD' ? ends[1] : direction === 'DtoH' ? ends[0] : undefined;
    const stream = streamOf(frame, signature.stream, texts, scope);
    const call: CopyCall = {
      kind: 'copy',
      stream,
      ...proved.of(frame, ends, scope, stream),
      direction,
      bytes: productOf(signature.bytes, texts, scope, mode),
      pinned: host === undefined || host === '' ? true : buffers.isPinned(frame, host, scope),
      blocking: signature.stream === null,
      reads: source === null ? [] : [source],
      writes: target === null ? [] : [target],
      location,
    };
    return [call];
  }

  /** The kernel that a launch starts. */
  launch(frame: Frame, site: LaunchSite): KernelCall {
    const { workspace, mode, buffers, proved } = this.state;
    const scope = frame.scopeAt(site.index);
    const location = frame.location(site.index);
    const callee = site.calleeText ?? frame.text(site.callee);
    // Several launches may stand on one line; a macro's name is not that of the kernel that it launches.
    const here = workspace.file(frame.unit.path)?.launches.filter(({ line }) => line === location.line) ?? [];
    const handedOn = frame.handedOn(callee);
    const indexed =
      here.find((launch) => launch.callee === callee) ??
      here.find((launch) => kernelName(launch.callee) === handedOn) ??
      here[0];
    const config = (position: number): string =>
      site.config[position] ? frame.text(site.config[position]) : '';
    const isNode = site.kind === 'graph-node';
    const asWritten = (isNode || site.kind === 'cudaLaunchKernelEx') && indexed !== undefined;
    const stream = frame.stream(asWritten ? indexed.stream.text : config(3), scope);
    const given = site.arguments.map((range: TokenRange) => frame.text(range));
    const shared = (): SymbolicValue => (config(2) === '' ? known(0) : evaluate(config(2), scope, mode));
    const handed = isNode ? (indexed?.arguments ?? []).map(({ text }) => text) : given;
    return {
      kind: 'kernel',
      stream,
      ...proved.of(frame, given, scope, stream),
      callee: handedOn ?? (isNode && indexed !== undefined ? indexed.callee : callee),
      kernelIds: indexed?.kernelIds ?? [],
      grid: asWritten ? indexed.grid : evaluateDim3(config(0), scope, mode),
      block: asWritten ? indexed.block : evaluateDim3(config(1), scope, mode),
      sharedBytes: asWritten ? indexed.sharedBytes : shared(),
      arguments: handed.map((text) => buffers.identify(frame, text, scope)),
      location,
    };
  }
}

function streamOf(frame: Frame, position: number | null, texts: readonly string[], scope: Scope): string {
  return frame.stream(position === null ? '' : (texts[position] ?? ''), scope);
}

/** A callee without what is in front of its name, and without template arguments. */
function kernelName(callee: string): string | null {
  return lastIdentifier(withoutLastArguments(callee.trimEnd()));
}
