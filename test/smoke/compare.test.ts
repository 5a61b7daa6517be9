import assert from 'node:assert/strict';
import { assertShape, corun, TWO_STREAMS } from './support';

const COMPARE = ['compare', TWO_STREAMS, '--gpu', 'gtx-950'];

interface Compared {
  readonly kernels: { name: string }[];
  readonly gpus: {
    soloNs: (number | null)[];
    ways: { way: string; refused: unknown; times: { origin: string; finishNs: number } | null }[];
  }[];
}

describe('corun compare', () => {
  it('compares every way, simulated, and says which the GPU lacks', async () => {
    const { code, stdout, stderr } = await corun(...COMPARE, '--kernels', 'scale,polynomial', '--json');
    assert.equal(code, 0, stderr);
    const result = JSON.parse(stdout) as Compared;
    assertShape('compare', result);
    const [gpu] = result.gpus;
    const streams = gpu!.ways.find(({ way }) => way === 'streams')!;
    assert.equal(streams.times!.origin, 'simulated');
    assert.ok(gpu!.ways.some(({ refused }) => refused !== null));
  });

  it('compares two programs by replays with simulated kernels', async () => {
    const { code, stdout, stderr } = await corun(
      ...COMPARE,
      '--programs',
      'two_streams,two_streams',
      '--json',
    );
    assert.equal(code, 0, stderr);
    const result = JSON.parse(stdout) as Compared;
    assertShape('compare', result);
    const { soloNs, ways } = result.gpus[0]!;
    const timesOf = (name: string) => ways.find(({ way }) => way === name)!.times!;
    assert.ok(soloNs.every((ns) => ns! > 0));
    assert.equal(timesOf('serial').finishNs, soloNs[0]! + soloNs[1]!);
    for (const way of ['streams', 'mps']) {
      assert.equal(timesOf(way).origin, 'simulated');
      assert.ok(timesOf(way).finishNs >= Math.max(...soloNs.map(Number)));
    }
  });

  it('has nothing to type where no time is known without simulation', async () => {
    const { code, stdout } = await corun(...COMPARE, '--kernels', 'scale,polynomial', '--estimate');
    assert.equal(code, 0);
    assert.match(stdout, /one after the other[^]*streams[^]*MPS[^]*time slices/);
    assert.match(stdout, /MIG: GTX 950 has no MIG/);
    assert.match(stdout, /needs the times of all kernels alone/);
    assert.doesNotMatch(stdout, /<<<grid, block, 0, /);
  });

  it('names what it does not find', async () => {
    assert.equal((await corun(...COMPARE, '--kernels', 'scale')).code, 2);
    const { code, stderr } = await corun(...COMPARE, '--kernels', 'scale,nothing');
    assert.equal(code, 1);
    assert.match(stderr, /there is no kernel 'nothing'; there are .*scale/);
  });
});
