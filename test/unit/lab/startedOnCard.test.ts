import assert from 'node:assert/strict';
import path from 'node:path';
import { studyParser } from '../../../lab/cuda/instructionMix/compare';
import { startedOnCard, StartedVerdicts } from '../../../lab/hardware/started';
import { readSourceTexts } from '../../../src/analysis/lowering/sourceTexts';
import { nodeProgramMakers } from '../../../src/analysis/scenarios/nodeMakers';
import { programsFromSources } from '../../../src/analysis/scenarios/sourceProgram';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();

describe('two launches that were started on a card', () => {
  const data = startedOnCard(ROOT);

  it('are known in both orders, and mostly faster together', () => {
    const told = (['started', 'typical', 'typical-h200'] as const).map((set) => {
      const { pairs, kernels } = startedOnCard(ROOT, set);
      assert.equal(new Set(pairs.map(([a, b]) => `${a}+${b}`)).size, kernels.length ** 2);
      const changes = pairs.map(([, , behind, together]) => Math.max(...together) / behind[1] - 1);
      return [-1, 1].map((sign) => changes.filter((change) => sign * change > 0.05).length);
    });
    assert.deepEqual(told, [
      [106, 3],
      [234, 15],
      [234, 19],
    ]);
  });

  it('have the verdict that the card gives, where both are small', async () => {
    const parser = studyParser(ROOT);
    const readTexts = async (source: string) => {
      const file = path.join(ROOT, source);
      return { path: file, ...(await readSourceTexts([file], null)) };
    };
    const verdicts = new StartedVerdicts(data, {
      ...nodeProgramMakers({ folder: ROOT, within: null }, ROOT),
      source: programsFromSources(readTexts, () => parser),
    });
    const pair = data.pairs.find(([a, b]) => a === 'vectorAdd-small' && b === 'blackScholes-small')!;
    const { first, card, told } = await verdicts.of(pair);
    assert.equal(first, 'vectorAdd-small');
    assert.equal(card.word, 'overlap');
    assert.equal(told!.word, 'overlap');
    // The worst of the pairs of docs/verdicts.md is 25 points off.
    assert.ok(Math.abs(told!.change - card.change) < 0.25, `${told!.change} ${card.change}`);
  });
});
