import assert from 'node:assert/strict';
import { codes, lines, only, read } from './helpers';

const entry = (name: string, architecture: string, use: string): string[] => [
  `ptxas info    : Compiling entry function '${name}' for '${architecture}'`,
  `ptxas info    : Function properties for ${name}`,
  '    8 bytes stack frame, 4 bytes spill stores, 12 bytes spill loads',
  `ptxas info    : Used ${use}`,
];

describe('ptxas log', () => {
  it('reads registers, shared, constant, stack and spills per kernel and architecture, in any build log', async () => {
    const file = await read(
      lines(
        'nvcc -Xptxas -v -o app app.cu',
        'ptxas info    : 0 bytes gmem, 8 bytes cmem[3]',
        entry(
          '_Z1kPfi',
          'sm_35',
          '9 registers, used 1 barriers, 4140+16 bytes smem, 364 bytes cmem[0], 32 bytes cmem[2]',
        ),
        'ptxas info    : Compile time = 3.728 ms',
        entry('void k<128, 8>(int, float*)', 'sm_86', '40 registers, 400 bytes cmem[0]'),
        'make: done',
      ),
    );
    assert.equal(file.status, 'full');
    assert.equal(file.format, 'ptxas-log');
    assert.deepEqual(file.compiled, [
      {
        name: '_Z1kPfi',
        architecture: 'sm_35',
        registers: 9,
        staticSharedBytes: 4156,
        constantBytes: { 0: 364, 2: 32 },
        stackBytes: 8,
        spillStoreBytes: 4,
        spillLoadBytes: 12,
        location: { path: 'test.prof', line: 3 },
      },
      {
        name: 'void k<128, 8>(int, float*)',
        architecture: 'sm_86',
        registers: 40,
        staticSharedBytes: 0,
        constantBytes: { 0: 400 },
        stackBytes: 8,
        spillStoreBytes: 4,
        spillLoadBytes: 12,
        location: { path: 'test.prof', line: 8 },
      },
    ]);
  });

  it('does not take device functions for kernels, nor tell the same compilation twice', async () => {
    const file = await read(
      lines(
        'ptxas info    : Function properties for helper',
        'ptxas         .     32 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads',
        entry('k', 'sm_30', '63 registers, 208 bytes cumulative stack size, 328 bytes cmem[0]'),
        'ptxas info    : Function properties for _main',
        '128 bytes stack frame, 124 bytes spill stores, 124 bytes spill loads',
        entry('k', 'sm_30', '63 registers, 208 bytes cumulative stack size, 328 bytes cmem[0]'),
        entry('k', 'sm_52', '32 registers, 328 bytes cmem[0]'),
      ),
    );
    assert.deepEqual(
      file.compiled?.map((k) => [k.architecture, k.registers, k.stackBytes]),
      [
        ['sm_30', 63, 8],
        ['sm_52', 32, 8],
      ],
    );
  });

  it('does not guess whose registers they are when builds interleave', async () => {
    const [a, b] = [
      entry('a', 'sm_52', '10 registers, 8 bytes smem, 4 bytes cmem[0]'),
      entry('b', 'sm_52', '20 registers'),
    ];
    const file = await read(lines(a[0] ?? '', b.slice(0, 3), a.slice(1), b[3] ?? ''));
    assert.deepEqual(
      file.compiled?.map((k) => [k.name, k.registers, k.staticSharedBytes, k.stackBytes]),
      [
        ['a', null, null, 8],
        ['b', null, null, 8],
      ],
    );
    assert.ok(codes(file).includes('interleaved-build'));
  });

  it('leaves out what is impossible, garbled or cut', async () => {
    const file = await read(
      lines(
        'ptxas warning : Too big maxrregcount value specified 300, will be ignored',
        entry('a', 'sm_52', '999 registers, 4 bytes cmem[0]'),
        entry('b', 'sm_52', '10 registers, 81#2 bytes smem, 4 bytes cmem[0]'),
        entry('c', 'sm_52', '10 registers, 99999999 bytes smem, 4 bytes cmem[0]'),
      ) + entry('d', 'sm_52', '10 registers').join('\n'),
    );
    assert.deepEqual(
      file.compiled?.map((k) => [k.name, k.registers, k.staticSharedBytes]),
      [
        ['a', null, 0],
        ['b', 10, null],
        ['c', 10, null],
        ['d', 10, null],
      ],
    );
    assert.deepEqual(codes(file), [
      'ptxas-warning',
      'impossible-launch',
      'untrusted-number',
      'impossible-launch',
      'cut-row',
    ]);
  });

  it('reads the linker of separate compilation', async () => {
    const file = await read(
      lines(
        "nvlink info    : Function properties for '_Z6kernelPi':",
        'nvlink info    : used 6 registers, 0 stack, 24 bytes smem, 328 bytes cmem[0], 0 bytes lmem',
      ),
    );
    const kernel = only(file.compiled);
    assert.deepEqual(
      [kernel.name, kernel.architecture, kernel.registers, kernel.staticSharedBytes],
      ['_Z6kernelPi', null, 6, 24],
    );
  });
});
