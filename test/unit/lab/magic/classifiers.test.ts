import assert from 'node:assert/strict';
import {
  accuracy,
  FAMILIES,
  MAJORITY,
  stratifiedFolds,
  validateFamilies,
} from '../../../../lab/magic/classifiers/crossValidation';
import { nearest, supportVectors } from '../../../../lab/magic/classifiers/distances';
import { naiveBayes, quadraticDiscriminant } from '../../../../lab/magic/classifiers/gaussian';
import { balanceOf, growTree } from '../../../../lab/magic/classifiers/tree';
import { adaBoost } from '../../../../lab/magic/classifiers/trees';
import { createRandom } from '../../../../src/stats/random';

const even = (count: number): number[] => new Array<number>(count).fill(1);

describe('a decision tree', () => {
  it('splits where impurity falls most, half-way between values', () => {
    const rows = [
      [5, 0],
      [1, 2],
      [4, 3],
      [2, 9],
    ];
    const labels = [false, false, true, true];
    // The second feature parts them wholly between 2 and 3; the first only by one row.
    assert.deepEqual(growTree({ rows, labels, weights: even(4) }, { depth: 1 }), {
      feature: 1,
      threshold: 2.5,
      below: { balance: -1 },
      above: { balance: 1 },
    });
  });

  it('weighs examples, and stops where nothing is gained', () => {
    const alike = { rows: [[1], [1], [1]], labels: [true, false, false], weights: [3, 1, 1] };
    assert.deepEqual(growTree(alike, { depth: 4 }), { balance: 0.2 });
  });

  it('needs two levels for what one split cannot part', () => {
    const rows = [[1], [2], [3], [4]];
    const labels = [true, false, false, true];
    const tree = growTree({ rows, labels, weights: even(4) }, { depth: 2 });
    assert.deepEqual(
      rows.map((row) => balanceOf(tree, row) > 0),
      labels,
    );
  });
});

describe('classifiers', () => {
  it('boost stumps into what no stump tells', () => {
    const examples = { rows: [[1], [2], [3], [4], [5], [6]], labels: [true, true, false, false, true, true] };
    const [ten] = adaBoost.settings;
    const classify = ten!.fit(examples, 1);
    assert.deepEqual(examples.rows.map(classify), examples.labels);
  });

  it('let the nearest vote', () => {
    const examples = { rows: [[0], [1], [2], [10]], labels: [true, false, false, true] };
    const [one, three] = nearest.settings.map((setting) => setting.fit(examples, 1));
    assert.deepEqual([one!([0.2]), three!([0.2])], [true, false]);
  });

  it('weigh how a class spreads, which its mean does not tell', () => {
    // Both classes have the mean (0, 0): one lies near it, the other far away.
    const rows = [
      [0.1, 0],
      [-0.1, 0],
      [0, 0.1],
      [0, -0.1],
      [3, 0],
      [-3, 0],
      [0, 3],
      [0, -3],
    ];
    const labels = rows.map((_, at) => at >= 4);
    for (const family of [naiveBayes, quadraticDiscriminant])
      for (const setting of family.settings) {
        const classify = setting.fit({ rows, labels }, 1);
        assert.deepEqual(rows.map(classify), labels, `${family.id} ${setting.label}`);
      }
    // A correlation that only the discriminant sees: along one diagonal, and along the other.
    const crossed = [-2, -1, 1, 2].flatMap((x) => [
      [x, x + 0.1],
      [x, -x + 0.1],
    ]);
    const turned = crossed.map((_, at) => at % 2 === 0);
    const discriminant = quadraticDiscriminant.settings[0]!.fit({ rows: crossed, labels: turned }, 1);
    assert.deepEqual(crossed.map(discriminant), turned);
  });

  it('find the widest margin', () => {
    const examples = { rows: [[0], [1], [3], [4]], labels: [false, false, true, true] };
    const linear = supportVectors.settings.find(({ label }) => label === 'linear, C 10')!.fit(examples, 1);
    assert.deepEqual([[1.8], [2.3]].map(linear), [false, true]);
  });

  it('all part two clusters that lie apart, the same way for the same seed', () => {
    const random = createRandom(4);
    const rows = Array.from({ length: 40 }, (_, at) => {
      const centre = at % 2 === 0 ? 0 : 1;
      return [centre + 0.1 * random.gaussian(), centre + 0.1 * random.gaussian(), random.next()];
    });
    const examples = {
      rows,
      labels: rows.map((_, at) => at % 2 === 1),
      groups: rows.map((_, at) => String(at)),
    };
    const scores = validateFamilies(examples, { folds: 4, seed: 1 });
    assert.equal(scores.length, 8);
    for (const { family, chosen, nested } of scores) {
      assert.ok(chosen >= 0.95 && nested >= 0.9, family);
    }
    const again = validateFamilies(examples, { folds: 4, seed: 1 }, FAMILIES.slice(3, 5));
    assert.deepEqual(again, scores.slice(3, 5));
  });
});

describe('stratified folds', () => {
  const labels = Array.from({ length: 30 }, (_, at) => at % 3 === 0);
  const rows = labels.map((_, at) => [at]);

  it('keep the classes’ shares, and groups together', () => {
    const alone = stratifiedFolds({ rows, labels, groups: labels.map((_, at) => String(at)) }, 5, 1);
    for (let fold = 0; fold < 5; fold++) {
      const own = labels.filter((_, at) => alone[at] === fold);
      assert.deepEqual([own.length, own.filter((label) => label).length], [6, 2]);
    }
    const groups = labels.map((_, at) => String(Math.floor(at / 3)));
    const together = stratifiedFolds({ rows, labels, groups }, 5, 1);
    groups.forEach((group, at) => assert.equal(together[at], together[groups.indexOf(group)]));
  });

  it('judge the majority class by its share', () => {
    const examples = { rows, labels, groups: labels.map((_, at) => String(at)) };
    assert.ok(Math.abs(accuracy(MAJORITY, examples, stratifiedFolds(examples, 5, 1), 1) - 2 / 3) < 1e-12);
  });
});
