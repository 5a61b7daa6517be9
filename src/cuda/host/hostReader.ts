import type { SourceLocation } from '../../kernel/origin';
import { message, type Message } from '../../kernel/message';
import { evaluateNumber } from '../constants/evaluate';
import type { EvaluationMode } from '../constants/evaluation';
import type { Scope, VariableSymbol } from '../constants/scope';
import { standIn } from '../constants/standIn';
import { MAX_NESTING } from '../syntax/statementEnd';
import type { LaunchSite } from '../structure/launches';
import type { CudaWorkspace, FunctionUnit } from '../workspace';
import { assignedHandle } from './assignedHandle';
import { boundTo } from './boundTo';
import { callArguments, type CallArguments } from './callArguments';
import type { TokenRange } from '../syntax/angles';
import { calledFunction, handedFunction } from './calledFunction';
import { calledObject } from './calledObject';
import { Callables, type Closure } from './callables';
import { CarriedNumbers } from './carriedNumbers';
import { DeviceCalls, type HostState, type RuntimeCall } from './deviceCalls';
import { calledFrom } from './assignment';
import { classWritten } from './getter';
import { Frame, ReadUnits } from './frame';
import { GpuUse } from './gpuUse';
import { GraphCalls } from './graphCalls';
import { Handles, PER_THREAD_STREAM } from './handles';
import { HostBuffers } from './hostBuffers';
import type { HostProgram } from './hostCall';
import { HostRecord } from './hostRecord';
import { HostResults, ONLY_TELLS } from './hostResults';
import type { Lambda } from '../syntax/lambdas';
import { libraryWork } from './libraryCalls';
import { Lists } from './lists';
import { ControlFlow } from './controlFlow';
import { Constructions, type Construction } from './constructions';
import { Objects } from './objects';
import { OpenMp } from './openMp';
import { ProvedStarts } from './provedStarts';
import { Returned } from './returned';
import { streamOrigins } from './streamOrigins';
import { endsThread, takesTurns, threadStart, type ThreadStart } from './threadStarts';

/** What moves a pointer on. */
const MOVES = /^(\+=|-=|\+\+|--)$/;
/** Calls within calls, and of them those of one function within itself. */
const MAX_DEPTH = 24;
const MAX_TURNS = 6;
/** Tokens of a program that are walked over, with those of functions and loops as often as they are taken. */
const MAX_TOKENS = 120_000;

/**
 * Follows host code from an entry function and lists the calls that matter to streams, in order: loops of
 * known length are unrolled, functions of the workspace are followed, of an `if` whose condition is not
 * known the branch that does something is taken. What is taken for granted, and what is not followed, is listed.
 */
export class HostReader {
  private readonly state: HostState;
  private readonly record: HostRecord;
  private readonly buffers: HostBuffers;
  private readonly results: HostResults;
  private readonly proved: ProvedStarts;
  private readonly device: DeviceCalls;
  private readonly graphs: GraphCalls;
  private readonly gpuUse: GpuUse;
  private readonly returned: Returned;
  private readonly handles = new Handles();
  private readonly lists: Lists;
  private readonly carried: CarriedNumbers;
  private readonly flow: ControlFlow;
  private readonly callables = new Callables();
  private readonly objects: Objects;
  private readonly constructions: Constructions;
  /** Lambdas that are being walked through. */
  private readonly running = new Set<Lambda>();
  private readonly units: ReadUnits;
  private readonly openMp: OpenMp;
  /** Functions that are being followed, outermost first. */
  private readonly stack: FunctionUnit[] = [];
  private nesting = 0;
  private walked = 0;

  constructor(
    private readonly workspace: CudaWorkspace,
    /** How sizes and conditions are evaluated. */
    private readonly mode: EvaluationMode,
  ) {
    this.buffers = new HostBuffers(workspace);
    this.units = new ReadUnits(workspace, mode);
    this.results = new HostResults(this.buffers);
    this.proved = new ProvedStarts(this.buffers);
    this.record = new HostRecord(this.results);
    const { buffers, handles, proved, record } = this;
    this.state = { workspace, mode, record, buffers, handles, proved };
    this.device = new DeviceCalls(this.state);
    this.graphs = new GraphCalls(this.state, this.device);
    this.gpuUse = new GpuUse(workspace);
    this.lists = new Lists(mode);
    this.carried = new CarriedNumbers(mode);
    this.openMp = new OpenMp(workspace, mode);
    const { state, lists, carried, openMp, gpuUse, results } = this;
    this.flow = new ControlFlow(
      { ...state, lists, carried, openMp, gpuUse, results },
      (frame, from, to) => this.walk(frame, from, to),
      (frame, index, act) => this.inThread(frame, index, act),
    );
    this.returned = new Returned(this.state);
    this.objects = new Objects(this.state, this.units, mode, (inner, values) => {
      if (!this.isTooDeep(inner, inner.unit, inner.location(0))) this.enter(inner, values);
    });
    this.constructions = new Constructions(this.lists, mode, this.objects.isMade);
  }

  read(unit: FunctionUnit): HostProgram {
    const { qualifiedName: name, parameters } = unit.outline;
    if (this.workspace.hasStreamPerThread(unit.path)) this.handles.defaultStream = PER_THREAD_STREAM;
    const frame = new Frame(unit, 0, new Map(), this.units, this.handles, '');
    this.record.quietly(() => this.objects.makeOwn(frame));
    this.body(frame);
    for (const uncalled of this.callables.uncalled)
      this.leave(
        uncalled.frame,
        uncalled.lambda.body,
        message('cuda.unread.uncalled', { name: uncalled.name }),
      );
    this.record.joinThreads();
    const entry = { name, parameters: new Set(parameters.map((each) => each.name)) };
    const isNull = (stream: string): boolean => this.handles.isNull(stream);
    const { unknown, unread } = streamOrigins(entry, this.record.calls, this.proved.streams, isNull);
    unread.forEach((code) => this.record.leaveUnread(code));
    const { path, range } = unit;
    return { name, path, line: range.startLine, unknownStreams: unknown, ...this.record.found };
  }

  private body(frame: Frame): void {
    const { tokens } = frame;
    // The body is what the last brace of the function encloses.
    const close = tokens.count - 1;
    const open = tokens.partner(close);
    this.stack.push(frame.unit);
    if (open >= 0) this.walk(frame, open + 1, close);
    this.stack.pop();
  }

  private walk(frame: Frame, from: number, to: number): void {
    if (this.nesting >= MAX_NESTING)
      return this.leave(frame, { from, to }, message('cuda.unread.nested', { statements: MAX_NESTING }));
    this.nesting++;
    // Broken code may point back: reading goes on all the same.
    for (let index = from; index < to && this.goesOn(frame, { from: index, to });)
      index = Math.max(index + 1, this.step(frame, index));
    this.nesting--;
  }

  /** Whether there is room for more; where not, what is left says so. */
  private goesOn(frame: Frame, rest: { readonly from: number; readonly to: number }): boolean {
    if (this.record.isFull) {
      this.record.full(frame.location(rest.from));
      return false;
    }
    if (this.walked++ < MAX_TOKENS) return true;
    this.leave(frame, rest, message('cuda.unread.long'));
    return false;
  }

  /** Leaves code out, which is said where it may use the GPU. */
  private leave(frame: Frame, range: { readonly from: number; readonly to: number }, what: Message): void {
    if (!this.record.hasUnread(what) && this.gpuUse.within(frame.tokens, range, frame.unit.path))
      this.record.leaveUnread({ what, location: frame.location(range.from) });
  }

  /** Acts on the token at `index`; returns where to go on. */
  private step(frame: Frame, index: number): number {
    const { tokens } = frame;
    switch (tokens.at(index)) {
      case 'for':
        return this.flow.forLoop(frame, index);
      case 'while':
        return this.flow.whileLoop(frame, index);
      case 'if':
        return this.flow.branch(frame, index);
      case 'switch':
        return this.flow.switched(frame, index);
      case '{':
        return this.flow.block(frame, index);
      case 'return':
        this.returned.met(frame, index);
        return index + 1;
    }
    const given = this.callables.given(frame, index);
    if (given !== null) return given.end;
    const site = frame.siteAt(index);
    if (site) {
      this.launch(frame, site);
      return site.whole.to;
    }
    if (tokens.is(index, '=')) {
      this.buffers.assigned(frame, index);
      this.callables.assigned(frame, index);
      const stream = assignedHandle(this.handles, frame, index);
      if (stream !== null) this.proved.named(stream);
    }
    this.carried.meet(frame, index);
    if (MOVES.test(tokens.at(index)))
      for (const at of [index - 1, index + 1])
        if (tokens.isIdentifier(at)) this.buffers.moved(frame.canonical(tokens.at(at), frame.scopeAt(index)));
    if (!tokens.isIdentifier(index)) return index + 1;
    this.results.meet(frame, index);
    const construction = this.constructions.at(frame, index);
    if (construction !== null) return this.construct(frame, index, construction);
    const handed = callArguments(tokens, index);
    return handed === null ? index + 1 : this.call(frame, index, handed);
  }

  private assume(frame: Frame, index: number, text: Message): void {
    this.record.assume(frame.location(index), text);
  }

  private call(frame: Frame, index: number, found: CallArguments): number {
    const { tokens } = frame;
    const name = tokens.at(index).replace(/_v\d$/, '');
    const scope = frame.scopeAt(index);
    const texts = found.args.map((range) => frame.text(range));
    const called = { frame, index, name, texts, scope };
    if (this.device.call(called) || this.graphs.call(called)) return found.close + 1;
    if (name === 'omp_set_num_threads') this.openMp.setThreads(texts[0] ?? '', scope);
    if (endsThread(name)) this.record.joinThreads();
    const thread = threadStart(called);
    if (thread !== null && this.startThread(called, thread, found)) return found.close + 1;
    const element = this.lists.called(frame, index, name, texts, scope);
    if (element !== null) this.put(called, element);
    if (ONLY_TELLS.test(name)) {
      this.proved.called(name);
      this.results.withoutConsequence(() => this.walk(frame, found.open + 1, found.close));
      return found.close + 1;
    }
    const isNamed = !/^(?:\.|->|::)$/.test(tokens.at(index - 1));
    const closure = isNamed ? this.callables.of(frame, name, scope) : null;
    if (closure !== null) {
      for (const range of found.args) this.walk(frame, range.from, range.to);
      this.run(closure, frame, index, texts, scope);
      return found.close + 1;
    }
    const isHanded = isNamed && frame.isHandedIn(name);
    const callee = this.followed(frame, index, { name, count: texts.length, isHanded });
    if (!callee) {
      this.runHanded(frame, index, texts, scope);
      if (name === 'swap') this.buffers.swap(frame, texts, scope);
      this.proved.called(name);
      const library = libraryWork(tokens, index, name);
      if (library !== null) this.record.libraryCalled(library, frame.location(index));
      return index + 1;
    }
    const handed = found.args.map((range, at) => {
      const lambda = this.callables.handedOver(frame, range.from, scope);
      if (lambda === null) this.walk(frame, range.from, range.to);
      return lambda ?? texts[at]!;
    });
    this.follow(frame, index, callee, { texts: handed, templates: found.templates }, scope);
    return found.close + 1;
  }

  /** A thread of the host runs a function or lambda; whether it is one that can be followed. */
  private startThread(
    { frame, index, scope }: RuntimeCall,
    start: ThreadStart,
    { args }: CallArguments,
  ): boolean {
    const handed = this.callables.handedOver(frame, args[start.place]!.from, scope);
    const closure = this.callables.of(frame, handed ?? start.name, scope);
    const paths = this.stack.map(({ path }) => path).toReversed();
    const last = start.name.split('::').at(-1)!.trim();
    const { unit } = handedFunction(this.workspace, last, start.texts.length, paths);
    if (closure === null && (unit === null || this.isTooDeep(frame, unit, frame.location(index))))
      return false;
    const body =
      closure === null ? unit!.text : frame.tokens.slice(closure.lambda.body.from, closure.lambda.end);
    // Threads that take turns are put in order by what no stream tells.
    const inThread = takesTurns(body)
      ? (act: () => void): void => act()
      : this.inThread.bind(this, frame, index);
    inThread(() => {
      if (closure !== null) this.run(closure, frame, index, start.texts, scope);
      else {
        const object = start.object === null ? undefined : frame.objectName(start.object, scope);
        this.follow(frame, index, unit!, { texts: start.texts, templates: [] }, scope, object);
      }
    });
    return true;
  }

  /** Runs `act` as a thread of the host, whose own variables are no other's. */
  private inThread(frame: Frame, index: number, act: () => void): void {
    const before = this.units.thread;
    this.record.inThread((thread) => {
      this.units.thread = `#${thread}`;
      frame.inLambda(frame.scopeAt(index), () => this.proved.perhaps(act));
      this.units.thread = before;
    });
  }

  /** A call puts something behind the other elements of a list. */
  private put({ frame, name, index, texts, scope }: RuntimeCall, element: string): void {
    if (texts.length === 1) this.returned.put(frame, texts[0]!, element, scope);
    const list = frame.tokens.slice(calledFrom(frame.tokens, index), index - 1);
    const symbol = name === 'emplace_back' ? scope.lookup(list)?.symbol : undefined;
    const type = symbol?.kind === 'variable' ? classWritten(symbol.type, '') : null;
    if (
      type !== null &&
      !/_ptr\b/.test((symbol as VariableSymbol).type) &&
      this.objects.isMade(frame, type, index)
    )
      this.objects.make({ frame, scope, type, name: element, texts });
  }

  /** Lambdas that are handed to a function which is not followed are taken to be called there, once. */
  private runHanded(frame: Frame, index: number, texts: readonly string[], scope: Scope): void {
    texts.forEach((text, at) => {
      const closure = this.callables.of(frame, text, scope);
      if (closure !== null) this.run(closure, frame, index, texts.slice(at + 1), scope);
    });
  }

  /** Walks through the body of a lambda, whose call stands at `index`. */
  private run(closure: Closure, caller: Frame, index: number, texts: readonly string[], scope: Scope): void {
    const { frame, lambda, name } = closure;
    this.callables.called(closure);
    if (this.running.has(lambda))
      return this.leave(frame, lambda.body, message('cuda.unread.again', { name, calls: 2 }));
    const { aliases, values } = boundTo(lambda.parameters, { frame: caller, texts, scope, mode: this.mode });
    const inner = frame.scopeAt(lambda.body.from);
    const undo = values.map((one) => standIn(inner, one.name, one.value));
    this.running.add(lambda);
    this.returned.enter();
    frame.duringAll([...aliases], () => this.walk(frame, lambda.body.from, lambda.body.to));
    this.running.delete(lambda);
    undo.toReversed().forEach((restore) => restore());
    this.returned.given(caller, index);
  }

  /** The function of the workspace behind a call; null for others, and where following it would not end. */
  private followed(
    frame: Frame,
    index: number,
    { name, count, isHanded }: { readonly name: string; readonly count: number; readonly isHanded: boolean },
  ): FunctionUnit | null {
    const paths = this.stack.map(({ path }) => path).toReversed();
    const { unit, oneOfClasses, oneOfFiles } = isHanded
      ? handedFunction(this.workspace, frame.handedOn(name), count, paths)
      : calledFunction(this.workspace, frame, { index, name, count });
    const location = frame.location(index);
    if (oneOfFiles) this.record.libraryCalled(name, location);
    if (unit === null || this.isTooDeep(frame, unit, location)) return null;
    if (oneOfClasses)
      this.assume(frame, index, message('cuda.oneOfClasses', { name: unit.outline.qualifiedName }));
    return unit;
  }

  private isTooDeep(frame: Frame, unit: FunctionUnit, location: SourceLocation): boolean {
    const { qualifiedName: name } = unit.outline;
    const turns = this.stack.filter((each) => each === unit).length;
    if (frame.depth < MAX_DEPTH && turns < MAX_TURNS) return false;
    const what =
      turns < MAX_TURNS
        ? message('cuda.unread.deep', { name, calls: MAX_DEPTH })
        : message('cuda.unread.again', { name, calls: MAX_TURNS });
    if (this.gpuUse.of(unit)) this.record.leaveUnread({ what, location });
    return true;
  }

  private follow(
    frame: Frame,
    index: number,
    callee: FunctionUnit,
    { texts, templates }: { readonly texts: readonly string[]; readonly templates: readonly TokenRange[] },
    scope: Scope,
    object = this.objectOf(frame, index, scope),
  ): void {
    const { aliases, values } = boundTo(callee.outline.parameters, { frame, texts, scope, mode: this.mode });
    templates.forEach((range, position) => {
      const name = callee.outline.template[position]?.name;
      const { value } = evaluateNumber(frame.text(range), scope, this.mode);
      if (name !== undefined && value !== null) values.push({ name, value });
    });
    this.enter(new Frame(callee, frame.depth + 1, aliases, this.units, this.handles, object), values);
    this.returned.given(frame, index);
  }

  /** Walks through a function whose parameters have these numbers. */
  private enter(inner: Frame, values: readonly { name: string; value: number }[]): void {
    const scope = inner.scopeAt(inner.tokens.count - 1);
    const undo = values.map(({ name, value }) => standIn(scope, name, value));
    this.returned.enter();
    this.body(inner);
    undo.toReversed().forEach((restore) => restore());
  }

  /** Makes the objects of a place, and walks through what it hands their constructors; returns where to go on. */
  private construct(frame: Frame, index: number, { type, objects, args, end }: Construction): number {
    for (const range of args) this.walk(frame, range.from, range.to);
    const [scope, texts] = [frame.scopeAt(index), args.map((range) => frame.text(range))];
    const names = objects.length === 0 ? [null] : objects;
    for (const name of names) this.objects.make({ frame, scope, type, name, texts });
    return end;
  }

  /** The object whose method is called, by the name that the whole program knows; null where none is told. */
  private objectOf(frame: Frame, index: number, scope: Scope): string | null {
    const object = calledObject(frame.tokens, index);
    return object === 'own' ? frame.object : object && frame.objectName(frame.text(object), scope);
  }

  private launch(frame: Frame, site: LaunchSite): void {
    const call = this.device.launch(frame, site);
    if (site.graph === undefined) this.record.issue(call);
    else this.graphs.launch(frame, site.graph, site.index, call);
  }
}
