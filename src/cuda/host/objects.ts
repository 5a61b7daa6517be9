import type { EvaluationMode } from '../constants/evaluation';
import type { Scope, TypeMember } from '../constants/scope';
import { classOf } from '../structure/calledClass';
import { isConstructor } from '../structure/outline';
import type { FunctionUnit } from '../workspace';
import { boundTo } from './boundTo';
import type { HostState } from './deviceCalls';
import { Frame, type ReadUnits } from './frame';
import { classSymbol, classWritten } from './getter';
import { initialisers } from './initialisers';

const HANDLE = /\b(?:cudaStream_t|CUstream|cudaEvent_t|CUevent)\b/;
const NULL = /^(?:|0|NULL|nullptr)$/;
/** Objects within objects that are made. */
const MAX_WITHIN = 6;

/** An object that is made: where, of which class, by which name and from which arguments. */
export interface MadeObject {
  readonly frame: Frame;
  readonly scope: Scope;
  readonly type: string;
  /** Null where nothing tells what it is given to. */
  readonly name: string | null;
  readonly texts: readonly string[];
}

/** Makes objects of the workspace's classes: their members, and what their constructors do. */
export class Objects {
  private readonly constructors = new Map<string, readonly FunctionUnit[]>();
  private readonly made = new Map<string, boolean>();

  constructor(
    private readonly state: HostState,
    private readonly units: ReadUnits,
    private readonly mode: EvaluationMode,
    /** Follows a constructor, with the numbers that its parameters have. */
    private readonly follow: (inner: Frame, values: readonly { name: string; value: number }[]) => void,
  ) {}

  /** Whether objects of a class do something when they are made. */
  isMade = (frame: Frame, type: string, index: number): boolean => {
    const { path } = frame.unit;
    return this.made.get(`${path} ${type}`) ?? this.hasMade(type, path, frame.scopeAt(index));
  };

  private hasMade(type: string, path: string, scope: Scope): boolean {
    const key = `${path} ${type}`;
    let isMade = this.made.get(key);
    if (isMade !== undefined) return isMade;
    // A class that is met within itself has nothing more to make.
    this.made.set(key, false);
    isMade =
      this.constructorsOf(type, path).length > 0 ||
      (classSymbol(scope, type)?.members ?? []).some((one) => this.classOfMember(one, path, scope) !== null);
    this.made.set(key, isMade);
    return isMade;
  }

  /** The object whose method a program is has been made before: by its only constructor, whatever that is handed. */
  makeOwn(frame: Frame): void {
    const type = classOf(frame.unit.outline);
    const [unit, ...others] = type === null ? [] : this.constructorsOf(type, frame.unit.path);
    if (type === null || unit === undefined || others.length > 0 || isConstructor(frame.unit.outline)) return;
    const texts = unit.outline.parameters.map(({ name }) => name);
    this.make({ frame, scope: frame.scopeAt(0), type, name: '', texts });
  }

  make({ frame, scope, type, name, texts }: MadeObject, within = 0): void {
    const unit = this.constructorOf(type, frame.unit.path, texts.length);
    const given = { frame, texts, scope, mode: this.mode };
    const { aliases, values } = boundTo(unit?.outline.parameters ?? [], given);
    const { handles } = this.state;
    const inner =
      unit === null ? frame : new Frame(unit, frame.depth + 1, aliases, this.units, handles, name);
    const innerScope = unit === null ? scope : inner.scopeAt(inner.tokens.count - 1);
    if (name !== null && within < MAX_WITHIN) {
      const list =
        unit === null ? new Map<string, readonly string[]>() : initialisers(inner.tokens, unit.name);
      for (const member of classSymbol(scope, type)?.members ?? []) {
        const own = {
          frame: inner,
          scope: innerScope,
          name: name === '' ? member.name : `${name}.${member.name}`,
        };
        this.member(own, member, list.get(member.name), within);
      }
    }
    if (unit !== null) this.follow(inner, values);
  }

  private member(
    own: Pick<MadeObject, 'frame' | 'scope'> & { readonly name: string },
    member: TypeMember,
    given: readonly string[] | undefined,
    within: number,
  ): void {
    const { handles } = this.state;
    const type = this.classOfMember(member, own.frame.unit.path, own.scope);
    if (type !== null) return this.make({ ...own, type, texts: given ?? [] }, within + 1);
    const text = given === undefined ? member.default : (given[0] ?? '');
    if (text === undefined || !HANDLE.test(member.type) || /[*<]/.test(member.type)) return;
    if (NULL.test(text.trim())) handles.cleared(own.name);
    else handles.give(own.name, own.frame.stream(text, own.scope));
  }

  /** The class of a member that is made with its object; null for numbers, pointers and lists. */
  private classOfMember({ type, extents }: TypeMember, path: string, scope: Scope): string | null {
    const name = extents.length > 0 || /[*&<]/.test(type) ? null : classWritten(type, '');
    return name !== null && this.hasMade(name, path, scope) ? name : null;
  }

  /** The constructor of a class that takes so many arguments, some perhaps by default; null where there is none. */
  private constructorOf(type: string, path: string, count: number): FunctionUnit | null {
    const fits = this.constructorsOf(type, path).find(({ outline: { parameters } }) => {
      const needed = parameters.filter((each) => each.default === undefined).length;
      return needed <= count && count <= parameters.length;
    });
    return fits ?? null;
  }

  private constructorsOf(type: string, path: string): readonly FunctionUnit[] {
    const key = `${path} ${type}`;
    let units = this.constructors.get(key);
    if (units === undefined) {
      const { workspace } = this.state;
      const isOne = (unit: FunctionUnit): boolean =>
        isHostConstructor(unit) && classOf(unit.outline) === type;
      units = workspace.functionsNamed(type, path).filter(isOne);
      if (units.length === 0) units = this.definedElsewhere(type).filter(isOne);
      this.constructors.set(key, units);
    }
    return units;
  }

  /** Functions of the one other file that may define the constructors of a class; none where several may. */
  private definedElsewhere(type: string): readonly FunctionUnit[] {
    const { workspace } = this.state;
    const files = workspace
      .filesMentioning(type)
      .map((path) =>
        workspace.functions(path).filter((unit) => unit.name === type && isHostConstructor(unit)),
      )
      .filter((units) => units.length > 0);
    return files.length === 1 ? files[0]! : [];
  }
}

const isHostConstructor = ({ kind, inactive, outline }: FunctionUnit): boolean =>
  kind === 'host' && inactive === null && isConstructor(outline);
