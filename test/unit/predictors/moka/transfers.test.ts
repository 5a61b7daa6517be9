import { english } from '../../../../src/words';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { listGpus } from '../../../../src/gpu/catalogue';
import type { TransferProfile } from '../../../../src/kernel/profile';
import { fitTransfers } from '../../../../src/predictors/moka/transfers/fitTransfers';
import {
  fitLogGp,
  fitRegression,
  fitRelative,
  trainingSamples,
  transferNs,
} from '../../../../src/predictors/moka/transfers/linearTransfer';
import { catalogueTransfers, copyNs } from '../../../../src/predictors/moka/transfers/transferTimes';

const gtx950 = listGpus().find(({ id }) => id === 'gtx-950')!;

function transfer(changes: Partial<TransferProfile>): TransferProfile {
  return {
    direction: 'HtoD',
    bytes: 4096,
    startNs: 0,
    durationNs: 3000,
    pinned: true,
    stream: '1',
    device: null,
    calls: 1,
    location: { path: 'p.csv', line: 1 },
    ...changes,
  };
}

describe('transfer models', () => {
  const line = fc.record({
    overheadNs: fc.integer({ min: 100, max: 20_000 }),
    nsPerByte: fc.double({ min: 0.01, max: 1, noNaN: true }),
  });

  it('all recover a link without noise', () => {
    fc.assert(
      fc.property(line, (link) => {
        const samples = [4, 64, 1024, 65_536].map((bytes) => ({ bytes, ns: transferNs(link, bytes) }));
        for (const fit of [fitRegression, fitRelative]) {
          const fitted = fit(samples);
          assert.ok(Math.abs(transferNs(fitted, 1e6) / transferNs(link, 1e6) - 1) < 1e-6);
        }
        // LogGP takes the smallest message for the overhead, and so counts its bytes twice.
        const logGp = fitLogGp(samples);
        assert.ok(Math.abs(logGp.nsPerByte / link.nsPerByte - 1) < 1e-6);
        assert.ok(logGp.overheadNs > link.overheadNs);
      }),
    );
  });

  it('train on every fourth float up to the limit', () => {
    const samples = Array.from({ length: 300 }, (_, index) => ({ bytes: 4 * (index + 1), ns: 1 }));
    const floats = trainingSamples(samples, 256).map(({ bytes }) => bytes / 4);
    assert.deepEqual(floats.slice(0, 3), [1, 5, 9]);
    assert.equal(floats.at(-1), 253);
    assert.equal(floats.length, 64);
  });

  it('trust a fit that keeps small and large copies right where plain least squares gives up the small', () => {
    // A link that starts up quickly and slows down above 8 KiB.
    const ns = (bytes: number): number =>
      1900 + 0.1 * Math.min(bytes, 8192) + 0.16 * Math.max(0, bytes - 8192);
    const samples = Array.from({ length: 4000 }, (_, index) => ({ bytes: 4 + 256 * index, ns: 0 })).map(
      ({ bytes }) => ({ bytes, ns: ns(bytes) }),
    );
    const worst = (fit: typeof fitRegression): number => {
      const fitted = fit(samples);
      return Math.max(...samples.map((sample) => Math.abs(transferNs(fitted, sample.bytes) / sample.ns - 1)));
    };
    assert.ok(worst(fitRelative) < worst(fitRegression) / 2);
  });

  it('never predict a negative time', () => {
    const fitted = fitRegression([
      { bytes: 1000, ns: 1 },
      { bytes: 2000, ns: 1000 },
    ]);
    assert.equal(fitted.overheadNs, 0);
    assert.equal(
      fitRegression([
        { bytes: 0, ns: 9 },
        { bytes: 9, ns: 0 },
      ]).nsPerByte,
      0,
    );
  });
});

describe('fitTransfers', () => {
  it('fits each class of a profile and says from how many copies', () => {
    const sizes = [1000, 10_000, 100_000];
    const times = fitTransfers(
      sizes.flatMap((bytes) => [
        transfer({ bytes, durationNs: 2000 + bytes / 5 }),
        transfer({ bytes, durationNs: 9000 + bytes / 2, pinned: false, direction: 'DtoH' }),
      ]),
      gtx950,
    );
    const up = times.of({ direction: 'HtoD', pinned: true });
    assert.ok(Math.abs(transferNs(up, 50_000) - 12_000) < 1);
    assert.equal(up.origin, 'measured');
    assert.match(english(up.from), /3 HtoD pinned copies/);
    const down = times.of({ direction: 'DtoH', pinned: false });
    assert.ok(Math.abs(transferNs(down, 50_000) - 34_000) < 1);
    const untold = times.of({ direction: 'DtoH', pinned: true });
    assert.equal(untold.origin, 'assumed');
    assert.equal(untold.nsPerByte, up.nsPerByte);
  });

  it('scales the catalogue where all copies have one size', () => {
    const times = fitTransfers([transfer({ bytes: 1 << 20, durationNs: 1e6 })], gtx950);
    const up = times.of({ direction: 'HtoD', pinned: true });
    assert.ok(Math.abs(transferNs(up, 1 << 20) - 1e6) < 1);
    assert.match(english(up.from), /nearly one size/);
  });

  it('takes bandwidth from no copy that only starts up', () => {
    const line = catalogueTransfers(gtx950).of({ direction: 'HtoD', pinned: true });
    const up = fitTransfers([transfer({ bytes: 4, durationNs: 900 })], gtx950);
    const times = up.of({ direction: 'HtoD', pinned: true });
    assert.equal(times.nsPerByte, line.nsPerByte);
    assert.equal(times.origin, 'assumed');
    assert.ok(Math.abs(transferNs(times, 4) - 900) < 1);
  });

  it('takes untold host memory as the replay of the trace does: pageable in the default stream', () => {
    const untold = { bytes: 1 << 20, durationNs: 1e6, pinned: null };
    const times = fitTransfers([transfer({ ...untold, stream: '7' })], gtx950);
    const pageable = times.of({ direction: 'HtoD', pinned: false });
    assert.equal(pageable.origin, 'measured');
    assert.ok(Math.abs(transferNs(pageable, 1 << 20) - 1e6) < 1);
    const own = fitTransfers([transfer({ ...untold, stream: '14' })], gtx950);
    assert.equal(own.of({ direction: 'HtoD', pinned: true }).origin, 'measured');
  });

  it('takes a slow link to be slow for the other host memory, too', () => {
    const sizes = [1e6, 4e6, 16e6];
    const slow = sizes.map((bytes) => transfer({ bytes, durationNs: bytes * 2.5, pinned: false }));
    const times = fitTransfers(slow, gtx950);
    const catalogue = catalogueTransfers(gtx950);
    const factor = 2.5 / catalogue.of({ direction: 'HtoD', pinned: false }).nsPerByte;
    for (const direction of ['HtoD', 'DtoH'] as const) {
      const pinned = times.of({ direction, pinned: true });
      const listed = catalogue.of({ direction, pinned: true });
      assert.ok(Math.abs(pinned.nsPerByte / (listed.nsPerByte * factor) - 1) < 0.01, direction);
      assert.equal(pinned.origin, 'assumed');
    }
  });

  it('ignores what has no size, no time or is a summary', () => {
    const useless = [
      transfer({ bytes: null }),
      transfer({ durationNs: null }),
      transfer({ durationNs: 0 }),
      transfer({ calls: 10 }),
      transfer({ direction: 'memset' }),
    ];
    const times = fitTransfers(useless, gtx950);
    const expected = catalogueTransfers(gtx950).of({ direction: 'HtoD', pinned: true });
    assert.deepEqual(times.of({ direction: 'HtoD', pinned: true }), expected);
  });
});

describe('catalogueTransfers', () => {
  it('gives every GPU a time for every copy, newer links faster', () => {
    const megabyte = (generation: number | null): number =>
      copyNs(catalogueTransfers({ ...gtx950, id: 'other', pcieGeneration: generation }), {
        kind: 'copy',
        stream: '1',
        direction: 'HtoD',
        bytes: 1e6,
        pinned: true,
        blocking: false,
      });
    const times = [1, 2, 3, 4, 5, 6].map(megabyte);
    assert.deepEqual(
      times,
      [...times].sort((a, b) => b - a),
    );
    assert.equal(megabyte(null), megabyte(3));
    for (const gpu of listGpus()) {
      const of = catalogueTransfers(gpu).of;
      assert.ok(
        of({ direction: 'DtoH', pinned: false }).nsPerByte >
          of({ direction: 'DtoH', pinned: true }).nsPerByte,
      );
    }
  });

  it('says when the generation is unknown', () => {
    const { from } = catalogueTransfers({ ...gtx950, id: 'other', pcieGeneration: null }).of({
      direction: 'HtoD',
      pinned: true,
    });
    assert.match(english(from), /PCIe generation unknown, 3 taken/);
  });
});
