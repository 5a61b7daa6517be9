import assert from 'node:assert/strict';
import { launchNames } from '../../../src/analysis/applications/launchNames';

describe('names of launches', () => {
  it('are told once for a run of equal ones, without signatures', () => {
    const step = 'hotspotStep(float const *, float*, int)';
    assert.equal(launchNames([step, step, step]), 'hotspotStep ×3');
    assert.equal(launchNames([step, 'ns::reduce<float>(float*)', step]), 'hotspotStep, reduce, hotspotStep');
    assert.equal(launchNames([]), '');
  });
});
