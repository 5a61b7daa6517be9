import { isMessage, message, type Message } from '../../kernel/message';
import { NO_ARGUMENTS } from '../constants/namedConstants';
import { unset } from '../constants/environment';
import { evaluateNumber, type NumberFound } from '../constants/evaluate';
import { standIn } from '../constants/standIn';
import type { TokenRange } from '../syntax/angles';
import { statementEnd } from '../syntax/statementEnd';
import type { Begins, CarriedNumbers } from './carriedNumbers';
import type { HostState } from './deviceCalls';
import type { Frame } from './frame';
import type { GpuUse } from './gpuUse';
import type { HostResults } from './hostResults';
import { rangeHead, type Lists } from './lists';
import { countedLoop, openLength, type CountedLoop } from './loops';
import type { OpenMp, Team } from './openMp';
import { takenOnce, takenRoundByRound } from './takenOnce';

const OF_THE_START: ReadonlySet<string> = new Set([NO_ARGUMENTS.say, unset('').say]);

/** Threads of a team that are told apart. */
const MAX_THREADS = 32;

/** What loops and branches are decided by. */
interface FlowState extends HostState {
  readonly lists: Lists;
  readonly carried: CarriedNumbers;
  readonly openMp: OpenMp;
  readonly gpuUse: GpuUse;
  readonly results: HostResults;
}

/** Takes loops, branches and blocks of host code as a run takes them, as far as the sources tell. */
export class ControlFlow {
  constructor(
    private readonly state: FlowState,
    private readonly walk: (frame: Frame, from: number, to: number) => void,
    /** Runs `act` as a thread of the host. */
    private readonly inThread: (frame: Frame, index: number, act: () => void) => void,
  ) {}

  forLoop(frame: Frame, index: number): number {
    const { tokens } = frame;
    const close = tokens.partner(index + 1);
    if (close <= index) return index + 1;
    const [from, end] = [close + 1, statementEnd(tokens, close + 1)];
    for (let at = index + 2; at < close; at++)
      if (tokens.isIdentifier(at)) this.state.results.meet(frame, at);
    const scope = frame.scopeAt(from);
    const range = rangeHead(tokens, index + 2, close);
    const elements = range && this.state.lists.elements(frame, range, scope);
    const body = { from, to: end };
    if (elements !== null) {
      this.carrying(frame, index, { ranges: [body], begins: new Map() }, () => {
        for (const each of elements) frame.during(range!.name, each, () => this.walk(frame, from, end));
      });
      return end;
    }
    this.state.carried.forget(frame, { from: index + 2, to: close });
    const loop = countedLoop(tokens.slice(index + 2, close), scope, this.state.mode);
    if (!loop) {
      const what = message('cuda.loopTakenOnce');
      const open = () => openLength(tokens.slice(index + 2, close), scope, this.state.mode);
      const element = range && this.state.lists.anyElement(frame, range, scope);
      const walk = (): void => this.walk(frame, from, end);
      takenOnce(this.state, { frame, index, what, open, element: element ?? range?.name }, () =>
        element === null ? walk() : frame.during(range!.name, element, walk),
      );
      this.state.carried.forget(frame, body);
      return end;
    }
    const before = this.state.record.mark;
    const team = this.state.openMp.teamAt(frame, index, end);
    if (team === null) {
      const steps = loop.others.map((part) => ({ from: index + 2 + part.from, to: index + 2 + part.to }));
      this.carrying(frame, index, { ranges: [body, ...steps], begins: loop.begins }, () =>
        this.rounds(frame, body, loop, steps),
      );
      if (loop.omitted > 0) [body, ...steps].forEach((part) => this.state.carried.forget(frame, part));
    } else {
      const threads = team.threads ?? loop.values.length;
      const each = Math.max(1, Math.ceil(loop.values.length / Math.max(1, threads)));
      for (let at = 0; at < loop.values.length; at += each)
        this.inThread(frame, index, () => {
          this.rounds(frame, body, { ...loop, values: loop.values.slice(at, at + each) });
        });
      this.teamEnded(frame, index, team, threads);
    }
    if (loop.omitted > 0 && this.state.record.since(before).length > 0)
      this.assume(frame, index, message('cuda.roundsLeftOut', { rounds: loop.omitted }));
    return end;
  }

  /** Walks through rounds of a loop, as long as they do something. */
  private rounds(
    frame: Frame,
    body: TokenRange,
    { name, values }: Pick<CountedLoop, 'name' | 'values'>,
    steps: readonly TokenRange[] = [],
  ): void {
    const scope = frame.scopeAt(body.from);
    for (const value of values) {
      const undo = standIn(scope, name, value);
      const didNothing = this.didNothing(() => {
        for (const { from, to } of [body, ...steps]) this.walk(frame, from, to);
      });
      undo();
      // What a round does may hang on which one it is, where it uses the GPU at all.
      if (!didNothing || this.state.gpuUse.within(frame.tokens, body, frame.unit.path)) continue;
      [body, ...steps].forEach((part) => this.state.carried.forget(frame, part));
      return;
    }
  }

  /** Walks through rounds of a loop that changes numbers by itself; where these are lost, other rounds may have other streams. */
  private carrying(
    frame: Frame,
    index: number,
    loop: { readonly ranges: readonly TokenRange[]; readonly begins: Begins },
    walk: () => void,
  ): void {
    const { state } = this;
    takenRoundByRound(state, { frame, index }, () => state.carried.during(frame, index, loop, walk));
  }

  /** A block begins: every thread of a team runs all of it, where it is one of a team. */
  block(frame: Frame, index: number): number {
    const close = frame.tokens.partner(index);
    const team = close > index ? this.state.openMp.teamAt(frame, index, close + 1) : null;
    if (team === null) return index + 1;
    const threads = Math.min(MAX_THREADS, team.threads ?? 2);
    const scope = frame.scopeAt(index + 1);
    for (let thread = 0; thread < threads; thread++)
      this.inThread(frame, index, () =>
        this.state.openMp.asThread(scope, thread, () => this.walk(frame, index + 1, close)),
      );
    this.teamEnded(frame, index, team, threads);
    return close + 1;
  }

  private teamEnded(frame: Frame, index: number, team: Team, threads: number): void {
    this.state.record.joinThreads();
    if (team.threads === null) this.assume(frame, index, message('cuda.hostThreads', { threads }));
  }

  /** Whether walking brought no call, no buffer and no stream. */
  private didNothing(walk: () => void): boolean {
    const [before, known, streams] = [
      this.state.record.mark,
      this.state.buffers.size,
      this.state.proved.streams.size,
    ];
    walk();
    const calls = this.state.record.since(before);
    return (
      calls.length === 0 && this.state.buffers.size === known && this.state.proved.streams.size === streams
    );
  }

  whileLoop(frame: Frame, index: number): number {
    const close = frame.tokens.partner(index + 1);
    if (close <= index) return index + 1;
    this.walk(frame, index + 2, close);
    // The `while (…);` that ends a do loop has no body; its body has been walked as a block.
    if (frame.tokens.is(close + 1, ';')) return close + 2;
    const end = statementEnd(frame.tokens, close + 1);
    const what = message('cuda.dataLoopTakenOnce');
    takenOnce(this.state, { frame, index, what, open: () => [] }, () => this.walk(frame, close + 1, end));
    this.state.carried.forget(frame, { from: close + 1, to: end });
    return end;
  }

  branch(frame: Frame, index: number): number {
    const { tokens } = frame;
    const open = tokens.is(index + 1, 'constexpr') ? index + 2 : index + 1;
    const close = tokens.partner(open);
    if (close <= index) return index + 1;
    this.walk(frame, open + 1, close);
    const condition = decided(
      evaluateNumber(tokens.slice(open + 1, close), frame.scopeAt(close), this.state.mode),
    );
    const thenEnd = statementEnd(tokens, close + 1);
    const hasElse = tokens.is(thenEnd, 'else');
    const elseEnd = hasElse ? statementEnd(tokens, thenEnd + 1) : thenEnd;
    const before = this.state.record.mark;
    const walk = (from: number, to: number): void =>
      condition === null
        ? this.state.proved.perhaps(() => this.walk(frame, from, to))
        : this.walk(frame, from, to);
    if (condition !== 0) walk(close + 1, thenEnd);
    const did = this.state.record.since(before).length > 0;
    if (did && condition === null) this.assume(frame, index, message('cuda.branchTaken'));
    if (hasElse && (condition === 0 || (condition === null && !did))) walk(thenEnd + 1, elseEnd);
    if (condition === null) this.state.carried.forget(frame, { from: close + 1, to: elseEnd });
    return elseEnd;
  }

  /** Of the cases of a `switch` any may be taken: their calls are listed, and none is proved to be made. */
  switched(frame: Frame, index: number): number {
    const close = frame.tokens.partner(index + 1);
    if (close <= index) return index + 1;
    const end = statementEnd(frame.tokens, close + 1);
    this.walk(frame, index + 2, close);
    const cases = { from: close + 1, to: end };
    this.state.proved.perhaps(() => this.walk(frame, cases.from, cases.to));
    this.state.carried.forget(frame, cases);
    return end;
  }

  private assume(frame: Frame, index: number, text: Message): void {
    this.state.record.assume(frame.location(index), text);
  }
}

/** The value of a condition; a program that is started as it wants to be may well have arguments, or an environment. */
function decided({ value, notes }: NumberFound): number | null {
  return notes?.some((note) => isMessage(note) && OF_THE_START.has(note.say)) ? null : value;
}
