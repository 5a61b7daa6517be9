import type { Kernel } from '../../kernel/kernel';
import type { KernelProfile, ProfileFile } from '../../kernel/profile';
import type { ProfileJoin } from './profileResult';

/** Profile rows by kernel, and per file what was joined. */
export interface ProfileJoins {
  readonly rowsOf: ReadonlyMap<string, readonly KernelProfile[]>;
  readonly byFile: ReadonlyMap<string, ProfileJoin>;
}

/** Joins profile rows to kernels by the base name of the kernel. */
export function joinProfiles(kernels: readonly Kernel[], files: readonly ProfileFile[]): ProfileJoins {
  const byName = new Map<string, Kernel[]>();
  for (const kernel of kernels) byName.set(kernel.name, [...(byName.get(kernel.name) ?? []), kernel]);
  const rowsOf = new Map<string, KernelProfile[]>();
  const byFile = new Map<string, ProfileJoin>();
  for (const file of files) byFile.set(file.path, joinFile(file, byName, rowsOf));
  return { rowsOf, byFile };
}

function joinFile(
  file: ProfileFile,
  byName: ReadonlyMap<string, readonly Kernel[]>,
  rowsOf: Map<string, KernelProfile[]>,
): ProfileJoin {
  const joined = new Map<string, readonly string[]>();
  const ambiguous = new Map<string, readonly string[]>();
  const notJoined = new Set<string>();
  for (const row of file.kernels) {
    const found = byName.get(baseName(row.name)) ?? [];
    const ids = found.map(({ id }) => id);
    if (ids.length === 0) notJoined.add(row.name);
    else if (ids.length > 1) ambiguous.set(row.name, ids);
    else {
      joined.set(row.name, ids);
      rowsOf.set(ids[0]!, [...(rowsOf.get(ids[0]!) ?? []), row]);
    }
  }
  return { joined, ambiguous, notJoined: [...notJoined] };
}

function baseName(name: string): string {
  return name
    .replace(/^void /, '')
    .replace(/[<(].*$/s, '')
    .split('::')
    .at(-1)!;
}
