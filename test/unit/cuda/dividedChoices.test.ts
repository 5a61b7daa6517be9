import { ID, describeCounts, kernel, type Shape } from './countedShape';

const shape = (
  name: string,
  body: string,
  given: Readonly<Record<string, number>>,
  expected: Shape['expected'],
): Shape => ({
  name,
  source: kernel('const int *a, int *b, int m, int w', `${ID} ${body}`),
  grid: 64,
  block: 256,
  arguments: given,
  expected: { globalLoad: 1, globalStore: 1, ...expected },
});

/** A quotient by an argument is a special instruction and two conversions; half of the threads lie above m. PTX of nvcc 13.0. */
const SHAPES: readonly Shape[] = [
  shape(
    'a quotient that no thread chooses',
    'int g = m > 100 ? i / w : i; b[g] = a[g];',
    { m: 50, w: 7 },
    {},
  ),
  shape(
    'a quotient that half of the threads choose',
    'int x = a[i]; b[i] = i > m ? x / w : 0;',
    { m: 8191, w: 7 },
    { globalLoad: 0.5, special: 0.5, conversion: 1 },
  ),
  shape(
    'two quotients by one number, of which either is chosen: the dividend is',
    'int x = a[i]; b[i] = i > m ? (x + 1) / w : (x + 3) / w;',
    { m: 8191, w: 7 },
    { special: 1, conversion: 2 },
  ),
  shape(
    'a quotient by a power of two, which all threads compute',
    'float x = a[i]; b[i] = i > m ? x / 2.f : x;',
    { m: 8191 },
    { fp32: 2, conversion: 2 },
  ),
  shape(
    'a long side of a choice, which is left to those who choose it',
    'float x = a[i], y = x + 1.f; b[i] = i > m ? (x + 2.f) * (y + 3.f) * (x + 5.f) * (y + 7.f) : x;',
    { m: 8191 },
    // The sum in front is made by those who need it, as well.
    { fp32: 4, conversion: 2 },
  ),
];

describeCounts('counts of choices between numbers', SHAPES);
