import assert from 'node:assert/strict';
import { PREAMBLE, codes, lines, only, read } from './helpers';

describe('nvprof summary (CSV)', () => {
  it('gives total, mean, minimum and maximum their own units', async () => {
    const file = await read(
      lines(
        PREAMBLE,
        '==4242== Profiling result:',
        '"Type","Time(%)","Time","Calls","Avg","Min","Max","Name"',
        ',%,ms,,us,us,ms,',
        '"GPU activities",70.736966,302.355298,6000,50.392000,43.490000,1.989134,"cuda_compute_flux(int, float*)"',
        '"GPU activities",1.0,0.004160,2,2.080000,1.696000,0.002464,"[CUDA memcpy HtoD]"',
        '"API calls",2.0,1.000000,1,1000.000000,1000.000000,1.000000,"cudaMalloc"',
      ),
    );
    const kernel = only(file.kernels);
    assert.deepEqual([kernel.calls, kernel.durationNs], [6000, 50392]);
    assert.deepEqual(kernel.durationRange, { min: 43490, max: 1989134 });
    assert.deepEqual([only(file.transfers).calls, only(file.transfers).durationNs], [2, 2080]);
    assert.deepEqual([only(file.api).name, only(file.api).durationNs], ['cudaMalloc', 1e6]);
    assert.equal(file.status, 'full');
  });

  it('reads hand-made copies with units in the cells and commas in bare names', async () => {
    const file = await read(
      lines(
        'Time(%),Time,Calls,Avg,Min,Max,Name',
        '47.79%,542.36ms,45,12.052ms,1.2ms,20.5ms,void k<int, 4>(float*, int, int)',
      ),
    );
    const kernel = only(file.kernels);
    assert.equal(kernel.name, 'void k<int, 4>(float*, int, int)');
    assert.equal(kernel.durationNs, 12052000);
    assert.equal(file.status, 'full');
  });

  it('leaves out times that contradict each other', async () => {
    const summary = (times: string): Promise<unknown> =>
      read(lines('"Time(%)","Time","Calls","Avg","Min","Max","Name"', '%,us,,us,us,us,', times)).then(
        (file) => [only(file.kernels).durationNs, codes(file)],
      );
    assert.deepEqual(await summary('100.0,8.000000,2,4.000000,3.0,5.0,"k()"'), [4000, []]);
    assert.deepEqual(await summary('100.0,9.000000,2,4.000000,3.0,5.0,"k()"'), [
      null,
      ['inconsistent-summary'],
    ]);
    assert.deepEqual(await summary('100.0,8.000000,2,4.000000,4.5,5.0,"k()"'), [
      null,
      ['inconsistent-summary'],
    ]);
    assert.deepEqual(await summary('100.0,8.000000,2,abc,3.0,5.0,"k()"'), [null, ['untrusted-number']]);
  });

  it('knows the device of a per-GPU summary', async () => {
    const file = await read(
      lines(
        '======== Profiling result:',
        '======== Device "TITAN V (0)"',
        '"Time(%)","Time","Calls","Avg","Min","Max","Name"',
        '%,us,,us,us,us,',
        '100.0,8.000000,2,4.000000,3.0,5.0,"k()"',
      ),
    );
    assert.equal(only(file.kernels).device, 'TITAN V');
    assert.equal(file.device, 'TITAN V');
  });
});
