import assert from 'node:assert/strict';
import { english } from '../../../src/words';
import { timeSummary } from '../../../src/words/texts/summaries';
import { results, planned, ran, mergedWith } from './simulationSupport';

describe('simulated results that rest on guesses', () => {
  it('advise no block by times that rest on guesses, and say of the time that it does', async () => {
    const base = await results('streams');
    const plan = planned(base);
    const { kernelId } = plan.inputs!.kernels[0]!;
    const guess = { key: 'a.cu:compute:trips_i', value: 400, text: 'turns', isGuess: true } as const;
    const assumptions = { ...plan.assumptions, [kernelId]: [guess] };
    const { files, advice } = mergedWith(base, null).with(ran({ ...plan, assumptions }, () => true));
    const [guessed, told] = files[0]!.kernels;
    assert.deepEqual(guessed!.time!.guesses, [{ key: 'a.cu:compute:trips_i', name: 'trips_i', value: 400 }]);
    assert.equal(told!.time!.guesses, undefined);
    assert.match(timeSummary(guessed!)!, /◐ if compute:trips_i = 400 \(guessed\)/);
    assert.deepEqual([guessed!.block!.advised, guessed!.block!.expectedGain], [null, null]);
    assert.match(english(guessed!.block!.timeNote!), /by guesses of what data decide \(trips_i\)/);
    assert.ok(advice.every((one) => one.kernelId !== kernelId));
  });
});
