import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { InputError } from '../../../src/kernel/result';
import { readProfile, readProfileBytes } from '../../../src/profiles/readProfile';
import { bytesAccess, type ByteSource } from '../../../src/profiles/source';
import { PREAMBLE, TRACE_HEADER, lines, only, read, readBytes } from './helpers';
import { english } from '../../../src/words';

const TRACE = lines(
  PREAMBLE,
  '==4242== Profiling result:',
  TRACE_HEADER,
  'ms,us,,,,,,,,B,B,KB,GB/s,,,,',
  '1.000000,2.500000,4,2,1,32,8,1,20,0,0,,,"Tesla V100 (1)","1","7","ünïcode(int) [12]"',
);

function utf16(text: string, bigEndian: boolean, mark: boolean): Uint8Array {
  const marked = (mark ? '\ufeff' : '') + text;
  const bytes = new Uint8Array(marked.length * 2);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < marked.length; i++) view.setUint16(2 * i, marked.charCodeAt(i), !bigEndian);
  return bytes;
}

describe('reading bytes', () => {
  it('finds the same in UTF-8, UTF-16 of either order with and without mark, gzip, and nested gzip', async () => {
    const plain = new TextEncoder().encode(TRACE);
    const expected = await read(TRACE);
    assert.equal(only(expected.kernels).durationNs, 2500);
    assert.equal(only(expected.kernels).name, 'ünïcode(int)');
    const ascii = TRACE.replace('ünïcode', 'unicode');
    for (const bigEndian of [true, false])
      for (const mark of [true, false])
        assert.deepEqual(
          (await readBytes(utf16(ascii, bigEndian, mark))).kernels,
          (await read(ascii)).kernels,
        );
    assert.deepEqual(await readBytes(gzipSync(plain)), expected);
    assert.deepEqual(await readBytes(gzipSync(gzipSync(plain))), expected);
    assert.deepEqual(await readBytes(Buffer.concat([Buffer.from('\ufeff'), plain])), expected);
  });

  it('does not depend on where the pieces end, nor on the kind of line ends', async () => {
    const expected = await read(TRACE);
    for (const size of [1, 2, 3, 7, 64]) assert.deepEqual(await read(TRACE, {}, size), expected);
    assert.deepEqual((await read(TRACE.replaceAll('\n', '\r\n'), {}, 5)).kernels, expected.kernels);
  });

  it('keeps what a cut gzip stream holds, and says that it is cut', async () => {
    const many =
      TRACE + '2.000000,2.500000,4,2,1,32,8,1,20,0,0,,,"Tesla V100 (1)","1","7","k(int)"\n'.repeat(20_000);
    const packed = gzipSync(new TextEncoder().encode(many));
    const file = await readBytes(packed.subarray(0, packed.length - 200));
    assert.equal(file.status, 'partial');
    assert.match(english(file.reason ?? ''), /gzip/);
    assert.ok(file.kernels.length > 1000 && file.kernels.length < 20_001);
  });

  it('gives up the bytes of a file that is refused, or read in another order', async () => {
    let open = 0;
    async function* source(head: string): AsyncGenerator<Uint8Array> {
      open++;
      try {
        for (;;) yield new TextEncoder().encode(head.padEnd(8192, '\0'));
      } finally {
        open--;
      }
    }
    const refusing: ByteSource = { [Symbol.asyncIterator]: () => source('QDSTRM') };
    assert.equal((await readProfile('a.nsys-rep', refusing)).status, 'refused');
    assert.equal(open, 0);
    const random: ByteSource = {
      openRandom: () => Promise.resolve(bytesAccess(new Uint8Array(200))),
      [Symbol.asyncIterator]: () => source('SQLite format 3\0'),
    };
    assert.equal((await readProfile('a.sqlite', random)).status, 'refused');
    assert.equal(open, 0);
  });

  it('lets other tasks run after every 4 MiB, and after none of a small file', async () => {
    const yieldsFor = async (size: number): Promise<number> => {
      let yields = 0;
      const yieldToTasks = async (): Promise<void> => void yields++;
      await readProfileBytes('a', new Uint8Array(size).fill(0x61), { yieldToTasks });
      return yields;
    };
    assert.equal(await yieldsFor(1 << 22), 0);
    assert.equal(await yieldsFor((1 << 22) + 1), 1);
    assert.equal(await yieldsFor(3 << 22), 2);
  });

  it('reports progress up to the whole size and stops when the signal is aborted', async () => {
    const bytes = new TextEncoder().encode(TRACE.repeat(2000));
    const seen: number[] = [];
    await readProfileBytes('a', bytes, { onProgress: ({ bytesRead }) => seen.push(bytesRead) });
    assert.equal(seen.at(-1), bytes.length);
    assert.ok(seen.length > 1);
    const signal = { aborted: false };
    await assert.rejects(
      readProfileBytes('some/file.csv', bytes, { signal, onProgress: () => (signal.aborted = true) }),
      (error) => error instanceof InputError && error.code === 'cancelled' && error.path === 'some/file.csv',
    );
  });
});
