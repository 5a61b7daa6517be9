import { message, type Words } from '../kernel/message';
import { launchesByKernel } from '../kernel/launchesByKernel';
import type { Kernel, Launch } from '../kernel/kernel';
import type { CompiledKernel, KernelProfile, ProfileFile } from '../kernel/profile';
import { resolveDim3, volume, type Dim3 } from '../kernel/symbolic';
import { groupBy } from '../stats/grouping';
import { generatedFrom, parseKernelName, splitList, type KernelName } from './names/kernelName';
import { argumentValue } from './names/sameName';
import { isValueArgument, sameType } from './names/typeNames';

/** The rows of one profile about one kernel name, and the source kernels that it may be. */
export interface ProfileJoin {
  readonly profile: ProfileFile;
  /** Name as the profile has it, without a launch number. */
  readonly name: string;
  readonly rows: readonly KernelProfile[];
  readonly compiled: readonly CompiledKernel[];
  /** One id when joined, several when ambiguous, none when the source is not known. */
  readonly kernelIds: readonly string[];
  readonly state: 'joined' | 'ambiguous' | 'unmatched';
  /** Why, for every state but `joined`. */
  readonly reason?: Words;
}

/**
 * Joins the rows of profiles to kernels in source: by name, enclosing namespaces, template
 * arguments and parameter types, in whatever spelling a tool has; then, where several kernels
 * are left, by what the launches in source rule out. What stays open is ambiguous, not guessed.
 */
export function joinProfiles(
  kernels: readonly Kernel[],
  profiles: readonly ProfileFile[],
  launches: readonly Launch[] = [],
): ProfileJoin[] {
  const byName = groupBy(kernels, (kernel) => kernel.name);
  const launchesOf = launchesByKernel(launches);
  return profiles.flatMap((profile) => joinProfile(profile, kernels, byName, launchesOf));
}

function joinProfile(
  profile: ProfileFile,
  kernels: readonly Kernel[],
  byName: ReadonlyMap<string, readonly Kernel[]>,
  launchesOf: ReadonlyMap<string, readonly Launch[]>,
): ProfileJoin[] {
  const rows = groupBy(profile.kernels, (row) => row.name);
  const compiled = groupBy(profile.compiled ?? [], (row) => row.name);
  return [...new Set([...rows.keys(), ...compiled.keys()])].map((spelled) => {
    const name = parseKernelName(spelled);
    const own = rows.get(spelled) ?? [];
    const sameName =
      name.truncated && name.parameters === null && name.templateArguments === null
        ? kernels.filter((kernel) => kernel.name === name.base || kernel.name.startsWith(name.base))
        : (byName.get(name.base) ?? []);
    const found = narrowed(bestOf(name, sameName), own, launchesOf);
    return {
      profile,
      name: spelled,
      rows: own,
      compiled: compiled.get(spelled) ?? [],
      kernelIds: found.map((kernel) => kernel.id),
      ...outcome(name, found),
    };
  });
}

function outcome(name: KernelName, found: readonly Kernel[]): Pick<ProfileJoin, 'state' | 'reason'> {
  if (found.length === 1) return { state: 'joined' };
  if (found.length > 1) {
    const places = found.map((kernel) => `${kernel.path}:${kernel.line}`).join(', ');
    return { state: 'ambiguous', reason: message('profiles.join.anyOf', { kernels: found.length, places }) };
  }
  const origin = generatedFrom(name.base);
  return {
    state: 'unmatched',
    reason:
      origin === null ? message('profiles.join.noKernel') : message('profiles.join.compiler', { origin }),
  };
}

type Fit = 'exact' | 'possible' | null;

/** Confidence ranks of a join: a specialisation is surer than its primary template. */
const RANKS = { possible: 1, exact: 2, specialised: 3 } as const;

/** The kernels that fit best; compiled code comes before code that `#if` leaves out. */
function bestOf(name: KernelName, candidates: readonly Kernel[]): readonly Kernel[] {
  const fits = candidates
    .map((kernel) => ({ kernel, rank: rankOf(name, kernel) }))
    .filter(({ rank }) => rank > 0);
  const compiled = fits.filter(({ kernel }) => kernel.inactive === undefined);
  const left = compiled.length > 0 ? compiled : fits;
  const best = Math.max(...left.map(({ rank }) => rank));
  return left.filter(({ rank }) => rank === best).map(({ kernel }) => kernel);
}

function rankOf(name: KernelName, kernel: Kernel): number {
  const parts = [scopeFit(name, kernel), templateFit(name, kernel), parameterFit(name, kernel)];
  if (parts.includes(null)) return 0;
  if (parts.includes('possible') || kernel.name !== name.base) return RANKS.possible;
  return specialisation(kernel) === null ? RANKS.exact : RANKS.specialised;
}

/** Arguments of an explicit specialisation, `k<float>`; null for other kernels. */
function specialisation(kernel: Kernel): readonly string[] | null {
  const list = /^[^<]*<(.*)>$/s.exec(kernel.qualifiedName)?.[1];
  return list === undefined ? null : splitList(list);
}

/** A scope that only one side knows leaves it open (extern "C", macros); two scopes must agree. */
function scopeFit(name: KernelName, kernel: Kernel): Fit {
  const declared = kernel.qualifiedName
    .split('::')
    .slice(0, -1)
    .filter((part) => /^\w+$/.test(part));
  if (declared.join('::') === name.scope.join('::')) return 'exact';
  const [short, long] = declared.length < name.scope.length ? [declared, name.scope] : [name.scope, declared];
  return short.every((part, i) => part === long[long.length - short.length + i]) ? 'possible' : null;
}

function templateFit(name: KernelName, kernel: Kernel): Fit {
  const declared = kernel.template;
  const shown = name.templateArguments;
  const special = specialisation(kernel);
  const isTemplate = declared.length > 0 || special !== null;
  if (shown === null) {
    if (!isTemplate) return 'exact';
    return name.parameters === null ? 'possible' : null;
  }
  if (special !== null) return sameArguments(special, shown);
  if (!isTemplate) return null;
  if (declared.some((parameter) => parameter.kind.includes('...'))) return 'possible';
  if (shown.length > declared.length) return null;
  return shown.every((argument, i) => mayTake(declared[i]?.kind ?? '', argument)) ? 'exact' : null;
}

/** Tests whether a template parameter of this kind can take the argument: types and values differ. */
function mayTake(kind: string, argument: string): boolean {
  const isType = /^(?:typename|class|template\b.*)$/s.test(kind);
  return isValueArgument(argument)
    ? !isType
    : isType || !/^(?:unsigned|int|long|short|char|bool)\b/.test(kind);
}

function sameArguments(declared: readonly string[], shown: readonly string[]): Fit {
  if (shown.length < declared.length) return null;
  const verdicts = declared.map((argument, i) => {
    const other = shown[i] ?? '';
    if (isValueArgument(argument) && isValueArgument(other))
      return argumentValue(argument) === argumentValue(other);
    return isValueArgument(other) ? null : sameType(argument, other, new Set());
  });
  if (verdicts.includes(false)) return null;
  return verdicts.includes(null) ? 'possible' : 'exact';
}

function parameterFit(name: KernelName, kernel: Kernel): Fit {
  if (name.parameters === null)
    return kernel.parameters.length === 0 && !name.truncated ? 'exact' : 'possible';
  if (kernel.parameters.some((parameter) => parameter.type.includes('...'))) return 'possible';
  if (name.parameters.length !== kernel.parameters.length) return null;
  const placeholders = new Set(kernel.template.map((parameter) => parameter.name));
  const verdicts = name.parameters.map((shown, i) =>
    sameType(kernel.parameters[i]?.type ?? '', shown, placeholders),
  );
  if (verdicts.includes(false)) return null;
  return verdicts.includes(null) ? 'possible' : 'exact';
}

/** Leaves out kernels whose launches in source, or bounds, rule out the measured launches. */
function narrowed(
  candidates: readonly Kernel[],
  rows: readonly KernelProfile[],
  launchesOf: ReadonlyMap<string, readonly Launch[]>,
): readonly Kernel[] {
  if (candidates.length < 2) return candidates;
  const left = candidates.filter((kernel) =>
    rows.every((row) => isPossible(kernel, row, launchesOf.get(kernel.id) ?? [])),
  );
  return left.length > 0 ? left : candidates;
}

function isPossible(kernel: Kernel, row: KernelProfile, launches: readonly Launch[]): boolean {
  const bound = kernel.launchBounds?.maxThreadsPerBlock.value ?? null;
  if (bound !== null && row.block !== null && volume(row.block) > bound) return false;
  return (
    launches.length === 0 ||
    launches.some(
      (launch) => mayBe(resolveDim3(launch.block), row.block) && mayBe(resolveDim3(launch.grid), row.grid),
    )
  );
}

/** Tests whether extents agree as far as both are known. */
function mayBe(declared: Dim3 | null, measured: Dim3 | null): boolean {
  return declared === null || measured === null || declared.every((extent, i) => extent === measured[i]);
}
