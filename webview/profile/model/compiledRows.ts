import type { ProfilePage } from '../../../src/analysis/profileProtocol';
import type { CompiledKernel } from '../../../src/kernel/profile';
import type { Column } from '../../model/columns';
import { formatBytes, formatCount } from '../../model/format';
import { shortName } from './names';
import { say } from '../../../src/words';

export interface CompiledRow {
  readonly id: string;
  readonly compiled: CompiledKernel;
}

export function compiledRows({ compiled }: ProfilePage): readonly CompiledRow[] {
  return (compiled ?? []).map((kernel) => ({
    id: `${kernel.location.line}:${kernel.name}`,
    compiled: kernel,
  }));
}

function constantBytes({ constantBytes: banks }: CompiledKernel): number | null {
  const sizes = Object.values(banks);
  return sizes.length === 0 ? null : sizes.reduce((sum, bytes) => sum + bytes, 0);
}

function bytesColumn(
  id: string,
  title: string,
  value: (kernel: CompiledKernel) => number | null,
): Column<CompiledRow> {
  return {
    id,
    title,
    csvTitle: `${title.toLowerCase()} (B)`,
    value: ({ compiled }) => value(compiled),
    format: formatBytes,
    width: 12,
  };
}

export const COMPILED_COLUMNS: readonly Column<CompiledRow>[] = [
  {
    id: 'name',
    title: say('webview.profile.kernel'),
    csvTitle: 'kernel',
    value: ({ compiled }) => shortName(compiled.name),
    csv: ({ compiled }) => compiled.name,
    hint: ({ compiled }) => compiled.name,
    width: 26,
  },
  {
    id: 'architecture',
    title: say('webview.profile.architecture'),
    csvTitle: 'architecture',
    value: ({ compiled }) => compiled.architecture,
    width: 12,
  },
  {
    id: 'registers',
    title: say('webview.profile.registers'),
    csvTitle: 'registers per thread',
    value: ({ compiled }) => compiled.registers,
    format: formatCount,
    bar: true,
    width: 14,
  },
  bytesColumn('shared', say('webview.profile.staticShared'), ({ staticSharedBytes }) => staticSharedBytes),
  {
    ...bytesColumn('constant', say('webview.profile.constant'), constantBytes),
    hint: ({ compiled }) =>
      Object.entries(compiled.constantBytes)
        .map(([bank, bytes]) => say('webview.profile.bankB', { bank, bytes: formatCount(bytes) }))
        .join(', '),
  },
  bytesColumn('stack', say('webview.profile.stack'), ({ stackBytes }) => stackBytes),
  bytesColumn('spillStores', say('webview.profile.spillStores'), ({ spillStoreBytes }) => spillStoreBytes),
  bytesColumn('spillLoads', say('webview.profile.spillLoads'), ({ spillLoadBytes }) => spillLoadBytes),
];

export const COMPILED_CSV: readonly Column<CompiledRow>[] = [
  ...COMPILED_COLUMNS,
  { id: 'line', title: 'line', value: ({ compiled }) => compiled.location.line, width: 6 },
];

/** Spilled bytes cost memory traffic: such rows are marked. */
export function spills({ compiled: { spillLoadBytes, spillStoreBytes } }: CompiledRow): boolean {
  return (spillLoadBytes ?? 0) + (spillStoreBytes ?? 0) > 0;
}

export function compiledText({ compiled }: CompiledRow): string {
  return `${compiled.name}\n${compiled.architecture ?? ''}`;
}
