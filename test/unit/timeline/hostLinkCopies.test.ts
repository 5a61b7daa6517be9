import assert from 'node:assert/strict';
import { loneCopyNs } from '../../../src/simulator/hostlink/hostLink';
import { pcieLink } from '../../../src/simulator/hostlink/hostLinkSpec';
import { hostLinkCopies } from '../../../src/timeline/hostLinkCopies';
import { replay } from '../../../src/timeline/replay';
import { application, copy, kernel, plainModels, testGpu } from './builders';

describe('a replay on the simulated host link', () => {
  const gpu = testGpu();
  const link = pcieLink(3);
  const models = plainModels(gpu, { copies: hostLinkCopies(link) });
  const bytes = 1 << 20;

  it('gives a lone copy the time of the link', () => {
    const app = application([copy('s', 'HtoD', bytes), kernel('s', 'k', 1000), copy('s', 'DtoH', bytes)]);
    const [up, , down] = replay([app], gpu, models).operations;
    const lone = (direction: 'HtoD' | 'DtoH') => loneCopyNs(link, { direction, bytes, pinned: true });
    assert.ok(Math.abs(up!.endNs - up!.startNs - lone('HtoD')) < 1e-6);
    assert.ok(Math.abs(down!.endNs - down!.startNs - lone('DtoH')) < 1e-6);
  });

  it('says what a copy waited for', () => {
    const apps = ['a', 'b'].map((name) => application([copy('s', 'HtoD', bytes)], name));
    const timeline = replay(apps, gpu, models);
    const [first, second] = timeline.operations;
    assert.equal(second!.startNs, first!.endNs);
    assert.equal(second!.waitedFor.reason, 'resource');
  });

  it('overlaps copies of both directions', () => {
    const apps = (['HtoD', 'DtoH'] as const).map((direction) => application([copy('s', direction, bytes)]));
    const [up, down] = replay(apps, gpu, models).operations;
    assert.equal(up!.startNs, 0);
    assert.equal(down!.startNs, 0);
  });
});
