import type { Kernel } from '../../kernel/kernel';
import type { AnalysisSettings } from '../workspaceState';

/** Keys of a kernel's assumptions begin like this. */
export function assumptionPrefix({ path, name }: Pick<Kernel, 'path' | 'name'>): string {
  return `${path}:${name}:`;
}

/** What the user has set for a kernel, by the names that its lowering asks for. */
export function numbersSet(
  kernel: Pick<Kernel, 'path' | 'name'>,
  { assumptions }: AnalysisSettings,
): Record<string, number> {
  const prefix = assumptionPrefix(kernel);
  return Object.fromEntries(
    Object.entries(assumptions).flatMap(([key, value]) =>
      key.startsWith(prefix) && typeof value === 'number' ? [[key.slice(prefix.length), value]] : [],
    ),
  );
}
