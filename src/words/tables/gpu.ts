import type { Table } from '../entry';

/** What src/gpu has to say. */
export const gpu: Table = {
  'gpu.ambiguous': "GPU '{name}' could be {ids}; name one of them",
  'gpu.unknownBut': "GPU '{name}' is not in the catalogue; did you mean {near}?",
  'gpu.unknown': `GPU '{name}' is not in the catalogue ("corun gpus" lists it)`,

  'gpu.file.idTaken': "the catalogue has a GPU '{id}' already; choose another id",
  'gpu.file.neverSold': '{name} is the simulated GPU of a paper; name a GPU that was sold',
  'gpu.file.noCapability': 'no limits of compute capability {computeCapability} are known; known are {known}',
  'gpu.file.id': 'expected at most 40 lower-case letters, digits and hyphens, no hyphen first',
  'gpu.file.boostBelowBase': '{boostClockMHz} MHz is below the base clock of {baseClockMHz} MHz',
  'gpu.file.latencies':
    'with those of the GPU that it is like they are {cycles}; L1, L2 and DRAM take more cycles each than the one before',
  'gpu.file.noRelative': 'name a GPU of the catalogue that is alike, or give computeCapability',

  'gpu.carveout': 'the shared-memory carve-out is at most 100 %',
  'gpu.emptyLaunch': 'a launch needs at least one block and one SM',
  'gpu.noThreads': 'a block needs at least one thread',
  'gpu.notWhole': '{name} must be a whole number of at least 0, not {value}',
  'gpu.wholeCounts': 'grid, blocks per SM and SMs must be whole numbers',

  'gpu.registersOfBlock':
    '{threads} threads of {registers} registers do not fit the {max} registers of a block',
  'gpu.tooManyBarriers': '{barriers} barriers per block are more than the SM has',
  'gpu.tooManyRegisters': '{registers} registers per thread are more than the {max} allowed',
  'gpu.tooManyThreads': '{threads} threads per block are more than the {max} allowed',
  'gpu.tooMuchShared': '{bytes} bytes of shared memory per block are more than the {max} allowed',
  'gpu.coRuns.none': 'nothing that measure.cu printed: no line "corun-measure 1"',
  'gpu.coRuns.line': 'line {line} is none of measure.cu; left out',
  'gpu.coRuns.notAlone': 'kernel {name} is not among those that were measured alone',
  'gpu.coRuns.leftOut': '{mode}: {kernels} is left out: {name} was not measured alone',
  'gpu.coRuns.nothing': 'no co-run was measured',
  'gpu.coRuns.skipped': '{mode}: {kernels} could not be measured on that machine',
  'gpu.calibration.none': 'nothing that calibrate.cu printed: no line "corun-calibration 1"',
  'gpu.calibration.version': 'of version {version} of calibrate.cu; this Corun reads version 1',
  'gpu.calibration.line': 'line {line} is none of calibrate.cu; left out',
  'gpu.calibration.cut': 'the output ends before its last line; what is there was taken',
  'gpu.calibration.noCard': 'the card is not named',
  'gpu.calibration.impossible': '{figure} = {value} is not possible; left out',
  'gpu.calibration.latencies':
    'L1, L2 and DRAM took {cycles} cycles, which cannot be; their latencies are left out',
};
