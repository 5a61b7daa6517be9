import assert from 'node:assert/strict';
import {
  NOT_COLOCATED,
  NOT_COMPARED,
  NOT_SHARED,
  NOT_YIELDED,
  NO_FILE_RUN,
  NO_WHAT_IF,
  type HostMessage,
} from '../../../src/analysis/protocol';
import { isPackedResults, packResults } from '../../../src/analysis/results/packedResults';
import type { ProfileHostMessage } from '../../../src/analysis/profileProtocol';
import { english } from '../../../src/words';
import { heard, type MessageSchemas } from '../../../webview/hostMessage';
import { PROFILE_SCHEMAS } from '../../../webview/profile/hostSchemas';
import { initialProfileState, profileRefused } from '../../../webview/profile/state';
import { parseProfileView } from '../../../webview/profile/viewState';
import { initialState, refused } from '../../../webview/state/appState';
import { DASHBOARD_SCHEMAS } from '../../../webview/state/hostSchemas';
import { parseViewState } from '../../../webview/state/viewState';
import { sampleCompare } from '../../webview/samples/compare';
import { sampleJoins, sampleMetricsPage, samplePage, sampleTracePage } from '../../webview/samples/profiles';
import { sampleQueue } from '../../webview/samples/queue';
import { resultsMessage, sampleResults } from '../../webview/samples/results';
import { sampleScenario } from '../../webview/samples/scenario';
import { sampleColocate, sampleServices } from '../../webview/samples/service';
import { samplePrograms, sampleShare, sampleTargets } from '../../webview/samples/share';
import { sampleYields } from '../../webview/samples/yields';

const IDLE = { busy: false, message: '', fraction: null, background: false, error: null };

/** What is said of a message; null where it is none of the page's. */
function verdict<In extends { readonly type: string }>(
  schemas: MessageSchemas<In>,
  data: unknown,
): string | null {
  const what = heard(schemas, data);
  if (what === null) return null;
  return 'refused' in what ? english(what.refused) : 'taken';
}

/** The messages, each with one of its fields, at the depth that is looked at, made another. */
function* damaged(messages: readonly object[], depth = 2): Generator<object> {
  for (const one of messages)
    for (const [name, value] of Object.entries(one)) {
      if (name === 'type') continue;
      if (value !== undefined) yield { ...one, [name]: Symbol.iterator };
      if (depth > 1 && typeof value === 'object' && value !== null && !Array.isArray(value))
        for (const inner of damaged([value as object], depth - 1)) yield { ...one, [name]: inner };
    }
}

describe('messages that a page hears', () => {
  it('are those of the extension host, each with its fields', async () => {
    const dashboard: HostMessage[] = [
      resultsMessage(sampleResults({ kernels: 0, bars: 0, profiles: false })),
      resultsMessage(sampleResults({ kernels: 8, gpuNote: 'stands in' })),
      resultsMessage(sampleServices()),
      { type: 'choices', gpus: [{ id: 'a10', name: 'A10' }], modes: ['mps'] },
      { type: 'activity', activity: IDLE },
      ...[NOT_SHARED, sampleShare(), sampleTargets(), samplePrograms()].map(
        (share) => ({ type: 'share', share }) as const,
      ),
      ...[NOT_YIELDED, sampleYields()].map((yields) => ({ type: 'yields', yields }) as const),
      ...[NOT_COMPARED, sampleCompare()].map((compare) => ({ type: 'compare', compare }) as const),
      ...[NOT_COLOCATED, sampleColocate()].map((colocate) => ({ type: 'colocate', colocate }) as const),
      { type: 'scenario', scenario: NO_FILE_RUN },
      { type: 'scenario', scenario: await sampleScenario() },
      { type: 'queue', queue: await sampleQueue() },
      { type: 'whatIf', whatIf: NO_WHAT_IF },
      { type: 'editor', path: 'a.cu' },
      { type: 'focus', view: 'corun', kernelId: null },
    ];
    const profile: ProfileHostMessage[] = [
      { type: 'reading', fraction: 0.5 },
      ...[samplePage(5), sampleMetricsPage(), sampleTracePage(4)].map(
        (page) => ({ type: 'page', page }) as const,
      ),
      { type: 'joins', joins: sampleJoins() },
      { type: 'failed', reason: 'gone' },
    ];
    for (const message of dashboard) assert.equal(verdict(DASHBOARD_SCHEMAS, message), 'taken', message.type);
    for (const message of profile) assert.equal(verdict(PROFILE_SCHEMAS, message), 'taken', message.type);
    for (const message of damaged(dashboard.toSpliced(1, 2)))
      assert.match(
        verdict(DASHBOARD_SCHEMAS, message) ?? '',
        /did not understand/,
        JSON.stringify(message).slice(0, 200),
      );
  });

  it('have fields that are named where they are at fault', () => {
    const said = verdict(DASHBOARD_SCHEMAS, { type: 'activity', activity: { ...IDLE, fraction: 2 } });
    assert.match(said ?? '', /activity\.activity\.fraction/);
    assert.match(verdict(PROFILE_SCHEMAS, { type: 'page', page: { kernels: 3 } }) ?? '', /page\.page\.path/);
  });

  it('are no others: those are for someone else', () => {
    for (const data of [null, 3, 'results', {}, { type: 'other' }, { type: 3 }, { type: 'toString' }])
      assert.equal(verdict(DASHBOARD_SCHEMAS, data), null);
  });

  it('leave what is shown where they are refused', () => {
    const shown = initialState(parseViewState(undefined));
    const after = refused(shown, { say: 'webview.page.notUnderstood', values: { said: 'x' } });
    assert.match(after.activity.error ?? '', /\(x\)/);
    assert.equal(after.results, shown.results);
    const profile = initialProfileState(parseProfileView(undefined));
    assert.match(
      profileRefused(profile, { say: 'webview.page.notUnderstood', values: { said: 'x' } }).failure ?? '',
      /\(x\)/,
    );
  });
});

describe('packed results', () => {
  const { nodes } = packResults(sampleResults({ kernels: 0, bars: 0 }));

  it('are told from what refers to what is not there yet, or is no field', () => {
    assert.ok(isPackedResults({ nodes }));
    const lists = nodes.flatMap((node, at) => (Array.isArray(node) && node.length > 1 ? [at] : []));
    for (const at of lists)
      for (const wrong of [nodes.length, -2, 0.5, '0', at])
        assert.ok(
          !isPackedResults({ nodes: nodes.with(at, [(nodes[at] as number[])[0]!, wrong as number]) }),
          `${at}`,
        );
    for (const value of [
      null,
      {},
      { nodes: [] },
      { nodes: [1] },
      { nodes: [[-1]] },
      { nodes: nodes.slice(0, -1) },
    ])
      assert.ok(!isPackedResults(value));
  });
});
