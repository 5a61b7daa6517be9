import assert from 'node:assert/strict';
import { requireGpu } from '../../../src/gpu/findGpu';
import { tableText } from '../../../lab/data/tables';
import { readTwoStreamRuns } from '../../../lab/moka/reproduction/timelines/twoStreamRuns';
import { timelineVerdicts } from '../../../lab/verdicts/timelines';
import { countVerdicts, isHarmful, isWrong, type VerdictCase } from '../../../lab/verdicts/verdictCase';

const root = process.env['CORUN_ROOT'] ?? process.cwd();

function verdict(word: VerdictCase['word'], truth: number): VerdictCase {
  return { corpus: '', name: '', word, predicted: 0, truth, error: 0.1 };
}

describe('counted verdicts', () => {
  it('are wrong where the truth has another word, and harmful where following them costs time', () => {
    assert.ok(!isWrong(verdict('overlap', -0.2)));
    assert.ok(isWrong(verdict('overlap', -0.04)) && !isHarmful(verdict('overlap', -0.04)));
    assert.ok(isWrong(verdict('overlap', 0.04)) && isHarmful(verdict('overlap', 0.04)));
    assert.ok(isHarmful(verdict('apart', -0.1)));
    assert.ok(!isWrong(verdict('unknown', 0.5)));
  });

  it('on measured timelines are wrong under 5 %, harmful under 2 %, unknown under a third', () => {
    const gpu = requireGpu('gtx-950');
    const runs = readTwoStreamRuns(tableText(root, 'two_streams_gtx950'), gpu);
    const { cases, words, wrong, harmful } = countVerdicts(timelineVerdicts(runs, gpu));
    assert.ok(cases > 30);
    assert.ok(wrong / (cases - words.unknown) < 0.05, `${wrong} of ${cases} are wrong`);
    assert.ok(words.unknown / cases < 1 / 3, `${words.unknown} of ${cases} are unknown`);
    assert.ok(harmful / cases < 0.02, `${harmful} of ${cases} are harmful`);
  });
});
