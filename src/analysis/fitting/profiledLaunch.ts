import { message } from '../../kernel/message';
import type { Lowering, LoweringOptions } from '../../cuda/workspace';
import type { LowerWith, FreeParameterValues } from '../../fitting/freeParameters';
import { bestLaunch } from '../../kernel/bestLaunch';
import type { Launch } from '../../kernel/kernel';
import type { KernelProfile } from '../../kernel/profile';
import { InputError } from '../../kernel/result';
import { resolveDim3 } from '../../kernel/symbolic';

/** The launch in source that has the block of the profile, else the one of which most is known. */
export function launchOfProfile({ block }: KernelProfile, launches: readonly Launch[]): Launch | null {
  const same = launches.filter((launch) => resolveDim3(launch.block)?.join() === block?.join());
  return bestLaunch(same.length > 0 ? same : launches);
}

/** What a profile says of the launch, as far as it does. */
export function extentsOfProfile({ grid, block, dynamicSharedBytes }: KernelProfile): LoweringOptions {
  return {
    ...(grid && { grid }),
    ...(block && { block }),
    ...(dynamicSharedBytes !== null && { sharedBytes: dynamicSharedBytes }),
  };
}

/** Extents are those of the launch; counters do not choose them. */
const EXTENT = /^(grid|block)Dim[XYZ]$/;

/** As `lowererOf`, at a launch whose extents are known; numbers in `options` are not open. */
export function profiledLowerer(
  profile: Pick<KernelProfile, 'name'>,
  options: LoweringOptions,
  lower: (options: LoweringOptions) => Lowering | null,
): LowerWith {
  const lowerWith = lowererOf(profile, (values) =>
    lower({ ...options, arguments: { ...values, ...options.arguments } }),
  );
  return (values) => {
    const lowered = lowerWith(values);
    return { ...lowered, freeParameters: lowered.freeParameters.filter(({ name }) => !EXTENT.test(name)) };
  };
}

/**
 * Lowers the kernel of a profile with values for what is open in it.
 * @param lower the kernel at the profile's launch; null for one that cannot be read
 */
export function lowererOf(
  { name }: Pick<KernelProfile, 'name'>,
  lower: (values: FreeParameterValues) => Lowering | null,
): LowerWith {
  return (values) => {
    const lowered = lower(values);
    if (lowered?.kind !== 'lowered')
      throw new InputError(
        message('analysis.profileNotLowered', {
          name,
          reason: lowered?.reason ?? message('analysis.notFound'),
        }),
      );
    const open = lowered.assumptions.flatMap(({ parameter, value, text }) =>
      parameter === null || value === null ? [] : [{ name: parameter, value, text }],
    );
    return { program: lowered.program, launch: lowered.launch, freeParameters: open };
  };
}
