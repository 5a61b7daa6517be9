import assert from 'node:assert/strict';
import { kernelText } from '../../../src/cuda/edits/block/kernelText';
import { isOnlyRead } from '../../../src/cuda/edits/onlyRead';

const isRead = (body: string): boolean => isOnlyRead(kernelText(`{ ${body} }`), 'p');

describe('a pointer that a kernel only reads', () => {
  it('has its elements in expressions alone', () => {
    for (const body of [
      'c[i] = p[i] + b[i];',
      'x = p[i]; y += 2 * p[i + 1] - p[p[i]];',
      'if (p[i] > 3 && x & p[i]) c[i] = fmaxf(p[i], sqrtf(p[j]));',
      'float a = p[i].x * p[i].y, b = (p[i]);',
      'while (p[i]) i++;',
      'x = (c ? p[i] : b[i]) * 2; if ((c ? p[i] : 0) == 1) y = 1;',
      'c[i] = 1;',
    ])
      assert.ok(isRead(body), body);
  });

  it('is not stored to, referred to or handed on', () => {
    for (const body of [
      'p[i] = 1;',
      'c[i] = p[i]++;',
      'p[i] <<= 2;',
      '--p[i];',
      'p[i].x = 1;',
      '(p[i]) = 1;',
      'c[i] = p[i] = 1;',
      'float &r = p[i]; r = 1;',
      'auto &[a, b] = p[i]; a = 1;',
      'for (float &e : p[i].parts) e = 1;',
      '(c ? p[i] : b[i]) = 1;',
      '(c ? b[i] : p[i]) += 1;',
      'float *q = p; q[i] = 1;',
      'atomicAdd(&p[i], 1);',
      'swap(p[i], c[i]);',
      'store(1, p[i]);',
      'put<float>(p[i]);',
      'p[i].set(1);',
      '*p = 1;',
      'f(p + i);',
    ])
      assert.ok(!isRead(body), body);
  });
});
