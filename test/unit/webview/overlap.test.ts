import assert from 'node:assert/strict';
import type { PairVerdict } from '../../../src/analysis/corun/pairVerdicts';
import { overlapVerdict, type OverlapSide } from '../../../src/sharing/overlapVerdict';
import { contention, overlapConditions, overlapGain } from '../../../src/words/texts/overlapTexts';
import { matrixOfMeetings } from '../../../webview/model/matrix';
import { noPairText } from '../../../src/words/texts/firstScreen';
import { barsOf, cardsOf, whyNothingMeets, withoutPair, withPair } from '../../../webview/model/overlap';
import { sampleResults } from '../../webview/samples/results';

const results = sampleResults({ kernels: 10 });
const [card] = cardsOf(results);

const TIME = { value: 1e6, unit: 'ns', from: 'made up' };

/** A card of kernels that take 1 ms and 3 ms alone. */
function cardWith(slowdown: number, error: number | null): PairVerdict {
  const side = (soloNs: number): OverlapSide => ({
    soloNs,
    answer: {
      slowdown,
      origin: 'predicted',
      error:
        error === null
          ? { metric: null, evidence: 'made up' }
          : { metric: 'errSD', mean: error, worst: 1, evidence: 'made up' },
    },
  });
  const pair = card!.pair.map((met, at) => ({
    ...met,
    kernel: {
      ...met.kernel,
      time: { value: at === 0 ? 1e6 : 3e6, unit: 'ns', origin: 'measured' as const, from: 'made up' },
    },
  }));
  return { ...card!, pair: [pair[0]!, pair[1]!], verdict: overlapVerdict(side(1e6), side(3e6)) };
}

describe('cards of what can run together', () => {
  it('draw both ways to one scale', () => {
    // At pace 1 / 1.5 the short one ends at 1.5 ms, when the long one has done 1 ms of its 3; 2 ms follow alone.
    const bars = barsOf(cardWith(1.5, 0.02))!;
    assert.equal(bars.serialNs, 4e6);
    assert.equal(bars.togetherNs, 3.5e6);
    const shares = [...bars.serial, ...bars.together].map(({ from, to }) => [from, to]);
    assert.deepEqual(shares, [
      [0, 0.25],
      [0.25, 1],
      [0, 0.375],
      [0, 0.875],
    ]);
  });

  it('say what is saved or costs, with the error, or what is needed to tell', () => {
    assert.equal(overlapGain(cardWith(1.5, 0.02)), 'saves 500 ± 70 µs (−12 %)');
    assert.equal(overlapGain(cardWith(3, 0.1)), 'costs 1 ± 0.5 ms (+25 %)');
    assert.match(overlapGain(cardWith(1.5, 0.4)), /^needs a measurement of both: −12 % .* error of 40 %$/);
    assert.match(overlapGain(cardWith(1.5, null)), /^needs a simulation of both/);
    assert.match(overlapGain({ ...card!, answers: [null, null], verdict: null }), /^needs the slowdown of/);
  });

  it('have no word on a launch whose sizes are not known, whatever the kernel takes at another one', () => {
    const [{ launches: [launch] = [] } = {}] = results.files.filter(({ launches }) => launches.length > 0);
    const applications = results.applications.map((application) => ({
      ...application,
      meetings: application.meetings.map(([a, b]) => [{ ...a, path: 'main.cu', line: 7 }, b] as const),
    }));
    const cardOf = (origin: 'simulated' | 'measured') => {
      const files = results.files.map((file) => ({
        ...file,
        kernels: file.kernels.map((kernel) => ({ ...kernel, time: { ...TIME, origin } })),
        launches: file.kernels.map(({ id }) => ({
          ...launch!,
          ...{ path: 'main.cu', line: 7, kernelIds: [id], grid: ['rows', 1, 1], unknowns: ['rows'] },
        })),
      }));
      return cardsOf({ ...results, applications, files })[0]!;
    };
    assert.equal(cardOf('simulated').verdict, null);
    assert.match(overlapGain(cardOf('simulated')), /^needs rows of this launch, which the sources do not/);
    assert.deepEqual(overlapConditions(cardOf('simulated')), []);
    // A profile has the times of the launches that were made.
    assert.notEqual(cardOf('measured').verdict, null);
  });

  it('say that nothing runs together only where all code was followed', () => {
    const [first, ...others] = results.applications;
    const what = { what: 'what solve does', location: { path: 'a.cu', line: 7 } };
    const alone = { ...first!, meetings: [] };
    const read = { ...results, applications: [alone, ...others.map((one) => ({ ...one, meetings: [] }))] };
    const unread = { ...read, applications: [...read.applications, { ...alone, unread: [what] }] };
    assert.equal(whyNothingMeets(results).title, 'No slowdown is known yet');
    assert.equal(whyNothingMeets(read).title, 'Nothing here runs at the same time');
    assert.equal(whyNothingMeets(unread).title, 'Nothing here is known to run at the same time');
    assert.match(noPairText(read), /^no two kernels of one program can run together/);
    const said = noPairText(unread);
    assert.match(said, /are known to run together, but .* Not followed: what solve does \(a\.cu:7\)\./);
  });

  it('say on which condition launches that use one buffer may run together', () => {
    const [first, second] = card!.pair;
    assert.deepEqual(overlapConditions({ ...card!, pair: [first, second] }), []);
    assert.match(
      overlapConditions({ ...card!, pair: [first, { ...second, shares: 'field' }] }).join(),
      /^both use field, .* different parts of it/,
    );
  });

  it('say of which sizes a time is that later launches do not have', () => {
    const [first, second] = card!.pair;
    const time = { value: 1e6, unit: 'ns', origin: 'simulated' as const, from: 'a simulation' };
    const assumptions = [{ key: 'n', value: '', text: 'n is 128', ofFirst: { name: 'n', value: 128 } }];
    const kernel = { ...second.kernel, time, assumptions };
    assert.deepEqual(overlapConditions({ ...card!, pair: [first, { ...second, kernel }] }), [
      `${kernel.name} is timed at n = 128 (first of several)`,
    ]);
  });

  it('name what both use most, and whether they fight for it', () => {
    const use = (value: number) => [
      { resource: 'DRAM', share: { value, unit: '', origin: 'predicted' as const, from: 'made up' } },
    ];
    const [a, b] = card!.pair;
    const of = (first: number, second: number): string | null =>
      contention({
        ...card!,
        pair: [
          { ...a, kernel: { ...a.kernel, simulation: null, bottlenecks: use(first) } },
          { ...b, kernel: { ...b.kernel, simulation: null, bottlenecks: use(second) } },
        ],
      });
    assert.equal(of(0.7, 0.6), 'they fight for DRAM: 70 % + 60 % of it');
    assert.equal(of(0.4, 0.5), 'most used by both is DRAM: 40 % + 50 % of it');
    assert.equal(of(0, 0), null);
    const open = {
      ...a,
      kernel: { ...a.kernel, time: null, openSizes: [{ key: 'n', name: 'n', value: 7 }] },
    };
    assert.equal(contention({ ...card!, pair: [open, b] }), null);
  });

  it('are of programs only where these are paired, whichever way round', () => {
    const [one] = results.applications;
    const [first, second] = one!.kernels;
    const applications = [
      { ...one!, name: 'p', kernels: [first!], meetings: [] },
      { ...one!, name: 'q', kernels: [second!], meetings: [] },
    ];
    const two = (paired: readonly [string, string][]) => ({ ...results, applications, paired });
    const keys: [string, string] = [`${one!.path}#q:${one!.line}`, `${one!.path}#p:${one!.line}`];
    assert.equal(cardsOf(two([])).length, 0);
    assert.equal(cardsOf(two([keys])).length, 1);
    assert.equal(cardsOf({ ...two([keys]), mode: 'streams' }).length, 0);
    assert.deepEqual(withPair([keys], [keys[1], keys[0]]), [[keys[1], keys[0]]]);
    assert.deepEqual(withoutPair([keys], [keys[1], keys[0]]), []);
  });

  it('share their pairs with the heatmap', () => {
    const matrix = matrixOfMeetings(results);
    const met = new Set(cardsOf(results).flatMap(({ pair }) => pair.map(({ kernel }) => kernel.id)));
    assert.deepEqual([...matrix.kernelIds].sort(), [...met].sort());
    // No kernel of the sample runs beside another launch of itself.
    assert.ok(matrix.kernelIds.every((_, at) => matrix.cells[at]![at] === null));
  });
});
