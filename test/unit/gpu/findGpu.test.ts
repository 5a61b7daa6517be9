import { told } from '../../support/told';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findComputeCapability, listComputeCapabilities, listGpus } from '../../../src/gpu/catalogue';
import { closestGpu, findGpu, requireGpu } from '../../../src/gpu/findGpu';

function found(text: string): string {
  const match = findGpu(text);
  return match.kind === 'found' ? match.gpu.id : match.kind;
}

describe('finding a GPU', () => {
  it('takes the spellings that profilers write', () => {
    assert.equal(found('GeForce GTX 950 (0)'), 'gtx-950');
    assert.equal(found('NVIDIA GeForce GTX TITAN X (0)'), 'titan-x-maxwell');
    assert.equal(found('TITAN X (Pascal) (1)'), 'titan-x-pascal');
    assert.equal(found('NVIDIA A100-PCIE-40GB'), 'a100-pcie-40gb');
    assert.equal(found('NVIDIA A100-SXM4-40GB'), 'a100-sxm4-40gb');
    assert.equal(found('Tesla V100-SXM2-16GB (0)'), 'v100-sxm2');
    assert.equal(found('Tesla K40t'), 'k40');
    assert.equal(found('NVIDIA H100 80GB HBM3'), 'h100-sxm');
    assert.equal(found('rtx 2080 ti'), 'rtx-2080-ti');
  });

  it('never guesses from a name that was cut off', () => {
    const match = findGpu('NVIDIA A100-SXM');
    assert.equal(match.kind, 'ambiguous');
    assert.ok(match.kind === 'ambiguous');
    assert.deepEqual(
      match.candidates.map((gpu) => gpu.id),
      ['a100-sxm4-40gb', 'a100-80gb'],
    );
    assert.equal(found('GeForce GTX 980'), 'ambiguous');
    assert.throws(() => requireGpu('a100'), told(/a100-sxm4-40gb, a100-pcie-40gb, a100-80gb/));
  });

  it('names the one that a mistyped id may mean, without taking it', () => {
    assert.throws(() => requireGpu('h1000-sxm'), told(/did you mean h100-sxm\?/));
    assert.throws(() => requireGpu('mainframe'), told(/"corun gpus" lists it/));
  });

  it('does not take a sibling for a device that it lacks', () => {
    assert.equal(found('NVIDIA A10G'), 'unknown');
    assert.equal(found('Tesla K20m'), 'unknown');
    assert.equal(found(''), 'unknown');
    assert.equal(found('NVIDIA GeForce '), 'unknown');
    assert.throws(() => requireGpu('NVIDIA A10G'), told(/'NVIDIA A10G' is not in the catalogue/));
  });

  it('finds every GPU by its id, name and aliases, and no alias twice', () => {
    for (const gpu of listGpus())
      for (const name of [gpu.id, gpu.name, ...gpu.aliases]) assert.equal(found(`${name} (0)`), gpu.id, name);
  });

  it('answers any text without failing', () => {
    fc.assert(
      fc.property(fc.string(), (text) => ['found', 'ambiguous', 'unknown'].includes(findGpu(text).kind)),
    );
  });

  it('offers the closest relative of an unlisted device', () => {
    const closest = (capability: string, sms: number) =>
      closestGpu(findComputeCapability(capability)!, sms).id;
    assert.equal(closest('8.6', 80), 'rtx-3080-ti');
    // Of its architecture where none has its compute capability: 8.7 is nearer to 8.6 than to 8.0.
    assert.deepEqual(
      [closest('8.7', 16), closest('6.2', 2), closest('10.3', 148)],
      ['rtx-3060', 'gtx-1070', 'b200'],
    );
    for (const capability of listComputeCapabilities())
      assert.equal(closestGpu(capability, 50).architecture, capability.architecture);
  });
});
