import { isMessage, message, plain, type Words } from '../../kernel/message';
import type { UnreadCode } from '../../kernel/source';
import { callUse } from '../../cuda/edits/independence';
import { certainUse } from '../../cuda/edits/certainUse';
import { isLaunchByElement } from '../../cuda/edits/byElement';
import type { CudaWorkspace } from '../../cuda/workspace';
import type { HostCall, HostProgram } from '../../cuda/host/hostCall';
import type { Application, DeviceOperation, KernelOperation, Operation } from '../../kernel/application';
import type { Assumption, Sourced, SourceLocation } from '../../kernel/origin';
import { resolveDim3, settableOf, type SymbolicValue } from '../../kernel/symbolic';
import type { KernelFacts } from '../stages/kernelFacts';
import { UNREAD_CODE } from '../results/timelineResult';
import { launchTime, type LaunchExtents, type SimulatedTimes } from './launchTimes';

/** The application that host code describes, as far as sizes and times are known. */
export interface SourceApplication {
  /** Where the function stands that is run. */
  readonly program: Pick<HostProgram, 'path' | 'line'>;
  readonly application: Application;
  /** What has to be known before it can be replayed. */
  readonly unknowns: readonly Words[];
  /** Names whose numbers would tell sizes that are not known. */
  readonly openNumbers: readonly string[];
  /** One launch of each kernel, as far as known. */
  readonly kernelTimes: ReadonlyMap<string, Sourced>;
  readonly assumptions: readonly Assumption[];
  /** Code that was not followed; what it gives the GPU is missing among the operations. */
  readonly unread: readonly UnreadCode[];
}

/**
 * Turns a host program into an application; kernel times and resources come from the facts, or from simulations.
 *
 * @param isRun whether it may be replayed: without that kernels are not read for the registers and shared memory that
 *   their blocks take, which are 0 then
 */
export function sourceApplication(
  workspace: CudaWorkspace,
  program: HostProgram,
  facts: ReadonlyMap<string, KernelFacts>,
  simulated: SimulatedTimes,
  isRun = true,
): SourceApplication {
  const builder = new Builder(workspace, facts, simulated, isRun);
  const operations = program.calls.flatMap((call) => builder.operation(call));
  const unread = [...program.unread, ...program.libraryCalls.map(libraryCode)];
  for (const code of unread) builder.unread(code);
  return {
    program: { path: program.path, line: program.line },
    application: {
      name: nameOf(program),
      operations,
      ...(program.callsHost === null ? {} : { callsHost: program.callsHost }),
      ...(program.nonBlocking.length > 0 && { nonBlocking: program.nonBlocking }),
      ...(program.unknownStreams.length > 0 && { unknownStreams: program.unknownStreams }),
      footprintBytes: null,
    },
    unknowns: [...builder.unknowns.values()],
    openNumbers: [...builder.openNumbers],
    kernelTimes: builder.kernelTimes,
    assumptions: [
      ...program.assumptions.map((text) => ({ key: `host:${plain(text)}`, value: '', text })),
      ...builder.assumptions.values(),
    ],
    unread,
  };
}

/** A `main` is known by its file, other entry functions by their name. */
function nameOf({ name, path }: HostProgram): string {
  return name === 'main'
    ? path
        .split('/')
        .at(-1)!
        .replace(/\.\w+$/, '')
    : name;
}

class Builder {
  /** By what they tell: each once. */
  readonly unknowns = new Map<string, Words>();
  readonly openNumbers = new Set<string>();
  readonly kernelTimes = new Map<string, Sourced>();
  readonly assumptions = new Map<string, Assumption>();

  constructor(
    private readonly workspace: CudaWorkspace,
    private readonly facts: ReadonlyMap<string, KernelFacts>,
    private readonly simulated: SimulatedTimes,
    private readonly isRun: boolean,
  ) {}

  operation(call: HostCall): Operation[] {
    switch (call.kind) {
      case 'copy':
        return this.copy(call);
      case 'kernel':
        return this.kernel(call);
      case 'memset': {
        const bytes = this.number(call.bytes, message('analysis.bytes'), call.location);
        return [
          {
            kind: 'memset',
            stream: call.stream,
            bytes,
            ...this.dataUse(call),
            location: call.location,
          },
        ];
      }
      case 'record':
      case 'wait':
        return [{ kind: call.kind, stream: call.stream, event: call.event, location: call.location }];
      case 'synchronize':
        return [{ kind: 'synchronize', stream: call.stream, location: call.location }];
    }
  }

  private copy(call: Extract<HostCall, { kind: 'copy' }>): Operation[] {
    const { stream, direction, blocking, location } = call;
    const bytes = this.number(call.bytes, message('analysis.bytes'), location);
    if (call.pinned === null)
      this.assume(
        `${place(location)}:pinned`,
        message('analysis.copyPageable', { place: place(location) }),
        location,
      );
    return [
      {
        kind: 'copy',
        stream,
        direction,
        bytes,
        pinned: call.pinned ?? false,
        blocking,
        ...this.dataUse(call),
        location,
      },
    ];
  }

  private kernel(call: Extract<HostCall, { kind: 'kernel' }>): Operation[] {
    const facts = call.kernelIds.length === 1 ? this.facts.get(call.kernelIds[0]!) : undefined;
    const [grid, block] = [resolveDim3(call.grid), resolveDim3(call.block)];
    for (const extent of [...call.grid, ...call.block])
      this.number(extent, message('analysis.launch'), call.location);
    if (!facts)
      this.lacks(message('analysis.unknownKernel', { name: call.callee, place: place(call.location) }));
    const time = facts ? this.time(facts, grid && block && { grid, block }, call.location) : null;
    const use = this.dataUse(call);
    const resources = this.isRun ? facts : undefined;
    const operation: KernelOperation = {
      kind: 'kernel',
      stream: call.stream,
      kernel: facts?.kernel.name ?? call.callee,
      grid: grid ?? [1, 1, 1],
      block: block ?? [1, 1, 1],
      registers: resources?.registers.value ?? 0,
      sharedBytes: (resources?.staticSharedBytes.value ?? 0) + Math.max(0, call.sharedBytes.value ?? 0),
      soloNs: time?.value ?? null,
      ...use,
      ...(use.writes && isLaunchByElement(this.workspace, call) ? { byElement: true } : {}),
      location: call.location,
    };
    return [operation];
  }

  private dataUse(
    call: Extract<HostCall, { kind: 'copy' | 'memset' | 'kernel' }>,
  ): Pick<DeviceOperation, 'reads' | 'writes' | 'afterResults' | 'certain'> {
    const use = callUse(this.workspace, call);
    const certain = certainUse(this.workspace, call);
    return {
      ...(certain === null ? {} : { certain }),
      ...(isMessage(use) ? {} : { reads: use.reads, writes: use.writes }),
      ...(call.afterResults ? { afterResults: true } : {}),
    };
  }

  private time(facts: KernelFacts, launch: LaunchExtents | null, location: SourceLocation): Sourced | null {
    const { id, name } = facts.kernel;
    const found = launchTime(facts, launch, this.simulated[id]);
    if (found.kind === 'unknown') {
      this.lacks(message('analysis.timeOf', { name, reason: found.reason }));
      return null;
    }
    if (found.scaled !== null)
      this.assume(
        `${place(location)}:time`,
        message('analysis.launchScaled', { name, place: place(location), how: found.scaled }),
        location,
      );
    if (!this.kernelTimes.has(name)) this.kernelTimes.set(name, found.time);
    return found.time;
  }

  /** What was not followed is part of the program's time, and nobody knows how long it takes. */
  unread({ what, location, isRest, open = [] }: UnreadCode): void {
    for (const name of open) this.openNumbers.add(name);
    const said = { what, place: place(location) };
    if (isRest !== true) this.lacks(message(UNREAD_CODE, said));
    else this.assume(`host:${plain(what)}`, message('analysis.restLeftOut', said), location);
  }

  private lacks(what: Words): void {
    this.unknowns.set(plain(what), what);
  }

  private assume(key: string, text: Words, location?: SourceLocation): void {
    this.assumptions.set(key, { key, value: '', text, ...(location ? { location } : {}) });
  }

  private number(value: SymbolicValue, what: Words, location: SourceLocation): number {
    for (const note of value.notes ?? []) this.assume(`host:${plain(note)}`, note);
    if (value.value !== null) return value.value;
    for (const name of settableOf(value)) this.openNumbers.add(name);
    const unknown = { what, text: value.text, place: place(location) };
    this.lacks(
      value.unknowns.length === 0
        ? message('analysis.unknownValue', unknown)
        : message('analysis.unknownValueFor', { ...unknown, names: value.unknowns }),
    );
    return 0;
  }
}

/** Nothing tells what a library runs. */
function libraryCode({ name, location }: HostProgram['libraryCalls'][number]): UnreadCode {
  return { what: message('analysis.libraryCode', { name }), location };
}

function place({ path, line }: SourceLocation): string {
  return `${path}:${line}`;
}
