import type { Node } from 'web-tree-sitter';
import type { Launch } from '../../kernel/kernel';
import { argumentType } from '../constants/argumentType';
import { isTypeParameter } from '../constants/classScope';
import { deducedType, parametersOf } from '../constants/deducedType';
import type { Scope } from '../constants/scope';
import { evaluate } from '../constants/evaluate';
import type { FunctionUnit } from '../files/functionUnit';
import type { CudaParser } from '../syntax/parser';
import type { MixContext, MixDefaults } from './context';
import type { RecordedSources } from './dependencies';
import { passedMembers } from './passedMembers';
import { UnitNames, type MixSources } from './unitNames';

/** Numbers and types that a kernel is launched with, as far as they are known. */
export type KnownArguments = Pick<MixContext, 'parameters' | 'templateArguments'>;

/** A launch for which a kernel is read. */
export type ReadLaunch = KnownArguments & Pick<MixContext, 'launch'> & Partial<Pick<MixContext, 'given'>>;

/** Launch of which nothing is known. */
export const UNKNOWN_ARGUMENTS: KnownArguments = {
  parameters: new Map(),
  templateArguments: new Map(),
};

/** Inputs of a kernel's reading besides the launch. */
export interface ReadingSources {
  readonly kernel: FunctionUnit;
  readonly parser: CudaParser;
  readonly sources: RecordedSources;
  readonly defaults: MixDefaults;
}

/** Hands the kernel's definition and the names around it to `read`; null when its text is no function. */
export function readingKernel<Result>(
  { kernel, parser, sources, defaults }: ReadingSources,
  read: (definition: Node, contextFor: (launch: ReadLaunch) => MixContext) => Result,
): Result | null {
  const names = new UnitNames(kernel, parser, sources);
  try {
    const { definition } = names;
    if (definition === null) return null;
    return read(definition, (known) => ({
      given: new Map(),
      ...known,
      templateArguments: resolvedArguments(kernel, known.templateArguments, names),
      names,
      source: names,
      defaults,
    }));
  } finally {
    names.delete();
  }
}

/** The numbers and types of a launch, by the names that the kernel gives them. */
export function knownArguments(kernel: FunctionUnit, launch: Launch, sources: MixSources): KnownArguments {
  const parameters = new Map<string, number>();
  kernel.outline.parameters.forEach(({ name }, place) => {
    const value = launch.arguments[place]?.value ?? null;
    if (value !== null) parameters.set(name, value);
  });
  for (const [name, value] of passedMembers(kernel, launch, sources)) parameters.set(name, value);
  const { template } = kernel.outline;
  const scope = template.length > 0 ? sources.scopeOfLaunch(launch) : null;
  const templateArguments = new Map<string, string>();
  template.slice(0, launch.templateArguments.length).forEach(({ kind, name }, place) => {
    const text = launch.templateArguments[place]!;
    const number = scope === null || isTypeParameter(kind) ? null : evaluate(text, scope).value;
    templateArguments.set(name, number === null ? text : String(number));
  });
  for (const { name } of template.slice(launch.templateArguments.length)) {
    const told = scope === null || name === '' ? null : toldByArguments(kernel, name, launch, scope);
    if (told !== null) templateArguments.set(name, told);
  }
  return { parameters, templateArguments };
}

/** What the arguments of a launch make of a template parameter that it does not name. */
function toldByArguments(kernel: FunctionUnit, name: string, launch: Launch, scope: Scope): string | null {
  for (const { place, type } of parametersOf(name, kernel.outline.parameters)) {
    const given = launch.arguments[place];
    const told = given === undefined ? null : argumentType(given.text, scope);
    const deduced = told === null ? null : deducedType(name, type, told);
    if (deduced !== null) return deduced;
  }
  return null;
}

/** Template arguments with constants as numbers; defaults stand in for those that are not given. */
function resolvedArguments(
  kernel: FunctionUnit,
  given: ReadonlyMap<string, string>,
  names: UnitNames,
): ReadonlyMap<string, string> {
  const resolved = new Map<string, string>();
  for (const { kind, name, default: fallback } of kernel.outline.template) {
    const text = given.get(name) ?? fallback;
    if (text === undefined || name === '') continue;
    const number = isTypeParameter(kind) ? null : names.numberOf(text);
    resolved.set(name, number === null ? text : String(number));
  }
  return resolved;
}
