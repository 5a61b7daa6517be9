import { message, type Words } from '../kernel/message';
import type { KernelProfile } from '../kernel/profile';
import type { Dim3 } from '../kernel/symbolic';
import type { ProfileBuilder } from './builder';
import { possibleRegisters, trustedBlock, trustedGrid, trustedShared } from './checks';

type Extents = readonly [number | null, number | null, number | null];

/** Launch facts as a recording has them; null for what it does not tell. */
export interface RecordedLaunch {
  readonly grid: Extents;
  readonly block: Extents;
  readonly registers: number | null;
  readonly staticSharedBytes: number | null;
  readonly dynamicSharedBytes: number | null;
}

/** Launch facts that some GPU can launch. */
export type TrustedLaunch = Pick<
  KernelProfile,
  'grid' | 'block' | 'registers' | 'staticSharedBytes' | 'dynamicSharedBytes'
>;

/** Launch facts of a recording; what no GPU can launch is a warning at `line` and absent. */
export function trustedLaunch(builder: ProfileBuilder, told: RecordedLaunch, line: number): TrustedLaunch {
  const distrust = (what: Words): null => {
    builder.warnings.add('impossible-launch', message('profiles.impossibleLaunch', { what }), line);
    return null;
  };
  const extents = (dim: Extents, trust: (dim: Extents) => Dim3 | null, what: string): Dim3 | null =>
    dim.every((extent) => extent === null) ? null : (trust(dim) ?? distrust(`${what} (${dim.join(', ')})`));
  const shared = (
    bytes: number | null,
    what: 'profiles.launch.static' | 'profiles.launch.dynamic',
  ): number | null =>
    bytes === null ? null : (trustedShared(bytes, 0) ?? distrust(message(what, { bytes })));
  const block = extents(told.block, trustedBlock, 'block');
  const { registers } = told;
  return {
    grid: extents(told.grid, trustedGrid, 'grid'),
    block,
    registers:
      registers === null || possibleRegisters(registers, block)
        ? registers
        : distrust(message('profiles.launch.registers', { registers })),
    staticSharedBytes: shared(told.staticSharedBytes, 'profiles.launch.static'),
    dynamicSharedBytes: shared(told.dynamicSharedBytes, 'profiles.launch.dynamic'),
  };
}
