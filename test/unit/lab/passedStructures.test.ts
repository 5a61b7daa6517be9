import assert from 'node:assert/strict';
import { layoutText, passedMembersOf, structureArguments } from '../../../lab/cuda/proof/passedStructures';
import { parsePtx } from '../../../src/cuda/ptx/parsePtx';

const KERNEL = {
  parameters: [
    { name: 'n', type: 'int' },
    { name: 'p', type: 'const Work' },
    { name: 'q', type: 'Work *' },
  ],
};
const VALUES = { n: 3, 'p.scale': 0.5, 'p.box.width': 7, 'q.n': 4, 'other.n': 5 };

describe('arguments that are structures', () => {
  const members = passedMembersOf(KERNEL, VALUES);

  it('are the members of those that are passed by value', () => {
    assert.deepEqual(members, [
      { parameter: 1, type: 'Work', path: 'scale', value: 0.5 },
      { parameter: 1, type: 'Work', path: 'box.width', value: 7 },
    ]);
    assert.match(layoutText(members), /__builtin_offsetof\(Work, box\.width\)/);
  });

  it('lie where the compiler says', () => {
    // Offset, bytes and fraction of each; nvcc leaves out the zero at the end.
    const bytes = [16, 0, 0, 0, 8, 0, 0, 0, 1, 0, 0, 0, 24, 0, 0, 0, 4].join(', ');
    const module = parsePtx(`.const .align 4 .b8 corun_layout[24] = {${bytes}};`);
    const found = structureArguments(module, members);
    assert.deepEqual(
      [...found],
      [
        [
          1,
          [
            { offset: 16, bytes: 8, type: '.f64', value: 0.5 },
            { offset: 24, bytes: 4, type: '.b', value: 7 },
          ],
        ],
      ],
    );
    assert.equal(structureArguments(parsePtx(''), members).size, 0);
  });
});
