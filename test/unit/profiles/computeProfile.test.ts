import assert from 'node:assert/strict';
import { codes, lines, only, read } from './helpers';

const HEAD = [
  '# CUDA_PROFILE_LOG_VERSION 1.6',
  '# CUDA_PROFILE_CSV 1',
  '# TIMESTAMPFACTOR 118f6174b99dc4f3',
  '# CUDA_DEVICE 0 GeForce GTX 480',
];

describe('COMPUTE_PROFILE logs', () => {
  it('reads kernels and copies, with hexadecimal starts since the earliest row', async () => {
    const file = await read(
      lines(
        HEAD,
        'gpustarttimestamp,method,gputime,cputime,occupancy,gridSizeX,gridSizeY,blockSizeX,blockSizeY,blockSizeZ,dynSmemPerBlock,staSmemPerBlock,registerPerThread,streamID,memTransferSize,memtransferhostmemtype',
        '118f6ec28b4517a0,_Z9incKernelPfS_ii,2394.21,8.102,1,32768,1,512,1,1,0,16,4,1,,0',
        '118f6ec28b451400,memcpyHtoDasync,12402.7,9.498,,,,,,,,,,2,67108864,1',
        '118f6ec28b494de0,memcpyDtoHasync,11817.2,7.543,,,,,,,,,,1,67108864,0',
      ),
    );
    assert.deepEqual([file.status, file.format, file.device], ['full', 'computeprof-csv', 'GeForce GTX 480']);
    const kernel = only(file.kernels);
    assert.deepEqual(
      [kernel.name, kernel.startNs, kernel.durationNs],
      ['_Z9incKernelPfS_ii', 0x3a0, 2394210],
    );
    assert.deepEqual(
      [kernel.grid, kernel.block, kernel.registers, kernel.staticSharedBytes],
      [[32768, 1, 1], [512, 1, 1], 4, 16],
    );
    assert.deepEqual(
      file.transfers.map((copy) => [copy.direction, copy.bytes, copy.startNs, copy.pinned, copy.stream]),
      [
        ['HtoD', 67108864, 0, true, '2'],
        ['DtoH', 67108864, 0x439e0, false, '1'],
      ],
    );
  });

  it('reads the form with names in each row, and counters as events of each launch', async () => {
    const file = await read(
      lines(
        HEAD.slice(0, 1),
        '# CUDA_DEVICE 0 Tesla C1060',
        'timestamp,method,gputime,cputime,occupancy,branch',
        'timestamp=[ 1024.5 ] method=[ memcpyHtoD ] gputime=[ 2.016 ] cputime=[ 9.000 ]',
        'timestamp=[ 2048.0 ] method=[ _Z1kPf ] gputime=[ 9.5 ] cputime=[ 4.0 ] occupancy=[ 0.5 ] branch=[ 12 ]',
      ),
    );
    assert.deepEqual([only(file.transfers).durationNs, only(file.transfers).startNs], [2016, 1024500]);
    assert.deepEqual([only(file.kernels).durationNs, only(file.kernels).events], [9500, { branch: 12 }]);
    assert.equal(file.device, 'Tesla C1060');
  });

  it('leaves out what is impossible and notices a cut row', async () => {
    const file = await read(
      lines(
        HEAD,
        'gpustarttimestamp,method,gputime,gridSizeX,gridSizeY,blockSizeX,blockSizeY,blockSizeZ,registerPerThread',
        '10,_Z1kv,-5,1,1,2048,1,1,4',
      ).concat('20,_Z1kv,2394'),
    );
    const kernel = only(file.kernels);
    assert.deepEqual([kernel.block, kernel.durationNs], [null, null]);
    assert.deepEqual(codes(file), ['impossible-launch', 'untrusted-number', 'damaged-row']);
    assert.equal(file.status, 'partial');
  });
});
