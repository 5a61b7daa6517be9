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

  it('were never slower together than one behind the other, and mostly faster', () => {
    const changes = data.pairs.map(([, , behind, together]) => Math.max(...together) / behind[1] - 1);
    assert.equal(data.pairs.length, data.kernels.length ** 2);
    assert.ok(Math.max(...changes) < 0.01);
    assert.equal(changes.filter((change) => change < -0.05).length, 112);
  });

  it('began mostly with the one that was enqueued last, where both fill the card', () => {
    const itself = data.pairs.filter(([a, b]) => a === b && !a.endsWith('-small'));
    for (const [name, , , [ofFirst, ofSecond]] of itself) {
      const { us } = data.kernels.find((one) => one.name === name)!;
      assert.ok(ofSecond < 1.2 * us && ofFirst > 1.6 * us, name);
    }
  });

  it('are known in both orders of other kernels, of which some are slower together', () => {
    const { pairs, kernels, began } = startedOnCard(ROOT, 'typical');
    assert.equal(began, 0);
    assert.equal(new Set(pairs.map(([a, b]) => `${a}+${b}`)).size, kernels.length ** 2);
    const changes = pairs.map(([, , behind, together]) => Math.max(...together) / behind[1] - 1);
    assert.equal(changes.filter((change) => change < -0.05).length, 234);
    assert.equal(changes.filter((change) => change > 0.05).length, 15);
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
    assert.equal(first, 'blackScholes-small');
    assert.equal(card.word, 'overlap');
    assert.equal(told!.word, 'overlap');
    // The worst of the pairs of docs/verdicts.md is 25 points off.
    assert.ok(Math.abs(told!.change - card.change) < 0.25, `${told!.change} ${card.change}`);
  });
});
