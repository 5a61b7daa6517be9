import assert from 'node:assert/strict';
import fc from 'fast-check';
import { awaitsFirst, initialState, isStale, receive } from '../../../webview/state/appState';
import { parseViewState, toggled } from '../../../webview/state/viewState';
import { sampleShare, sampleTargets } from '../../webview/samples/share';
import { resultsMessage, sampleResults } from '../../webview/samples/results';

describe('persisted view state', () => {
  it('has defaults for a first start and for any rubbish', () => {
    assert.equal(parseViewState(undefined).view, 'overlap');
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const state = parseViewState(value);
        assert.deepEqual(parseViewState(state), state);
      }),
    );
  });

  it('keeps the good fields of a state of another version', () => {
    const state = parseViewState({
      view: 'gone',
      kernelFilter: 'srad',
      tables: ['heatmap'],
      kernelSort: 3,
      other: 1,
    });
    assert.equal(state.view, 'overlap');
    assert.equal(state.kernelFilter, 'srad');
    assert.deepEqual(state.tables, ['heatmap']);
    assert.deepEqual(state.kernelSort, { column: 'time', descending: true });
    assert.equal('other' in state, false);
  });

  it('toggles an item in and out of a list', () => {
    assert.deepEqual(toggled(['a'], 'b'), ['a', 'b']);
    assert.deepEqual(toggled(['a', 'b'], 'a'), ['b']);
  });
});

describe('messages of the extension host', () => {
  const results = sampleResults({ kernels: 2 });
  const start = initialState(parseViewState(undefined));

  it('show results that were kept once a change is taken back, or a new worker counts from 1', () => {
    const paired = [['first', 'second']] as const;
    const kept = resultsMessage({ ...results, revision: 3, paired });
    const apart = resultsMessage({ ...results, revision: 4, paired: [] });
    const shown = [kept, apart, kept].reduce(receive, start);
    assert.deepEqual(shown.results?.paired, paired);
    assert.equal(receive(shown, resultsMessage({ ...results, revision: 1 })).results?.revision, 1);
  });

  it('mark results as stale while an analysis runs, but not an empty page', () => {
    const busy = { busy: true, message: 'simulating', fraction: 0.5, background: false, error: null };
    assert.equal(isStale(receive(start, { type: 'activity', activity: busy })), false);
    const shown = receive(start, resultsMessage(results));
    assert.equal(isStale(receive(shown, { type: 'activity', activity: busy })), true);
    const adding = { ...busy, background: true };
    assert.equal(isStale(receive(shown, { type: 'activity', activity: adding })), false);
  });

  it('miss no kernel before every source was read', () => {
    const reading = { busy: true, message: 'reading', fraction: 0.5, background: false, error: null };
    const shown = (of: typeof results, activity = reading) =>
      awaitsFirst(receive(receive(start, resultsMessage(of)), { type: 'activity', activity }));
    assert.equal(awaitsFirst(start), true);
    assert.equal(shown({ ...results, files: [], profiles: [] }), true);
    assert.equal(shown({ ...results, files: [], profiles: [] }, { ...reading, busy: false }), false);
    assert.equal(shown({ ...results, files: [] }), false);
    assert.equal(shown(results), false);
  });

  it('focus a kernel and let go of a cell that is not its own', () => {
    const view = { ...start.view, cell: { victim: 'a', aggressor: 'b' } };
    const focus = (kernelId: string | null) =>
      receive({ ...start, view }, { type: 'focus', view: 'corun', kernelId }).view;
    assert.deepEqual(focus('a').cell, { victim: 'a', aggressor: 'b' });
    assert.equal(focus('c').cell, null);
    assert.equal(focus('c').kernelId, 'c');
    assert.equal(focus(null).view, 'corun');
    assert.deepEqual(focus(null).cell, { victim: 'a', aggressor: 'b' });
  });

  it('leave the form of the share view to the user while an answer is worked out', () => {
    const share = sampleShare();
    const asked = receive(start, { type: 'share', share: { ...share, busy: true } });
    const kernelIds = [...asked.view.share.kernelIds, 'third'];
    const edited = { ...asked, view: { ...asked.view, share: { ...asked.view.share, kernelIds } } };
    assert.deepEqual(receive(edited, { type: 'share', share }).view.share.kernelIds, kernelIds);
    const page = { ...start, view: edited.view };
    assert.deepEqual(receive(page, { type: 'share', share }).view.share.kernelIds, kernelIds);
  });

  it('fill an empty form with what was asked for before', () => {
    const share = sampleTargets();
    const { view } = receive(start, { type: 'share', share });
    assert.deepEqual(view.share.kernelIds, share.answer!.request.kernelIds);
  });

  it('put a question that was asked elsewhere into the form, with its goal', () => {
    const draft = { ...start.view.share, goal: 'qos' as const, weights: { a: 9, c: 4 } };
    const question = {
      kernelIds: ['a', 'b'],
      goal: { kind: 'fair', weights: [0.5, 0.5] },
      mechanism: null,
    } as const;
    const { view } = receive(
      { ...start, view: { ...start.view, share: draft } },
      { type: 'focus', view: 'share', kernelId: null, question },
    );
    assert.equal(view.view, 'share');
    assert.deepEqual(view.share, {
      ...draft,
      kernelIds: ['a', 'b'],
      goal: 'fair',
      weights: { a: 1, b: 1, c: 4 },
    });
  });
});
