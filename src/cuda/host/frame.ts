import type { SourceLocation } from '../../kernel/origin';
import { evaluateNumber } from '../constants/evaluate';
import type { EvaluationMode } from '../constants/evaluation';
import type { Scope } from '../constants/scope';
import { foldText, type TokenRange } from '../syntax/angles';
import { tokenize } from '../syntax/lexer';
import type { Tokens } from '../syntax/tokens';
import { isConstructor } from '../structure/outline';
import { findLaunches, type LaunchSite } from '../structure/launches';
import type { CudaWorkspace, FunctionUnit } from '../workspace';
import { classOf } from '../structure/calledClass';
import { standIn } from '../constants/standIn';
import { boundTo } from './boundTo';
import { baseName } from './callArguments';
import { madeMembers } from './calledObject';
import { chosenBranch } from './chosenBranch';
import { classSymbol, getterCall, type GetterCall } from './getter';
import { handlePath, type HandlePath } from './handlePath';
import { LEGACY_STREAM, PER_THREAD_STREAM, type Handles } from './handles';

const DEFAULT_STREAMS = new Set(['', '0', 'NULL', 'nullptr', 'cudaStreamDefault']);
const OTHER_STREAMS: Readonly<Record<string, string>> = {
  cudaStreamLegacy: LEGACY_STREAM,
  cudaStreamPerThread: PER_THREAD_STREAM,
};

/** Calls within calls up to which getters are looked through. */
const MAX_GETTERS = 32;

/** A function as it is walked through. */
interface ReadUnit {
  readonly tokens: Tokens;
  readonly sites: ReadonlyMap<number, LaunchSite>;
}

/** Functions that one program follows, each read once: in loops a function is followed round by round. */
export class ReadUnits {
  private readonly read = new Map<FunctionUnit, ReadUnit>();
  private readonly made = new Map<string, ReadonlySet<string>>();

  constructor(
    private readonly workspace: CudaWorkspace,
    /** How sizes and conditions are evaluated. */
    readonly mode: EvaluationMode,
  ) {}

  /** What is put behind names of what the thread of the host that is followed has for itself; empty outside of these. */
  thread = '';

  of(unit: FunctionUnit): ReadUnit {
    const known = this.read.get(unit);
    if (known !== undefined) return known;
    const tokens = tokenize(unit.text, false);
    const sites = new Map(findLaunches(tokens).sites.map((site) => [site.index, site]));
    this.read.set(unit, { tokens, sites });
    return { tokens, sites };
  }

  /** The getter that a text calls in a function; null for other texts. */
  getter(caller: FunctionUnit, text: string, scope: Scope): GetterCall | null {
    return getterCall(this.workspace, { caller, scope }, text, (unit) => this.of(unit).tokens);
  }

  /** Whether objects make this member for themselves: a stream or an event that is handed in may be another's as well. */
  isOwn(path: string, member: string): boolean {
    let made = this.made.get(path);
    if (made === undefined) this.made.set(path, (made = madeMembers(this.workspace.text(path) ?? '')));
    return made.has(member);
  }
}

/** One function on the way: its tokens, and what its parameters are called by the caller. */
export class Frame {
  readonly tokens: Tokens;
  /** The thread of the host that the function was entered in. */
  private readonly thread: string;
  private readonly sites: ReadonlyMap<number, LaunchSite>;

  /** What encloses the lambda that is walked through. */
  private around: Scope | null = null;

  constructor(
    readonly unit: FunctionUnit,
    readonly depth: number,
    /** Canonical names of buffers, streams and events by parameter. */
    private readonly aliases: Map<string, string>,
    private readonly units: ReadUnits,
    /** Streams and events of the whole program under other names. */
    private readonly handles: Handles,
    /** The object whose method it is, where the whole program knows it by a name; empty for that of the program itself. */
    readonly object: string | null = null,
  ) {
    ({ tokens: this.tokens, sites: this.sites } = units.of(unit));
    this.thread = units.thread;
  }

  /** How sizes and conditions are evaluated. */
  get mode(): EvaluationMode {
    return this.units.mode;
  }

  siteAt(index: number): LaunchSite | undefined {
    return this.sites.get(index);
  }

  text(range: TokenRange): string {
    return foldText(this.tokens.slice(range.from, range.to));
  }

  scopeAt(index: number): Scope {
    return this.unit.scopeAt(this.tokens.start(index));
  }

  private line(index: number): number {
    return this.unit.rangeOf(this.tokens.start(index), this.tokens.end(index)).startLine;
  }

  location(index: number): SourceLocation {
    return { path: this.unit.path, line: this.line(index) };
  }

  /** The name under which the whole program knows what an expression points to; null when it names nothing. */
  canonical(text: string, scope: Scope): string | null {
    const base = baseName(text);
    if (base === null) return null;
    const [, root, rest, index] = /^([A-Za-z_]\w*)((?:[^\w[][^[]*)?)(?:\[([^\]]*)\])?$/.exec(base) ?? [];
    if (root === undefined) return null;
    const isShared = this.depth === 0 || scope.lookup(root)?.scope.parent === null;
    const own = isShared ? `${root}${this.ofLambda(root, scope)}` : `${this.ownNames}${root}`;
    const name = this.aliases.get(root) ?? own;
    if (index === undefined) return `${name}${rest ?? ''}`;
    return `${name}${rest ?? ''}[${evaluateNumber(index, scope).value ?? index}]`;
  }

  /** What stands in front of the names of the function's own variables. */
  get ownNames(): string {
    return `${this.unit.outline.qualifiedName}${this.thread}.`;
  }

  /** What tells apart a variable of a lambda that threads run, each of which has its own; empty for others. */
  private ofLambda(name: string, scope: Scope): string {
    if (this.units.thread === this.thread || this.around === null) return '';
    const found = scope.lookup(name);
    return found === null || isAround(found.scope, this.around) ? '' : this.units.thread;
  }

  /** Runs `act`, which walks through a lambda or block within this function that threads run. */
  inLambda(around: Scope, act: () => void): void {
    const before = this.around;
    this.around = around;
    act();
    this.around = before;
  }

  /** Whether a name is that of a parameter: what stands there for the caller may be a part of what it names. */
  isHandedIn(name: string): boolean {
    return this.aliases.has(name);
  }

  /** Runs `act` while parameters of a lambda stand for what is handed to them. */
  duringAll([first, ...others]: readonly (readonly [name: string, stands: string])[], act: () => void): void {
    if (first === undefined) act();
    else this.during(...first, () => this.duringAll(others, act));
  }

  /** Runs `act` while a variable stands for an element of a list. */
  during(name: string, element: string, act: () => void): void {
    const before = this.aliases.get(name);
    this.aliases.set(name, element);
    act();
    if (before === undefined) this.aliases.delete(name);
    else this.aliases.set(name, before);
  }

  /** The kernel that the caller hands on under this name of a parameter; null for other names. */
  handedOn(name: string): string | null {
    return this.aliases.get(name)?.split('.').at(-1) ?? null;
  }

  stream(text: string, scope: Scope): string {
    const bare = chosenBranch(text, scope, this.mode).replace(/^\(\s*cudaStream_t\s*\)\s*/, '');
    const known = DEFAULT_STREAMS.has(bare) ? this.handles.defaultStream : OTHER_STREAMS[bare];
    if (known === PER_THREAD_STREAM) return `${known}${this.units.thread}`;
    return known ?? this.handle(bare, scope) ?? bare;
  }

  event(text: string, scope: Scope): string {
    return this.handle(text, scope) ?? 'event';
  }

  /** A stream or an event, by the name that it was made with. */
  private handle(text: string, scope: Scope): string | null {
    const handed = this.handedOut(text, scope);
    if (handed !== null) return handed;
    const name = this.handleName(text, scope);
    return name === null ? null : this.handles.of(name);
  }

  /** The stream or event that a text has a getter hand out; null where it calls none. */
  handedOut(text: string, scope: Scope): string | null {
    const call = this.depth < MAX_GETTERS ? this.units.getter(this.unit, text, scope) : null;
    if (call === null) return null;
    const given = { frame: this, texts: call.arguments, scope, mode: this.mode };
    const { aliases, values } = boundTo(call.unit.outline.parameters, given);
    const object = call.object === null ? this.object : this.objectName(call.object, scope);
    const inner = new Frame(call.unit, this.depth + 1, aliases, this.units, this.handles, object);
    const innerScope = inner.scopeAt(inner.tokens.count - 1);
    const undo = values.map(({ name, value }) => standIn(innerScope, name, value));
    const handle = inner.stream(call.result, innerScope);
    undo.toReversed().forEach((restore) => restore());
    return handle;
  }

  /** The name of an object, whatever names variables give it. */
  objectName(text: string, scope: Scope): string | null {
    if (/^\*?\s*this$/.test(text.trim())) return this.object;
    const name = this.handleName(text, scope);
    return name === null ? null : this.handles.of(name);
  }

  /**
   * The name of a variable for a stream or an event, whatever it was given: of a member by its object.
   *
   * @param isGiven whether it is given something here
   */
  handleName(text: string, scope: Scope, isGiven = false): string | null {
    const valueOf = (index: string): string =>
      /^["']/.test(index) ? index : String(evaluateNumber(index, scope, this.mode).value ?? '*');
    const path = handlePath(text, valueOf);
    if (path === null) return this.canonical(text, scope);
    const root = this.rootName(path, scope, isGiven);
    if (root === null) return null;
    return path.rest === '' ? root : `${this.handles.of(root)}${path.rest}`;
  }

  private rootName({ root, isOwn, isQualified }: HandlePath, scope: Scope, isGiven: boolean): string | null {
    const alias = isOwn ? undefined : this.aliases.get(root);
    if (alias !== undefined || isQualified) return alias ?? root;
    const isMember = this.object !== null && (isOwn || this.isMember(root, scope));
    const ofObject = isMember ? this.ofObject(root, isGiven) : null;
    return ofObject ?? this.canonical(root, scope);
  }

  /** A member by the object, where that is known to have made it or to have been given it; null for others. */
  private ofObject(member: string, isGiven: boolean): string | null {
    const name = this.object === '' ? member : `${this.object}.${member}`;
    const { outline, path } = this.unit;
    const isTold =
      isGiven || isConstructor(outline) || this.units.isOwn(path, member) || this.handles.knows(name);
    return isTold ? name : null;
  }

  /** Whether a name is that of a member of the object whose method this is. */
  private isMember(name: string, scope: Scope): boolean {
    const { outline, path } = this.unit;
    const found = scope.lookup(name);
    if (found !== null && found.scope.parent !== null && !isAround(found.scope, outline.scope)) return false;
    const members = classSymbol(scope, classOf(outline) ?? '')?.members ?? [];
    return members.some((member) => member.name === name) || this.units.isOwn(path, name);
  }
}

/** Whether a scope is another one, or encloses it. */
function isAround(outer: Scope, inner: Scope): boolean {
  for (let scope: Scope | null = inner; scope !== null; scope = scope.parent)
    if (scope === outer) return true;
  return false;
}
