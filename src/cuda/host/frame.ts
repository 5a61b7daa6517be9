import type { SourceLocation } from '../../kernel/origin';
import { evaluateNumber } from '../constants/evaluate';
import type { Scope } from '../constants/scope';
import { foldText, type TokenRange } from '../syntax/angles';
import { tokenize } from '../syntax/lexer';
import type { Tokens } from '../syntax/tokens';
import { findLaunches, type LaunchSite } from '../structure/launches';
import type { CudaWorkspace, FunctionUnit } from '../workspace';
import { baseName } from './callArguments';
import { madeMembers } from './calledObject';
import { chosenBranch } from './chosenBranch';
import { LEGACY_STREAM, PER_THREAD_STREAM, type Handles } from './handles';

const DEFAULT_STREAMS = new Set(['', '0', 'NULL', 'nullptr', 'cudaStreamDefault']);
const OTHER_STREAMS: Readonly<Record<string, string>> = {
  cudaStreamLegacy: LEGACY_STREAM,
  cudaStreamPerThread: PER_THREAD_STREAM,
};

/** A function as it is walked through. */
interface ReadUnit {
  readonly tokens: Tokens;
  readonly sites: ReadonlyMap<number, LaunchSite>;
}

/** Functions that one program follows, each read once: in loops a function is followed round by round. */
export class ReadUnits {
  private readonly read = new Map<FunctionUnit, ReadUnit>();
  private readonly made = new Map<string, ReadonlySet<string>>();

  constructor(private readonly workspace: CudaWorkspace) {}

  of(unit: FunctionUnit): ReadUnit {
    const known = this.read.get(unit);
    if (known !== undefined) return known;
    const tokens = tokenize(unit.text, false);
    const sites = new Map(findLaunches(tokens).sites.map((site) => [site.index, site]));
    this.read.set(unit, { tokens, sites });
    return { tokens, sites };
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
  private readonly sites: ReadonlyMap<number, LaunchSite>;

  constructor(
    readonly unit: FunctionUnit,
    readonly depth: number,
    /** Canonical names of buffers, streams and events by parameter. */
    private readonly aliases: Map<string, string>,
    private readonly units: ReadUnits,
    /** Streams and events of the whole program under other names. */
    private readonly handles: Handles,
    /** The object whose method it is, where the whole program knows it by a name. */
    readonly object: string | null = null,
  ) {
    ({ tokens: this.tokens, sites: this.sites } = units.of(unit));
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
    const name = this.aliases.get(root) ?? (isShared ? root : `${this.ownNames}${root}`);
    if (index === undefined) return `${name}${rest ?? ''}`;
    return `${name}${rest ?? ''}[${evaluateNumber(index, scope).value ?? index}]`;
  }

  /** What stands in front of the names of the function's own variables. */
  get ownNames(): string {
    return `${this.unit.outline.qualifiedName}.`;
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
    const bare = chosenBranch(text, scope).replace(/^\(\s*cudaStream_t\s*\)\s*/, '');
    if (DEFAULT_STREAMS.has(bare)) return this.handles.defaultStream;
    return OTHER_STREAMS[bare] ?? this.handle(bare, scope) ?? bare;
  }

  event(text: string, scope: Scope): string {
    return this.handle(text, scope) ?? 'event';
  }

  /** A stream or an event: members that an object makes for itself are known by the object. */
  private handle(text: string, scope: Scope): string | null {
    const name = this.handleName(text, scope);
    return name === null ? null : this.handles.of(name);
  }

  /** The name of a variable for a stream or an event, whatever it was given. */
  handleName(text: string, scope: Scope): string | null {
    const member = /^(?:this\s*->\s*)?([A-Za-z_]\w*)$/.exec(text.replace(/^[\s&]+/, '').trim())?.[1];
    const isMember = this.object !== null && member !== undefined && !this.aliases.has(member);
    return isMember && this.units.isOwn(this.unit.path, member)
      ? `${this.object}.${member}`
      : this.canonical(text, scope);
  }
}
