import type { ProfilePage } from '../analysis/profileProtocol';
import { bytes } from '../words/format';
import { say } from '../words/say';
import { table } from '../words/texts/table';

/** Tests whether a file is a compiler's log: nothing ran, so that it has no kernel with a time. */
export function isCompiled({ kernels, compiled }: ProfilePage): boolean {
  return kernels.length === 0 && (compiled?.length ?? 0) > 0;
}

/** The kernels of a compiler's log, and what they are good for. */
export function compiledLines({ path, compiled = [] }: ProfilePage): readonly string[] {
  const columns = (['kernel', 'architecture', 'registers', 'shared', 'spilled'] as const).map((name) =>
    say(`cli.column.${name}`),
  );
  const shown = (value: number | null): string => (value === null ? '–' : bytes(value));
  const rows = compiled.map((kernel) => [
    kernel.name,
    kernel.architecture ?? '–',
    kernel.registers === null ? '–' : String(kernel.registers),
    shown(kernel.staticSharedBytes),
    shown(spilled(kernel.spillStoreBytes, kernel.spillLoadBytes)),
  ]);
  return [say('cli.profile.compiled'), table(columns, rows), say('cli.profile.useCompiled', { path })];
}

/** Bytes that go to memory for want of registers, stored and loaded; null where the log does not say. */
function spilled(stored: number | null, loaded: number | null): number | null {
  return stored === null && loaded === null ? null : (stored ?? 0) + (loaded ?? 0);
}
