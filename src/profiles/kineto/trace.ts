import { message } from '../../kernel/message';
import { InputError } from '../../kernel/result';
import type { ProfileBuilder } from '../builder';
import type { RecognizedFormat } from '../foreign/recognizedFormat';
import { JsonSplitter, type JsonReceiver } from '../json/splitter';
import type { ReadOptions } from '../source';
import { Calls } from './calls';
import { MicroClock } from './clock';
import { Copies } from './copies';
import { EventReader, argument } from './event';
import { TraceHeader } from './header';
import { InputTypes } from './inputTypes';
import { Launches } from './launches';
import { TraceLinks } from './links';
import { isHipCall } from './makers';
import { Operators } from './operators';
import { TracePlaces } from './places';
import { Ranges } from './ranges';

const NO_KERNELS: RecognizedFormat = {
  format: 'chrome-trace',
  status: 'refused',
  reason: message('profiles.foreign.noGpuKernels'),
};

const CORRELATION = argument('correlation');

/**
 * Reads a Chrome trace of PyTorch's profiler (Kineto): kernels, copies and memsets with the call and the operator that
 * issued them, calls, and the program's annotations. What Kineto computes of a launch ("est. achieved occupancy",
 * "blocks per SM", "warps per SM") is no measurement and is left out.
 */
export class KinetoTrace implements JsonReceiver {
  private readonly splitter = new JsonSplitter(this, 'traceEvents');
  private readonly event = new EventReader();
  private readonly clock = new MicroClock();
  private readonly header = new TraceHeader();
  private readonly calls: Calls;
  private readonly operators = new Operators();
  private readonly inputTypes = new InputTypes(this.event.types);
  private readonly launches: Launches;
  private readonly copies: Copies;
  private readonly ranges: Ranges;
  private events = 0;
  private counterRanges = 0;
  private unmeasured = 0;
  private untimed = 0;

  constructor(private readonly builder: ProfileBuilder) {
    this.calls = new Calls(builder);
    this.launches = new Launches(builder, this.inputTypes);
    this.copies = new Copies(builder);
    this.ranges = new Ranges(builder);
  }

  push(bytes: Uint8Array): void {
    this.splitter.push(bytes);
  }

  member(key: string, value: Uint8Array): void {
    this.header.member(key, value);
  }

  item(bytes: Uint8Array, from: number, to: number, line: number): number {
    const end = this.event.read(bytes, from, to);
    if (end >= 0) this.takeEvent(line);
    return end;
  }

  damagedItem(line: number): void {
    this.builder.damagedRow(line);
  }

  private takeEvent(line: number): void {
    const { event } = this;
    if (event.isEvent) this.events++;
    if (event.kind === 'other') return;
    if (event.kind === 'counters') {
      this.counterRanges++;
      return;
    }
    if (event.name < 0) return this.builder.damagedRow(line);
    this.take(event, this.clock.startNs(event.start), this.clock.durationNs(event.duration), line);
  }

  private take(event: EventReader, startNs: number, durationNs: number, line: number): void {
    switch (event.kind) {
      case 'operator':
        this.inputTypes.note(event.name, event.inputTypes);
        return this.operators.add(event.link, event.name, event.thread, startNs, durationNs);
      case 'call':
        return this.takeCall(event, startNs, durationNs, line);
      case 'kernel':
        return this.launches.add(event, this.timed(startNs, line), this.measured(durationNs, line), line);
      case 'copy':
      case 'memset':
        return this.copies.add(event, this.timed(startNs, line), this.measured(durationNs, line), line);
      default:
        return this.ranges.add(event, startNs, durationNs, line);
    }
  }

  private takeCall(event: EventReader, startNs: number, durationNs: number, line: number): void {
    const call = {
      name: event.name,
      pid: event.pid,
      thread: event.thread,
      startNs,
      durationNs: Number.isNaN(durationNs) ? null : durationNs,
      link: event.link,
      correlation: event.args[CORRELATION] ?? Number.NaN,
    };
    this.calls.add(call, line);
  }

  /** A duration of 0 is one that the trace's clock did not see. */
  private measured(durationNs: number, line: number): number {
    if (durationNs !== 0) return this.timed(durationNs, line);
    this.unmeasured++;
    return Number.NaN;
  }

  /** A start or duration, with a word about one that is not known. */
  private timed(ns: number, line: number): number {
    if (Number.isNaN(ns) && this.untimed++ === 0)
      this.builder.warnings.add('untrusted-time', message('profiles.timeUnknown'), line);
    return ns;
  }

  /**
   * Puts together what was read.
   * @returns what the file is when nothing could be read of it; null when it is a trace, or no trace at all.
   * @throws InputError with code `cancelled` once the signal is aborted.
   */
  async finish(options: ReadOptions): Promise<RecognizedFormat | null> {
    const end = this.splitter.end();
    const { launches, copies, builder } = this;
    if (launches.count + copies.count + this.counterRanges === 0) {
      if (builder.calls.store.length === 0) {
        builder.ranges.store.clear();
        return this.events > 0 ? NO_KERNELS : null;
      }
      builder.markPartial(NO_KERNELS.reason);
    }
    builder.addFormat('kineto-json');
    if (!end.isWhole)
      this.builder.markPartial(
        end.damagedLine === null
          ? message('profiles.kineto.cut')
          : message('profiles.kineto.damaged', { line: end.damagedLine }),
      );
    if (end.tooLong > 0)
      this.builder.markPartial(message('profiles.kineto.tooLong', { values: end.tooLong }));
    await this.handOver(options);
    this.tellTimes();
    return null;
  }

  private async handOver(options: ReadOptions): Promise<void> {
    const { names, threads } = this.event;
    const nameOf = (name: number): string => names.text(name) || '?';
    const run = this.startRun();
    const maker = this.otherMaker(nameOf);
    if (maker !== null)
      this.builder.warnings.add('other-maker', message('profiles.kineto.otherMaker', { maker }));
    if (this.calls.areOfSeveral)
      this.builder.warnings.add('several-processes', message('profiles.kineto.severalProcesses'));
    const places = new TracePlaces(this.builder, this.header, run, maker !== null);
    const links = new TraceLinks(this.calls, this.operators);
    await this.launches.finish(links, places, nameOf, () => this.breathe(options));
    this.copies.finish(links, places, nameOf);
    this.calls.finish(nameOf, run);
    this.ranges.finish(nameOf, (thread) => threads.text(thread), run);
    if (this.counterRanges > 0)
      this.builder.markPartial(message('profiles.kineto.counters', { ranges: this.counterRanges }));
  }

  private async breathe({ signal, yieldToTasks }: ReadOptions): Promise<void> {
    await yieldToTasks?.();
    if (signal?.aborted === true)
      throw new InputError('reading was cancelled', 'cancelled', this.builder.path);
  }

  private startRun(): { run?: number } {
    const { rank, worldSize } = this.header;
    const pid = this.calls.onlyProcess;
    if (rank === null && pid === null) return {};
    this.builder.startRun(pid === null ? null : String(pid), null);
    if (rank !== null) this.builder.rankRun(rank, worldSize);
    return this.builder.inRun;
  }

  /** Whose GPUs the trace is of, where they are not NVIDIA's. */
  private otherMaker(nameOf: (name: number) => string): string | null {
    const { otherMaker } = this.header;
    if (otherMaker !== null) return otherMaker;
    return this.calls.someName((name) => isHipCall(nameOf(name))) ? 'AMD' : null;
  }

  /** Counts times from the earliest one, and says how fine they are. */
  private tellTimes(): void {
    const { builder, clock, header } = this;
    const baseNs = header.baseNs ?? 0n;
    const restNs = Number(baseNs % 1000n);
    const earliestUs = Math.floor((clock.earliestNs + restNs) / 1000);
    const shift = restNs - earliestUs * 1000;
    for (const { store } of [builder.launches, builder.copies, builder.calls, builder.ranges])
      store.shiftStarts(0, shift);
    const epochUs = Number(baseNs / 1000n) + (clock.zero ?? 0) + earliestUs;
    if (epochUs > SINCE_1970_US && Number.isSafeInteger(epochUs)) builder.epochUs = epochUs;
    if (clock.isCoarse) builder.warnings.add('coarse-times', message('profiles.kineto.wholeMicroseconds'));
    if (this.unmeasured > 0)
      builder.warnings.add('no-duration', message('profiles.kineto.noDuration', { rows: this.unmeasured }));
    if (this.untimed > 0) builder.markPartial(message('profiles.timesLeftOut'));
  }
}

/** The year 2001: smaller times do not count from 1970. */
const SINCE_1970_US = 1e15;
