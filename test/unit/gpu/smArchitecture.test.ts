import assert from 'node:assert/strict';
import { nearestArchitecture, smArchitecture } from '../../../src/gpu/smArchitecture';

/** `nvcc --list-gpu-code` of CUDA 13.0. */
const CUDA_13 = ['75', '80', '86', '87', '88', '89', '90', '100', '110', '103', '120', '121'].map(
  (version) => `sm_${version}`,
);

describe('architectures of the compiler', () => {
  it('are named by compute capability', () => {
    assert.equal(smArchitecture('5.2'), 'sm_52');
    assert.equal(smArchitecture('12.0'), 'sm_120');
  });

  it('are taken as they are where the compiler offers them', () => {
    assert.equal(nearestArchitecture('9.0', CUDA_13), 'sm_90');
    assert.equal(nearestArchitecture('10.3', CUDA_13), 'sm_103');
  });

  it('are replaced by one of the same major version, else by the nearest', () => {
    assert.equal(nearestArchitecture('5.2', CUDA_13), 'sm_75');
    assert.equal(nearestArchitecture('7.0', CUDA_13), 'sm_75');
    assert.equal(nearestArchitecture('9.0', ['sm_89', 'sm_100']), 'sm_89');
    assert.equal(nearestArchitecture('8.9', ['sm_80', 'sm_86', 'sm_90']), 'sm_86');
    assert.equal(nearestArchitecture('12.1', ['sm_120', 'sm_110']), 'sm_120');
  });

  it('prefer the older one on a tie, and are none where nothing plain is offered', () => {
    assert.equal(nearestArchitecture('8.8', ['sm_89', 'sm_87']), 'sm_87');
    assert.equal(nearestArchitecture('9.0', ['sm_90a', 'compute_90']), null);
    assert.equal(nearestArchitecture('9.0', []), null);
  });
});
