import { lastIdentifier, withoutLastArguments } from '../syntax/names';
import type { SourceLocation } from '../../kernel/origin';
import { isMessage, message, plain, type Words } from '../../kernel/message';
import { NO_ARGUMENTS } from '../constants/calls';
import { evaluate, evaluateDim3 } from '../constants/evaluate';
import type { EvaluationMode } from '../constants/evaluation';
import type { Scope } from '../constants/scope';
import { standIn } from '../constants/standIn';
import type { SymbolicValue } from '../../kernel/symbolic';
import { known } from '../../kernel/symbolic';
import type { TokenRange } from '../syntax/angles';
import type { LaunchSite } from '../structure/launches';
import type { CudaWorkspace, FunctionUnit } from '../workspace';
import { ALLOCATORS } from './buffers';
import { callArguments } from './callArguments';
import { calledFunction } from './calledFunction';
import { calledObject, makesMember } from './calledObject';
import { Frame, ReadUnits } from './frame';
import { Graphs } from './graphs';
import { HostBuffers } from './hostBuffers';
import type { HostCall, HostProgram } from './hostCall';
import { HostResults, ONLY_TELLS } from './hostResults';
import { isLibraryWork } from './libraryCalls';
import { productOf } from './productOf';
import { ProvedStarts } from './provedStarts';
import { countedLoop } from './loops';
import {
  COPIES,
  COPY_NODES,
  DIRECTIONS,
  MEMSET_NODE_BYTES,
  MEMSETS,
  type CopySignature,
} from './runtimeCalls';
import { MAX_NESTING, statementEnd } from '../syntax/statementEnd';
import { withoutTrailing } from '../../kernel/texts';

type CopyCall = Extract<HostCall, { readonly kind: 'copy' }>;

/** What has a stream call a function of the host behind its work. */
const CALLS_HOST = /^(?:cudaStreamAddCallback|cuStreamAddCallback|cudaLaunchHostFunc|cuLaunchHostFunc)$/;
/** What moves a pointer on. */
const MOVES = /^(\+=|-=|\+\+|--)$/;
const MAX_DEPTH = 6;
const MAX_CALLS = 4000;

/**
 * Follows host code from an entry function and lists the calls that matter to streams, in order: loops of
 * known length are unrolled, functions of the workspace are followed, of an `if` whose condition is not
 * known the branch that does something is taken. What is taken for granted is listed.
 */
export class HostReader {
  private readonly calls: HostCall[] = [];
  /** By name: each once. */
  private readonly libraryCalls = new Map<string, SourceLocation>();
  /** By what they say: each once. */
  private readonly assumptions = new Map<string, Words>();
  private readonly buffers: HostBuffers;
  private readonly results: HostResults;
  private readonly proved: ProvedStarts;
  private readonly events = new Map<string, string>();
  /** What the graphs of the program run, by names of graphs and of their executable forms. */
  private readonly graphs = new Graphs();
  private readonly units = new ReadUnits();
  private callsHost: SourceLocation | null = null;
  private nesting = 0;

  constructor(
    private readonly workspace: CudaWorkspace,
    /** How sizes and conditions are evaluated. */
    private readonly mode: EvaluationMode,
  ) {
    this.buffers = new HostBuffers(workspace);
    this.results = new HostResults(this.buffers);
    this.proved = new ProvedStarts(this.buffers);
  }

  read(unit: FunctionUnit): HostProgram {
    const frame = new Frame(unit, 0, new Map(), this.units);
    this.body(frame);
    const { startLine } = unit.range;
    return {
      name: unit.outline.qualifiedName,
      path: unit.path,
      line: startLine,
      calls: this.calls,
      libraryCalls: [...this.libraryCalls].map(([name, location]) => ({ name, location })),
      assumptions: [...this.assumptions.values()],
      callsHost: this.callsHost,
    };
  }

  private body(frame: Frame): void {
    const { tokens } = frame;
    // The body is what the last brace of the function encloses.
    const close = tokens.count - 1;
    const open = tokens.partner(close);
    if (open >= 0) this.walk(frame, open + 1, close);
  }

  private walk(frame: Frame, from: number, to: number): void {
    if (this.nesting >= MAX_NESTING) {
      this.assume(frame, from, message('cuda.nestedCode'));
      return;
    }
    this.nesting++;
    // Broken code may point back: reading goes on all the same.
    for (let index = from; index < to && this.calls.length < MAX_CALLS;)
      index = Math.max(index + 1, this.step(frame, index));
    if (this.calls.length >= MAX_CALLS) this.note(message('cuda.firstCalls', { calls: MAX_CALLS }));
  }

  /** Acts on the token at `index`; returns where to go on. */
  private step(frame: Frame, index: number): number {
    const { tokens } = frame;
    switch (tokens.at(index)) {
      case 'for':
        return this.forLoop(frame, index);
      case 'while':
        return this.whileLoop(frame, index);
      case 'if':
        return this.branch(frame, index);
    }
    const site = frame.siteAt(index);
    if (site) {
      this.launch(frame, site);
      return site.whole.to;
    }
    if (tokens.is(index, '=')) this.buffers.assigned(frame, index);
    if (MOVES.test(tokens.at(index)))
      for (const at of [index - 1, index + 1])
        if (tokens.isIdentifier(at)) this.buffers.moved(frame.canonical(tokens.at(at), frame.scopeAt(index)));
    if (!tokens.isIdentifier(index)) return index + 1;
    this.results.meet(frame, index);
    if (!tokens.is(index + 1, '(')) return index + 1;
    return this.call(frame, index);
  }

  private forLoop(frame: Frame, index: number): number {
    const { tokens } = frame;
    const close = tokens.partner(index + 1);
    if (close <= index) return index + 1;
    const [from, end] = [close + 1, statementEnd(tokens, close + 1)];
    for (let at = index + 2; at < close; at++) if (tokens.isIdentifier(at)) this.results.meet(frame, at);
    const scope = frame.scopeAt(from);
    const loop = countedLoop(tokens.slice(index + 2, close), scope, this.mode);
    const before = this.calls.length;
    const known = this.buffers.size;
    const streams = this.proved.streams;
    if (!loop) {
      this.walk(frame, from, end);
      if (this.calls.length > before) this.assume(frame, index, message('cuda.loopTakenOnce'));
      return end;
    }
    for (const value of loop.values) {
      const undo = standIn(scope, loop.name, value);
      this.walk(frame, from, end);
      undo();
      const isSame = this.buffers.size === known && this.proved.streams === streams;
      if (this.calls.length === before && isSame) return end;
    }
    if (loop.omitted > 0) this.assume(frame, index, message('cuda.roundsLeftOut', { rounds: loop.omitted }));
    return end;
  }

  private whileLoop(frame: Frame, index: number): number {
    const close = frame.tokens.partner(index + 1);
    if (close <= index) return index + 1;
    this.walk(frame, index + 2, close);
    // The `while (…);` that ends a do loop has no body; its body has been walked as a block.
    if (frame.tokens.is(close + 1, ';')) return close + 2;
    const end = statementEnd(frame.tokens, close + 1);
    const before = this.calls.length;
    this.walk(frame, close + 1, end);
    if (this.calls.length > before) this.assume(frame, index, message('cuda.dataLoopTakenOnce'));
    return end;
  }

  private branch(frame: Frame, index: number): number {
    const { tokens } = frame;
    const open = tokens.is(index + 1, 'constexpr') ? index + 2 : index + 1;
    const close = tokens.partner(open);
    if (close <= index) return index + 1;
    this.walk(frame, open + 1, close);
    const condition = decided(evaluate(tokens.slice(open + 1, close), frame.scopeAt(close), this.mode));
    const thenEnd = statementEnd(tokens, close + 1);
    const hasElse = tokens.is(thenEnd, 'else');
    const elseEnd = hasElse ? statementEnd(tokens, thenEnd + 1) : thenEnd;
    const before = this.calls.length;
    const walk = (from: number, to: number): void =>
      condition === null ? this.proved.perhaps(() => this.walk(frame, from, to)) : this.walk(frame, from, to);
    if (condition !== 0) walk(close + 1, thenEnd);
    const did = this.calls.length > before;
    if (did && condition === null) this.assume(frame, index, message('cuda.branchTaken'));
    if (hasElse && (condition === 0 || (condition === null && !did))) walk(thenEnd + 1, elseEnd);
    return elseEnd;
  }

  private assume(frame: Frame, index: number, text: Words): void {
    this.noteAt(frame.unit.path, frame.line(index), text);
  }

  private noteAt(path: string, line: number, what: Words): void {
    this.note(message('kernel.at', { place: `${path}:${line}`, what }));
  }

  private note(text: Words): void {
    this.assumptions.set(plain(text), text);
  }

  private call(frame: Frame, index: number): number {
    const { tokens } = frame;
    const name = tokens.at(index).replace(/_v\d$/, '');
    const found = callArguments(tokens, index);
    if (!found) return index + 1;
    const scope = frame.scopeAt(index);
    const texts = found.args.map((range) => frame.text(range));
    if (this.runtimeCall(frame, index, name, texts, scope)) return found.close + 1;
    if (ONLY_TELLS.test(name)) {
      this.proved.called(name);
      this.results.withoutConsequence(() => this.walk(frame, index + 2, found.close));
      return found.close + 1;
    }
    const callee = this.followed(frame, index, name, found.args.length);
    if (!callee) {
      if (name === 'swap') this.buffers.swap(frame, texts, scope);
      this.proved.called(name);
      if (isLibraryWork(name)) this.calledLibrary(frame, index, name);
      return index + 1;
    }
    for (const range of found.args) this.walk(frame, range.from, range.to);
    this.follow(frame, index, callee, texts, scope);
    return found.close + 1;
  }

  /** The program makes a call, which may follow from results that it looked at, and may bring others. */
  private issue(call: HostCall): void {
    const isWork = call.kind === 'copy' || call.kind === 'kernel' || call.kind === 'memset';
    this.calls.push(isWork && this.results.takeUsed() ? { ...call, afterResults: true } : call);
    if (call.kind === 'copy' && call.direction === 'DtoH') this.results.send(call.writes[0] ?? null);
    // Copies that may be of pageable memory hold the host as well.
    if (call.kind === 'synchronize' || (call.kind === 'copy' && (call.blocking || call.pinned !== true)))
      this.results.waited();
  }

  /** The function of the workspace behind a call; null for others, and where following it would not end. */
  private followed(frame: Frame, index: number, name: string, count: number): FunctionUnit | null {
    if (frame.depth >= MAX_DEPTH) return null;
    const { unit, oneOfClasses, oneOfFiles } = calledFunction(this.workspace, frame, { index, name, count });
    if (oneOfClasses && unit !== null)
      this.assume(frame, index, message('cuda.oneOfClasses', { name: unit.outline.qualifiedName }));
    if (oneOfFiles) this.calledLibrary(frame, index, name);
    return unit;
  }

  private calledLibrary(frame: Frame, index: number, name: string): void {
    if (!this.libraryCalls.has(name))
      this.libraryCalls.set(name, { path: frame.unit.path, line: frame.line(index) });
  }

  private follow(
    frame: Frame,
    index: number,
    callee: FunctionUnit,
    texts: readonly string[],
    scope: Scope,
  ): void {
    const aliases = new Map<string, string>();
    const values: { name: string; value: number }[] = [];
    callee.outline.parameters.forEach(({ name }, position) => {
      const text = texts[position];
      if (text === undefined || name === '') return;
      // A handle that begins as null is no number: it is given one when it is made.
      if (/stream/i.test(name)) return void aliases.set(name, frame.stream(text, scope));
      const value = evaluate(text, scope, this.mode).value;
      if (value !== null) values.push({ name, value });
      else aliases.set(name, frame.canonical(text, scope) ?? text);
    });
    const object = this.objectOf(frame, index, scope);
    const code = this.workspace.text(callee.path) ?? '';
    const inner = new Frame(callee, frame.depth + 1, aliases, this.units, object, (member) =>
      makesMember(code, member),
    );
    const innerScope = inner.scopeAt(inner.tokens.count - 1);
    const undo = values.map(({ name, value }) => standIn(innerScope, name, value));
    this.body(inner);
    undo.forEach((restore) => restore());
  }

  /** The object whose method is called, by the name that the whole program knows; null where none is told. */
  private objectOf(frame: Frame, index: number, scope: Scope): string | null {
    const object = calledObject(frame.tokens, index);
    return object === 'own' ? frame.object : object && frame.canonical(frame.text(object), scope);
  }

  private runtimeCall(
    frame: Frame,
    index: number,
    name: string,
    texts: readonly string[],
    scope: Scope,
  ): boolean {
    const location = { path: frame.unit.path, line: frame.line(index) };
    const copy = COPIES[name];
    if (CALLS_HOST.test(name)) this.callsHost ??= location;
    if (/^cudaStreamCreate/.test(name)) this.proved.create(frame.stream(texts[0] ?? '', scope));
    if (copy) this.copies(frame, copy, texts, scope, location.line).forEach((call) => this.issue(call));
    else if (MEMSETS[name]) {
      const { bytes, stream } = MEMSETS[name];
      const buffer = this.buffers.identify(frame, texts[0] ?? '', scope);
      const into = this.streamOf(frame, stream, texts, scope);
      this.issue({
        kind: 'memset',
        stream: into,
        ...this.proved.of(frame, [texts[0] ?? ''], scope, into),
        bytes: productOf(bytes, texts, scope, this.mode),
        reads: [],
        writes: buffer === null ? [] : [buffer],
        location,
      });
    } else if (ALLOCATORS[name]) {
      const buffer = frame.canonical(texts[0] ?? '', scope);
      if (buffer !== null) this.buffers.set(buffer, ALLOCATORS[name]);
      this.proved.called(name);
    } else if (name === 'cudaDeviceSynchronize' || name === 'cudaThreadSynchronize')
      this.issue({ kind: 'synchronize', stream: null, location });
    else if (name === 'cudaStreamSynchronize')
      this.issue({ kind: 'synchronize', stream: frame.stream(texts[0] ?? '', scope), location });
    else if (name === 'cudaEventRecord') this.recordEvent(frame, texts, scope, location.line);
    else if (name === 'cudaStreamWaitEvent')
      this.calls.push({
        kind: 'wait',
        stream: frame.stream(texts[0] ?? '', scope),
        event: frame.event(texts[1] ?? '', scope),
        location,
      });
    else if (name === 'cudaEventSynchronize') {
      const event = frame.event(texts[0] ?? '', scope);
      this.issue({ kind: 'synchronize', stream: this.events.get(event) ?? null, location });
    } else return this.graphCall(frame, index, name, texts, scope);
    return true;
  }

  private graphCall(
    frame: Frame,
    index: number,
    name: string,
    texts: readonly string[],
    scope: Scope,
  ): boolean {
    const named = (position: number): string => frame.canonical(texts[position] ?? '', scope) ?? 'graph';
    const stream = (position: number): string => frame.stream(texts[position] ?? '', scope);
    switch (name) {
      case 'cudaStreamBeginCapture':
        this.proved.beginCapture();
        this.graphs.begin(stream(0), this.calls.length);
        return true;
      case 'cudaStreamEndCapture':
        this.proved.endCapture();
        this.graphs.end(stream(0), named(1), this.calls);
        return true;
      case 'cudaGraphInstantiate':
      case 'cudaGraphInstantiateWithFlags':
        this.graphs.instantiate(named(0), named(1));
        return true;
      case 'cudaGraphLaunch':
        this.graphs.launched(named(0), stream(1)).forEach((call) => this.issue(call));
        return true;
    }
    if (!/^cudaGraphAdd\w*Node\w*$/.test(name)) return false;
    const line = frame.line(index);
    const copy = COPY_NODES[name];
    if (name === 'cudaGraphAddMemsetNode')
      this.graphs.add(named(1), this.memsetNode(frame, texts[4] ?? '', scope, line));
    else if (copy !== undefined)
      for (const call of this.copies(frame, copy, texts, scope, line))
        this.graphs.add(named(1), { ...call, blocking: false });
    else this.assume(frame, index, message('cuda.graphNodeLeftOut', { name }));
    return true;
  }

  /** `cudaGraphAddMemsetNode(&node, graph, dependencies, count, &parameters)`. */
  private memsetNode(frame: Frame, parameters: string, scope: Scope, line: number): HostCall {
    const owner = withoutTrailing(parameters.replace(/^[&\s(]+/, ''), ')');
    const sizes = MEMSET_NODE_BYTES.map((name) => `${owner}.${name}`);
    // What the member was given is the unknown that it stands for.
    const [target, ...more] = evaluate(`${owner}.dst`, scope, this.mode).unknowns;
    const isKnown = target !== undefined && more.length === 0 && target !== `${owner}.dst`;
    const buffer = isKnown ? this.buffers.identify(frame, target, scope) : null;
    return {
      kind: 'memset',
      stream: 'default',
      bytes: productOf([0, 1, 2], sizes, scope, this.mode),
      reads: [],
      writes: buffer === null ? [] : [buffer],
      location: { path: frame.unit.path, line },
    };
  }

  private recordEvent(frame: Frame, texts: readonly string[], scope: Scope, line: number): void {
    const event = frame.event(texts[0] ?? '', scope);
    const stream = frame.stream(texts[1] ?? '', scope);
    this.events.set(event, stream);
    this.calls.push({ kind: 'record', stream, event, location: { path: frame.unit.path, line } });
  }

  private streamOf(frame: Frame, position: number | null, texts: readonly string[], scope: Scope): string {
    return position === null ? 'default' : frame.stream(texts[position] ?? '', scope);
  }

  /** The copy that a call makes; none where its direction is not known, which is said. */
  private copies(
    frame: Frame,
    signature: CopySignature,
    texts: readonly string[],
    scope: Scope,
    line: number,
  ): readonly CopyCall[] {
    const target = this.buffers.identify(frame, texts[signature.target] ?? '', scope);
    const source = this.buffers.identify(frame, texts[signature.source] ?? '', scope);
    const kind = typeof signature.kind === 'string' ? signature.kind : (texts[signature.kind] ?? '');
    const direction =
      DIRECTIONS[kind] ??
      (/^(HtoD|DtoH|DtoD)$/.test(kind) ? (kind as 'HtoD') : this.buffers.directionOf(target, source));
    if (!direction) {
      this.noteAt(frame.unit.path, line, message('cuda.copyLeftOut'));
      return [];
    }
    const host =
      direction === 'HtoD'
        ? texts[signature.source]
        : direction === 'DtoH'
          ? texts[signature.target]
          : undefined;
    const stream = this.streamOf(frame, signature.stream, texts, scope);
    const ends = [texts[signature.target] ?? '', texts[signature.source] ?? ''];
    const call: CopyCall = {
      kind: 'copy',
      stream,
      ...this.proved.of(frame, ends, scope, stream),
      direction,
      bytes: productOf(signature.bytes, texts, scope, this.mode),
      pinned: host === undefined ? true : this.buffers.isPinned(frame, host, scope),
      blocking: signature.stream === null,
      reads: source === null ? [] : [source],
      writes: target === null ? [] : [target],
      location: { path: frame.unit.path, line },
    };
    return [call];
  }

  private launch(frame: Frame, site: LaunchSite): void {
    const scope = frame.scopeAt(site.index);
    const line = frame.line(site.index);
    const callee = site.calleeText ?? frame.text(site.callee);
    // Several launches may stand on one line; a macro's name is not that of the kernel that it launches.
    const here =
      this.workspace.file(frame.unit.path)?.launches.filter((launch) => launch.line === line) ?? [];
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
    const call: HostCall = {
      kind: 'kernel',
      stream,
      ...this.proved.of(frame, given, scope, stream),
      callee: handedOn ?? (isNode && indexed !== undefined ? indexed.callee : callee),
      kernelIds: indexed?.kernelIds ?? [],
      grid: asWritten ? indexed.grid : evaluateDim3(config(0), scope, this.mode),
      block: asWritten ? indexed.block : evaluateDim3(config(1), scope, this.mode),
      sharedBytes: asWritten
        ? indexed.sharedBytes
        : config(2) === ''
          ? known(0)
          : evaluate(config(2), scope, this.mode),
      arguments: isNode
        ? (indexed?.arguments ?? []).map(({ text }) => this.buffers.identify(frame, text, scope))
        : given.map((text) => this.buffers.identify(frame, text, scope)),
      location: { path: frame.unit.path, line },
    };
    if (site.graph === undefined) this.issue(call);
    else this.graphs.add(frame.canonical(frame.text(site.graph), scope) ?? 'graph', call);
  }
}

/** A callee without what is in front of its name, and without template arguments. */
function kernelName(callee: string): string | null {
  return lastIdentifier(withoutLastArguments(callee.trimEnd()));
}

/** The value of a condition; a program that is started as it wants to be may well have arguments. */
function decided({ value, notes }: SymbolicValue): number | null {
  return notes?.some((note) => isMessage(note) && note.say === NO_ARGUMENTS.say) ? null : value;
}
