import { tableRows, copiesText } from '../../../../lab/data/tables';
import { told } from '../../../support/told';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { requireGpu } from '../../../../src/gpu/findGpu';
import { HostLink, loneCopyNs, type HostCopy } from '../../../../src/simulator/hostlink/hostLink';
import {
  hostLinkOf,
  nvlinkHost,
  pcieLink,
  type HostLinkSpec,
} from '../../../../src/simulator/hostlink/hostLinkSpec';
import { english } from '../../../../src/words';

const root = process.env['CORUN_ROOT']!;
const MB = 2 ** 20;

type Asked = Omit<HostCopy, 'id' | 'queue'> & { readonly atNs?: number; readonly queue?: string };

/** Runs copies and tells when each began and ended. */
function play(spec: HostLinkSpec, asked: readonly Asked[], engines = 2) {
  const spans = asked.map(() => ({ start: NaN, end: NaN }));
  const link = new HostLink(spec, engines, {
    started: ({ id }, ns) => {
      assert.ok(Number.isNaN(spans[id]!.start), 'a copy begins once');
      spans[id]!.start = ns;
    },
    finished: ({ id }, ns) => {
      assert.ok(Number.isNaN(spans[id]!.end), 'a copy ends once');
      spans[id]!.end = ns;
    },
  });
  const order = asked.map((copy, id) => ({ ...copy, id })).sort((a, b) => (a.atNs ?? 0) - (b.atNs ?? 0));
  for (const { id, atNs = 0, queue = String(id), direction, bytes, pinned } of order) {
    link.advance(atNs);
    link.submit({ id, queue, direction, bytes, pinned }, atNs);
  }
  link.advance(Infinity);
  assert.equal(link.nextChangeNs(), Infinity);
  return { spans, link, lengths: spans.map(({ start, end }) => end - start) };
}

const up = (bytes: number, more: Partial<Asked> = {}): Asked => ({
  direction: 'HtoD',
  bytes,
  pinned: true,
  ...more,
});
const back = (bytes: number, more: Partial<Asked> = {}): Asked => ({ ...up(bytes, more), direction: 'DtoH' });

describe('the host link', () => {
  const pcie3 = pcieLink(3);

  it('moves large pinned copies at what packet headers leave of the line rate', () => {
    for (const spec of [pcieLink(1), pcieLink(2), pcie3, pcieLink(4), pcieLink(5), nvlinkHost('C2C', 450)]) {
      const { payloadBytes, writeOverheadBytes, completionOverheadBytes, acknowledgeBytes } = spec;
      const rate = (copy: Asked) => copy.bytes / loneCopyNs(spec, copy);
      const write = (spec.bytesPerNs * payloadBytes) / (payloadBytes + writeOverheadBytes);
      const read =
        (spec.bytesPerNs * payloadBytes) / (payloadBytes + completionOverheadBytes + acknowledgeBytes);
      assert.ok(
        Math.abs(rate(back(256 * MB)) / write - 1) < 0.02,
        `${spec.name} ${rate(back(256 * MB))} ${write}`,
      );
      assert.ok(Math.abs(rate(up(256 * MB)) / read - 1) < 0.02, `${spec.name} ${rate(up(256 * MB))} ${read}`);
    }
  });

  it('takes for a few bytes what fetching the descriptor, translating and one round trip take', () => {
    const { roundTripNs, deviceAccessNs } = pcie3;
    const expected = 2 * roundTripNs + 2 * deviceAccessNs;
    assert.ok(Math.abs(loneCopyNs(pcie3, up(4)) - expected) < 30);
    assert.ok(Math.abs(loneCopyNs(pcie3, up(0)) - (roundTripNs + deviceAccessNs)) < 1);
  });

  it('carries both directions at once with two engines, a little slower than alone, and one by one with one', () => {
    const alone = [up(64 * MB), back(64 * MB)].map((copy) => loneCopyNs(pcie3, copy));
    const together = play(pcie3, [up(64 * MB), back(64 * MB)]).lengths;
    together.forEach((ns, i) => {
      assert.ok(ns > 1.05 * alone[i]! && ns < 1.4 * alone[i]!, `${ns / alone[i]!}`);
    });
    const { spans } = play(pcie3, [up(64 * MB), back(64 * MB)], 1);
    assert.equal(spans[1]!.start, spans[0]!.end);
  });

  it('makes a pinned copy wait for the pinned copy before it', () => {
    const { spans } = play(pcie3, [up(8 * MB), up(8 * MB, { atNs: 1000 })]);
    assert.equal(spans[1]!.start, spans[0]!.end);
    assert.ok(Math.abs(spans[1]!.end / (2 * loneCopyNs(pcie3, up(8 * MB))) - 1) < 0.01);
  });

  it('shares the engine among pageable copies, buffer by buffer', () => {
    const pageable = { pinned: false };
    const alone = loneCopyNs(pcie3, up(16 * MB, pageable));
    const four = play(
      pcie3,
      Array.from({ length: 4 }, () => up(16 * MB, pageable)),
    ).lengths;
    for (const ns of four) {
      assert.ok(ns > 1.5 * alone, 'the link is shared');
      assert.ok(Math.abs(ns / four[0]! - 1) < 0.05, 'evenly');
    }
  });

  it('lets a pinned copy overtake pageable ones between their buffers', () => {
    const long = up(64 * MB, { pinned: false });
    const alone = [loneCopyNs(pcie3, long), loneCopyNs(pcie3, up(16 * MB))] as const;
    const { lengths } = play(pcie3, [long, up(16 * MB, { atNs: 1e6 })]);
    assert.ok(lengths[1]! < 1.1 * alone[1], 'the pinned copy hardly notices');
    assert.ok(lengths[0]! > alone[0] + 0.6 * alone[1], 'the pageable one waits for it');
  });

  it('lets the host thread of a pageable copy fill its buffers while short pinned copies pass', () => {
    const staged = up(4 * MB, { pinned: false });
    const passing = [200, 400, 600].map((us) => up(MB / 2, { atNs: us * 1000 }));
    const alone = loneCopyNs(pcie3, staged);
    const passNs = 3 * loneCopyNs(pcie3, up(MB / 2));
    const delay = play(pcie3, [staged, ...passing]).lengths[0]! - alone;
    assert.ok(delay < 0.7 * passNs, `${delay} of ${passNs}`);
  });

  it('is bound by the host thread for pageable copies where that is slower', () => {
    const slow = { ...pcieLink(4), hostCopyBytesPerNs: 3 };
    for (const copy of [up(64 * MB, { pinned: false }), back(64 * MB, { pinned: false })]) {
      const rate = copy.bytes / loneCopyNs(slow, copy);
      assert.ok(rate < 3 && rate > 2.7, String(rate));
    }
  });

  it('ends every copy once, after it began, in the order of its queue, with all its packets', () => {
    const copy = fc.record({
      direction: fc.constantFrom<'HtoD' | 'DtoH'>('HtoD', 'DtoH'),
      bytes: fc.oneof(fc.constantFrom(0, 1, 128, 129), fc.nat({ max: 3000000 })),
      pinned: fc.boolean(),
      queue: fc.constantFrom('a', 'b', 'c'),
      atNs: fc.nat({ max: 200000 }),
    });
    fc.assert(
      fc.property(fc.array(copy, { maxLength: 12 }), fc.constantFrom(1, 2), (asked, engines) => {
        const { spans, link } = play(pcie3, asked, engines);
        spans.forEach(({ start, end }, i) => assert.ok(start >= asked[i]!.atNs && end > start));
        for (const direction of ['HtoD', 'DtoH'] as const) {
          const own = asked.filter((item) => item.direction === direction);
          const least = own.reduce((sum, { bytes }) => sum + Math.ceil(bytes / pcie3.payloadBytes), 0);
          assert.ok(link.use(direction).packets >= least);
          const last = Math.max(0, ...spans.map(({ end }) => end));
          assert.ok(link.use(direction).busyNs <= last);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('belongs to a GPU', () => {
    assert.equal(hostLinkOf(requireGpu('gtx-950')).name, 'PCIe 3 x16');
    assert.equal(hostLinkOf(requireGpu('gh200')).name, 'NVLink-C2C');
    assert.match(english(hostLinkOf(requireGpu('themis-60sm')).assumptions[0]!), /no host link/);
    assert.throws(() => pcieLink(9), told(/generation 9/));
    assert.throws(() => pcieLink(3, 3), told(/3 lanes/));
  });
});

describe('the host link beside measured copies', () => {
  it('is within an eighth of large pinned copies on bare machines', () => {
    const rows = tableRows(root, 'copy_bandwidth').filter(
      ({ link, kind, bytes }) => /x16$/.test(link!) && /pinned/.test(kind!) && Number(bytes) > 3e7,
    );
    assert.ok(rows.length >= 15);
    for (const { gpu, link, kind, bytes, gb_per_s: measured } of rows) {
      const direction = kind!.startsWith('h2d') ? 'HtoD' : 'DtoH';
      const copy = { direction, bytes: Number(bytes), pinned: true } as const;
      const rate = copy.bytes / loneCopyNs(pcieLink(Number(link![4])), copy);
      assert.ok(Math.abs(rate / Number(measured) - 1) < 0.125, `${gpu} ${kind}: ${rate} for ${measured}`);
    }
  });

  it('follows a GTX 950 from one float to 43,000', () => {
    const rows = copiesText(root, 'floats')
      .split('\n')
      .map((line) => line.split(',').map(Number));
    const link = pcieLink(2); // 6.4 GB/s: the slot gives what PCIe 2 x16 gives
    const errors = rows
      .filter((_, i) => i % 500 === 0)
      .map(([floats, us]) => Math.abs(loneCopyNs(link, up(floats! * 4)) / 1000 / us! - 1));
    assert.ok(errors.length > 80);
    assert.ok(Math.max(...errors) < 0.2);
    assert.ok(errors.reduce((a, b) => a + b) / errors.length < 0.04);
  });
});
