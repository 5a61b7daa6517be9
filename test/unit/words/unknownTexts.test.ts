import assert from 'node:assert/strict';
import { message } from '../../../src/kernel/message';
import { unknownsText } from '../../../src/words/texts/unknownTexts';

describe('what a program lacks', () => {
  it('is told once: numbers by name, times by their reason', () => {
    const bytes = (names: readonly string[], line: number) =>
      message('analysis.unknownValueFor', { what: 'bytes', text: 'n * 4', place: `a.cu:${line}`, names });
    const time = (name: string) => message('analysis.timeOf', { name, reason: 'nobody timed it' });
    const unknowns = [bytes(['n'], 1), bytes(['n', 'm'], 2), time('a'), time('b'), 'something else'];
    assert.deepEqual(unknownsText({ unknowns }), [
      'the numbers n, m, for which the sources tell no one value',
      'the time of a, b: nobody timed it',
      'something else',
    ]);
  });

  it('says how numbers are given that it can be given', () => {
    const openNumbers = ['frame.width', 'n'];
    assert.deepEqual(unknownsText({ unknowns: ['something'], openNumbers }), [
      'something',
      'its sizes can be given: --arguments frame.width=…,n=…',
    ]);
  });

  it('names a few numbers of many', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const unknowns = [message('analysis.unknownValueFor', { what: '', text: '', place: '', names })];
    assert.match(unknownsText({ unknowns })[0]!, /a, b, c, d, e, f and 2 more/);
  });

  it('shortens what is no name', () => {
    const names = [
      'std::conditional_t<(std::tuple_size<detail::match_launch_params_t<lp_v...>>::value == 0)',
    ];
    const unknowns = [message('analysis.unknownValueFor', { what: '', text: '', place: '', names })];
    assert.match(
      unknownsText({ unknowns })[0]!,
      /^the numbers std::conditional_t.{30,45}…, for which the sources/,
    );
  });
});
