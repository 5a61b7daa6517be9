import assert from 'node:assert/strict';
import { heatMap } from '../../../lab/plots/heatMap';

const map = heatMap({
  title: 'a < b',
  xLabel: 'x',
  yLabel: 'y',
  columns: ['1', '2', '3'],
  rows: ['4', '8'],
  cell: ({ column, row }) => ({ shade: column / 2, label: `c${column}${row}` }),
  // The upper right corner of two cells.
  isInside: ({ column, row }) => column > 0 && row > 0,
  paths: [
    {
      name: 'way',
      places: [
        { column: 2, row: 1 },
        { column: 0, row: 0 },
      ],
      end: { column: 2, row: 1 },
    },
  ],
});
const count = (pattern: RegExp): number => map.match(pattern)?.length ?? 0;

describe('a map as a picture', () => {
  it('has every cell with its value, and a line around those inside', () => {
    assert.equal(count(/>c\d\d</g), 6);
    assert.equal(count(/stroke="#000000"/g), 3);
    assert.ok(map.includes('a &lt; b'));
  });

  it('draws ways in their order, and rings where they have led', () => {
    const points = /<polyline points="([^"]+)" [^>]*stroke-width="2"/.exec(map)![1]!.split(' ');
    const [from, to] = points.map((point) => point.split(',').map(Number)) as [number[], number[]];
    assert.ok(from[0]! > to[0]! && from[1]! < to[1]!, 'rows count from below');
    const ring = /<circle cx="([^"]+)" cy="([^"]+)" r="5" fill="none"/.exec(map)!;
    assert.deepEqual([Number(ring[1]), Number(ring[2])], from);
  });
});
