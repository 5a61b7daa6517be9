import assert from 'node:assert/strict';
import { loweredCounts } from '../../../lab/cuda/lowering/classErrors';
import type { CudaParser } from '../../../src/cuda/syntax/parser';
import { ID } from './countedShape';
import { lowerText } from './loweringSupport';
import { testParser } from './support';

describe('a quotient behind arms of which one has made it', () => {
  let parser: CudaParser;
  before(async () => {
    parser = await testParser();
  });

  it('is made at most once more, where it stands, and needs no end of a chain of arms', () => {
    const lowered = lowerText(
      parser,
      `__global__ void k(const float *a, float *b, int n, float m, float e) {
        ${ID} float s = 0.f, t = 0.f;
        for (int o = 0; o < n; o += 32) {
          int j = o + threadIdx.x;
          if (j < n) {
            float x = a[j], y = a[j + n], d = x * x + y * y, q = sqrtf(d);
            if (q <= m) {
              t += 1.f;
              int bin = int(__fdividef(q - e, m));
              if (bin < 0) s = 2.f;
              else if (bin < n) s *= a[bin];
            } else t -= x * __fdividef(e * y, d * q);
            s -= x * __fdividef(e * y, d * q);
          }
        }
        b[i] = s + t;
      }
      int main() { float *a, *b; k<<<8, 32>>>(a, b, 320, 1.f, 2.f); }`,
    );
    const { special = 0, globalStore } = loweredCounts(lowered);
    assert.equal(globalStore, 1);
    // Ten turns with a root, and two or three quotients.
    assert.ok(special >= 20 && special <= 40, String(special));
  });
});
