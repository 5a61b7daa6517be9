import type { Words } from '../../kernel/message';
import type { Launch, LaunchKind } from '../../kernel/kernel';
import { known, type SymbolicDim3, type SymbolicValue } from '../../kernel/symbolic';
import { evaluate, evaluateDim3 } from '../constants/evaluate';
import type { EvaluationMode } from '../constants/evaluation';
import { resolvedType } from '../constants/resolvedType';
import type { Scope } from '../constants/scope';
import { bareType } from '../constants/types';
import { closeAngle, foldText, openAngle, splitCommas, type TokenRange } from '../syntax/angles';
import { bracedList, elementFor, splitText } from '../syntax/braces';
import { endOfConfiguration } from '../syntax/chevrons';
import { tokenize } from '../syntax/lexer';
import type { Tokens } from '../syntax/tokens';
import { DEFAULT_STREAM, evaluateWritten } from './kernels';
import { launchAttributes } from './launchAttributes';
import { reachingValues } from './launchTargets';
import type { UnitText } from './unitText';

/** A launch that is repeated is described as it is the first time. */
export const FIRST_TIME: EvaluationMode = { firstTime: true };

/** A launch as the text has it, before it is joined to kernels. */
export interface LaunchSite {
  readonly kind: LaunchKind;
  /** Token at which it stands, for its scope. */
  readonly index: number;
  readonly whole: TokenRange;
  readonly callee: TokenRange;
  /** What is launched, where that is a member of the configuration. */
  readonly calleeText?: string;
  /** For a node of a graph: the graph. */
  readonly graph?: TokenRange;
  /** Configuration arguments in the order grid, block, shared bytes, stream; or the config variable. */
  readonly config: readonly TokenRange[];
  readonly configRange: TokenRange;
  readonly arguments: readonly TokenRange[];
}

/** Start of the callee that ends in front of `<<<`. */
function calleeStart(tokens: Tokens, chevron: number): number {
  let index = chevron - 1;
  for (;;) {
    if (tokens.is(index, '>')) {
      const open = openAngle(tokens, index);
      if (open < 0) return -1;
      index = open - 1;
      if (tokens.is(index, 'template')) index--;
    } else if (tokens.is(index, ')') || tokens.is(index, ']')) {
      const open = tokens.partner(index);
      if (open < 0) return -1;
      if (tokens.is(index, ')') && !tokens.isIdentifier(open - 1)) return open;
      index = open - 1;
      continue;
    }
    if (!tokens.isIdentifier(index)) return -1;
    const before = tokens.at(index - 1);
    if (before === 'template') index--;
    const link = tokens.at(index - 1);
    if (link === '::' && !tokens.isIdentifier(index - 2) && !tokens.is(index - 2, '>')) return index - 1;
    if (link !== '::' && link !== '.' && link !== '->') return index;
    index -= 2;
  }
}

function chevronLaunch(tokens: Tokens, chevron: number): LaunchSite | null {
  const from = calleeStart(tokens, chevron);
  const end = endOfConfiguration(tokens, chevron + 1);
  if (from < 0 || end < 0) return null;
  const close = tokens.partner(end + 3);
  if (close < 0) return null;
  return {
    kind: 'triple-chevron',
    index: chevron,
    whole: { from, to: close + 1 },
    callee: { from, to: chevron },
    config: splitCommas(tokens, chevron + 1, end),
    configRange: { from: chevron + 1, to: end },
    arguments: splitCommas(tokens, end + 4, close),
  };
}

/** Launch functions of the runtime: where the kernel stands and what its arguments are. */
const FUNCTIONS: Readonly<Record<string, { kind: LaunchKind; config: boolean }>> = {
  cudaLaunchKernel: { kind: 'cudaLaunchKernel', config: false },
  cudaLaunchCooperativeKernel: { kind: 'cooperative', config: false },
  cudaLaunchKernelEx: { kind: 'cudaLaunchKernelEx', config: true },
  cudaLaunchKernelExC: { kind: 'cudaLaunchKernelEx', config: true },
};

function functionLaunch(tokens: Tokens, index: number): LaunchSite | null {
  const form = FUNCTIONS[tokens.at(index)];
  const open =
    form === undefined ? -1 : tokens.is(index + 1, '<') ? closeAngle(tokens, index + 1) + 1 : index + 1;
  if (form === undefined || !tokens.is(open, '(')) return null;
  const close = tokens.partner(open);
  const args = close < 0 ? [] : splitCommas(tokens, open + 1, close);
  const isDeclaration = tokens.isIdentifier(index - 1) && !/^(return|else|do)$/.test(tokens.at(index - 1));
  if (args.length < 2 || isDeclaration) return null;
  const from = tokens.is(index - 1, '::') ? index - (tokens.isIdentifier(index - 2) ? 2 : 1) : index;
  const base = { kind: form.kind, index, whole: { from, to: close + 1 } };
  if (form.config) {
    const [config, callee, ...rest] = args;
    return {
      ...base,
      callee: kernelOperand(tokens, callee!),
      config: [config!],
      configRange: config!,
      arguments: rest,
    };
  }
  const [callee, grid, block, values, shared, stream] = args;
  if (grid === undefined || block === undefined) return null;
  const config = [grid, block, ...(shared ? [shared] : []), ...(stream ? [stream] : [])];
  return {
    ...base,
    callee: kernelOperand(tokens, callee!),
    config,
    configRange: { from: grid.from, to: block.to },
    arguments: values === undefined ? [] : [values],
  };
}

/** `cudaGraphAddKernelNode(&node, graph, dependencies, count, &parameters)`: a launch each time that the graph is. */
function graphNode(tokens: Tokens, index: number): LaunchSite | null {
  const name = tokens.at(index);
  const prefix = { cudaGraphAddKernelNode: '', cudaGraphAddNode: 'kernel.' }[name];
  const close = tokens.partner(index + 1);
  if (prefix === undefined || !tokens.is(index + 1, '(') || close < 0) return null;
  const args = splitCommas(tokens, index + 2, close);
  const [graph, config] = [args[1], args.at(-1)];
  if (graph === undefined || config === undefined || args.length < 5) return null;
  const variable = foldText(tokens.slice(config.from, config.to)).replace(/^&\s*/, '');
  if (!/^[A-Za-z_]\w*$/.test(variable)) return null;
  return {
    kind: 'graph-node',
    index,
    whole: { from: index, to: close + 1 },
    callee: config,
    calleeText: `${variable}.${prefix}func`,
    graph,
    config: [config],
    configRange: config,
    arguments: [],
  };
}

/** `(void *)&kernel<T>` and `reinterpret_cast<void *>(kernel)` name the kernel inside. */
function kernelOperand(tokens: Tokens, range: TokenRange): TokenRange {
  let { from } = range;
  let { to } = range;
  for (;;) {
    if (tokens.is(from, '&') || tokens.is(from, '*')) {
      from++;
    } else if (tokens.is(from, '(') && tokens.partner(from) > 0 && tokens.partner(from) < to - 1) {
      from = tokens.partner(from) + 1;
    } else if (tokens.is(from, '(') && tokens.partner(from) === to - 1) {
      from++;
      to--;
    } else if (/_cast$/.test(tokens.at(from)) && tokens.is(from + 1, '<')) {
      const close = closeAngle(tokens, from + 1);
      if (close < 0 || !tokens.is(close + 1, '(') || tokens.partner(close + 1) !== to - 1)
        return { from, to };
      from = close + 2;
      to--;
    } else {
      return { from, to };
    }
  }
}

/** The tokens at which something may be launched. */
export function findLaunches(tokens: Tokens): { sites: LaunchSite[]; unread: TokenRange[] } {
  const sites: LaunchSite[] = [];
  const unread: TokenRange[] = [];
  for (let index = 0; index < tokens.count; index++) {
    if (tokens.is(index, '<<<')) {
      const site = chevronLaunch(tokens, index);
      if (site !== null) sites.push(site);
      else unread.push({ from: Math.max(0, index - 1), to: index + 1 });
    } else if (tokens.isIdentifier(index) && tokens.text.startsWith('cudaLaunch', tokens.start(index))) {
      const site = functionLaunch(tokens, index);
      if (site !== null) sites.push(site);
    } else if (tokens.isIdentifier(index) && tokens.text.startsWith('cudaGraphAdd', tokens.start(index))) {
      const site = graphNode(tokens, index);
      if (site !== null) sites.push(site);
    }
  }
  return { sites, unread };
}

/** Array elements behind the `void *args[]` of `cudaLaunchKernel`: `{&a, &b}` gives `a` and `b`. */
function packedArguments(written: string, scope: Scope, mode: EvaluationMode): SymbolicValue[] {
  const name = foldText(written);
  const symbol = scope.lookup(name.replace(/^\(void\s*\*\*\)\s*&?/, ''))?.symbol;
  const text = symbol?.kind === 'variable' ? symbol.values[0]?.text : undefined;
  const inner = /^\s*\{([\s\S]*)\}\s*$/.exec(text ?? '')?.[1];
  if (inner === undefined) return [];
  return splitText(inner).map((part) => {
    const argument = part.replace(/^[\s&]*(\((const )?void\s*\*\))?[\s&]*/, '').trim();
    return evaluate(argument, scope, mode);
  });
}

interface Configuration {
  readonly grid: SymbolicDim3;
  readonly block: SymbolicDim3;
  readonly sharedBytes: SymbolicValue;
  readonly stream: SymbolicValue;
}

function extents(
  unit: UnitText,
  range: TokenRange | undefined,
  scope: Scope,
  mode: EvaluationMode,
): SymbolicDim3 {
  const text = range === undefined ? '' : unit.tokens.slice(range.from, range.to);
  const [x, y, z] = evaluateDim3(text, scope, mode);
  const scalar = range !== undefined && x.text === foldText(text);
  return scalar ? [{ ...x, text: unit.written(range) }, y, z] : [x, y, z];
}

function fromArguments(
  unit: UnitText,
  config: readonly TokenRange[],
  scope: Scope,
  mode: EvaluationMode,
): Configuration {
  const [grid, block, shared, stream] = config;
  const value = (range: TokenRange | undefined, fallback: SymbolicValue, how: EvaluationMode) =>
    range === undefined ? fallback : evaluateWritten(unit, range, scope, how);
  return {
    grid: extents(unit, grid, scope, mode),
    block: extents(unit, block, scope, mode),
    sharedBytes: value(shared, known(0), mode),
    stream: value(stream, DEFAULT_STREAM, {}),
  };
}

/** Members of a structure that describes a launch, each with its place in an initialiser. */
interface ConfigMembers {
  readonly grid: readonly [path: string, place: number];
  readonly block: readonly [path: string, place: number];
  readonly sharedBytes: readonly [path: string, place: number];
  readonly stream: readonly [path: string, place: number];
}

/** Of a `cudaLaunchConfig_t`. */
const CONFIG: ConfigMembers = {
  grid: ['gridDim', 0],
  block: ['blockDim', 1],
  sharedBytes: ['dynamicSmemBytes', 2],
  stream: ['stream', 3],
};

/** Of `cudaKernelNodeParams`, which has no stream. */
function nodeMembers(prefix: string): ConfigMembers {
  return {
    grid: [`${prefix}gridDim`, 1],
    block: [`${prefix}blockDim`, 2],
    sharedBytes: [`${prefix}sharedMemBytes`, 3],
    stream: [`${prefix}stream`, NaN],
  };
}

/** The members of a structure that describes a launch, set one by one or in its initialiser. */
function fromConfigVariable(
  name: string,
  members: ConfigMembers,
  scope: Scope,
  mode: EvaluationMode,
): Configuration {
  const symbol = scope.lookup(name)?.symbol;
  const initial = symbol?.kind === 'variable' ? symbol.values[0]?.text : undefined;
  const member = (path: string, index: number): string => {
    const assigned = scope.lookup(`${name}.${path}`)?.symbol;
    if (
      assigned !== undefined &&
      (assigned.kind !== 'variable' || reachingValues(assigned, scope).length > 0)
    )
      return `${name}.${path}`;
    const { elements } = bracedList(initial ?? '') ?? { elements: [] };
    const given =
      elements.length === 1 && elements[0] === '0' ? undefined : elementFor(elements, path, index);
    return given ?? `${name}.${path}`;
  };
  const zeroed = /^\s*\{\s*(?:0\s*)?\}\s*$/.test(initial ?? '');
  const optional = ([path, index]: readonly [string, number]): SymbolicValue => {
    const text = member(path, index);
    return text === `${name}.${path}` && zeroed && scope.lookup(text) === null
      ? known(0)
      : evaluate(text, scope);
  };
  return {
    grid: evaluateDim3(member(...members.grid), scope, mode),
    block: evaluateDim3(member(...members.block), scope, mode),
    sharedBytes: optional(members.sharedBytes),
    stream: optional(members.stream),
  };
}

function templateArguments(tokens: Tokens, callee: TokenRange): string[] {
  const last = callee.to - 1;
  const open = tokens.is(last, '>') ? openAngle(tokens, last) : -1;
  if (open < 0) return [];
  return splitCommas(tokens, open + 1, last, true).map((part) => foldText(tokens.slice(part.from, part.to)));
}

function argumentsIn(text: string): string[] {
  const tokens = tokenize(text, false);
  return templateArguments(tokens, { from: 0, to: tokens.count });
}

/**
 * Template arguments with the types that the launching function has names for told by themselves: the kernel has no such
 * names. Of a type that calls of that function give differently, the first counts.
 */
function typesOf(written: readonly string[], scope: Scope): Pick<Launch, 'templateArguments' | 'laterTypes'> {
  const told = written.map((text) => {
    const found = scope.lookup(bareType(text))?.symbol;
    if (found?.kind !== 'type') return [text];
    const types = found.target === null ? (found.types?.() ?? []) : [];
    return types.length > 1 ? types : [resolvedType(text, scope)];
  });
  const laterTypes = told.flatMap(([, ...types], place) => (types.length === 0 ? [] : [{ place, types }]));
  return {
    templateArguments: told.map(([first]) => first!),
    ...(laterTypes.length === 0 ? {} : { laterTypes }),
  };
}

/** Extents and bytes are of integer types: C++ cuts the fraction off, `n / 2.5` blocks are whole ones. */
function wholeNumbers({ grid, block, sharedBytes, stream }: Configuration): Configuration {
  const whole = (value: SymbolicValue): SymbolicValue =>
    value.value === null ? value : { ...value, value: Math.trunc(value.value) };
  return {
    grid: [whole(grid[0]), whole(grid[1]), whole(grid[2])],
    block: [whole(block[0]), whole(block[1]), whole(block[2])],
    sharedBytes: whole(sharedBytes),
    stream,
  };
}

function configurationOf(
  unit: UnitText,
  site: LaunchSite,
  variable: string,
  scope: Scope,
  mode: EvaluationMode,
): Configuration {
  switch (site.kind) {
    case 'cudaLaunchKernelEx':
      return fromConfigVariable(variable, CONFIG, scope, mode);
    case 'graph-node':
      return {
        ...fromConfigVariable(
          variable,
          nodeMembers(withoutFunction(site).slice(variable.length + 1)),
          scope,
          mode,
        ),
        stream: DEFAULT_STREAM,
      };
    default:
      return fromArguments(unit, site.config, scope, mode);
  }
}

/** `params.kernel.` of `params.kernel.func`. */
function withoutFunction({ calleeText = '' }: LaunchSite): string {
  return calleeText.replace(/func$/, '');
}

/** What a member was given last, as written; null where nothing was. */
function memberText(path: string, scope: Scope): string | null {
  const symbol = scope.lookup(path)?.symbol;
  return symbol?.kind === 'variable' ? (reachingValues(symbol, scope).at(-1)?.text ?? null) : null;
}

/** Builds a launch; the kernels it may start are joined later. */
export function buildLaunch(
  unit: UnitText,
  site: LaunchSite,
  scope: Scope,
  inactive: Words | null,
  /** The kernel as it is named elsewhere; null where the launch names it. */
  target: string | null = null,
  mode: EvaluationMode = FIRST_TIME,
): Launch {
  const variable = foldText(unit.tokens.slice(site.configRange.from, site.configRange.to)).replace(
    /^&\s*/,
    '',
  );
  const configuration = configurationOf(unit, site, variable, scope, mode);
  const packed = site.kind === 'cudaLaunchKernel' || site.kind === 'cooperative';
  const values = site.arguments.map((range) => evaluateWritten(unit, range, scope, mode));
  const range = site.arguments[0];
  const array =
    site.kind === 'graph-node'
      ? memberText(`${withoutFunction(site)}kernelParams`, scope)
      : packed && range !== undefined
        ? unit.tokens.slice(range.from, range.to)
        : null;
  const attributes = site.kind === 'cudaLaunchKernelEx' ? launchAttributes(variable, scope) : null;
  return {
    callee: target ?? site.calleeText ?? unit.written(site.callee),
    kernelIds: [],
    kind: site.kind,
    path: unit.path,
    line: unit.line(site.index),
    range: unit.range(site.whole),
    configRange: unit.range(site.configRange),
    ...wholeNumbers(configuration),
    ...typesOf(target === null ? templateArguments(unit.tokens, site.callee) : argumentsIn(target), scope),
    arguments: array === null ? values : packedArguments(array, scope, mode),
    ...(attributes === null ? {} : { attributes }),
    ...(inactive === null ? {} : { inactive }),
  };
}
