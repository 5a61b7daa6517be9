import type { Kernel, Launch } from '../../kernel/kernel';
import type { CompiledKernel, KernelProfile, ProfileFile } from '../../kernel/profile';
import { joinProfiles as joinNames, type ProfileJoin } from '../../profiles/join';
import { groupBy } from '../../stats/grouping';
import { compiledSource } from '../compilerOutput';

/** A row with the file that it stands in. */
export interface ProfileRow {
  readonly row: KernelProfile;
  readonly profile: ProfileFile;
}

/** Profile rows and compiler facts by kernel id, and all joins by file. */
export interface ProfileJoins {
  readonly rowsOf: ReadonlyMap<string, readonly ProfileRow[]>;
  readonly compiledOf: ReadonlyMap<string, readonly CompiledKernel[]>;
  readonly byFile: ReadonlyMap<ProfileFile, readonly ProfileJoin[]>;
}

/** Joins profiles to kernels; only rows that fit one kernel alone count as that kernel's. */
export function joinProfiles(
  kernels: readonly Kernel[],
  profiles: readonly ProfileFile[],
  launches: readonly Launch[],
): ProfileJoins {
  const joins = profiles.flatMap((profile) => joinFile(profile, kernels, launches));
  const joined = joins.filter(({ state }) => state === 'joined');
  const byKernel = groupBy(joined, ({ kernelIds }) => kernelIds[0]!);
  const collect = <T>(of: (join: ProfileJoin) => readonly T[]): Map<string, T[]> =>
    new Map([...byKernel].map(([id, own]) => [id, own.flatMap(of)]));
  return {
    rowsOf: collect(({ rows, profile }) => rows.map((row) => ({ row, profile }))),
    compiledOf: collect(({ compiled }) => compiled),
    byFile: groupBy(joins, ({ profile }) => profile),
  };
}

/**
 * What the compiler said about a source names kernels of that source, though others may have a kernel of the
 * same name; only what is not there was included from elsewhere.
 */
function joinFile(
  profile: ProfileFile,
  kernels: readonly Kernel[],
  launches: readonly Launch[],
): ProfileJoin[] {
  const source = compiledSource(profile.path);
  if (source === null) return joinNames(kernels, [profile], launches);
  const own = joinNames(
    kernels.filter((kernel) => kernel.path === source),
    [profile],
    launches,
  );
  const all = new Map(joinNames(kernels, [profile], launches).map((join) => [join.name, join]));
  return own.map((join) => (join.state === 'unmatched' ? all.get(join.name)! : join));
}
