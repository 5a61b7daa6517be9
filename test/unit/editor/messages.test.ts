import assert from 'node:assert/strict';
import type { DashboardMessage } from '../../../src/analysis/protocol';
import type { ProfileEditorMessage } from '../../../src/analysis/profileProtocol';
import { dashboardMessage, profileMessage } from '../../../src/editor/messages';
import { told } from '../../support/told';

/** One of each type that the dashboard sends: the compiler sees to it that none is missing. */
const DASHBOARD: { readonly [T in DashboardMessage['type']]: Extract<DashboardMessage, { type: T }> } = {
  ready: { type: 'ready' },
  analyze: { type: 'analyze' },
  allPairs: { type: 'allPairs' },
  cancel: { type: 'cancel' },
  share: {
    type: 'share',
    request: { kernelIds: ['a', 'b'], goal: { kind: 'qos', targets: [0.8, null] }, mechanism: null },
  },
  cancelShare: { type: 'cancelShare' },
  searchYield: { type: 'searchYield', request: { kernelIds: ['a', 'b'], qos: 2 } },
  cancelYield: { type: 'cancelYield' },
  previewYielding: { type: 'previewYielding', kernelId: 'a' },
  compare: { type: 'compare', request: { kernelIds: ['a', 'b'], gpus: ['a10'] } },
  cancelCompare: { type: 'cancelCompare' },
  colocate: {
    type: 'colocate',
    request: {
      service: { key: 'a.csv#a:1', footprintBytes: 1e9, aloneNs: null },
      batch: [{ key: 'b.csv#b:1', footprintBytes: null, aloneNs: null }],
      target: { slowdown: 2, ns: 1e8, of: 'p95' },
    },
  },
  cancelColocate: { type: 'cancelColocate' },
  whatIf: {
    type: 'whatIf',
    request: {
      application: 'a.cu#main:3',
      moves: [{ operation: 1, label: 'k', stream: 's' }],
      issued: [{ operation: 0, label: 'HtoD', by: -1 }],
      pinned: true,
      blocks: [],
      machine: { gpu: 'h100-sxm', mpsPercentage: 50 },
    },
  },
  pair: { type: 'pair', pairs: [['a.cu#main:3', 'b.cu#main:5']] },
  pinBaseline: { type: 'pinBaseline' },
  writeReport: { type: 'writeReport' },
  clearBaseline: { type: 'clearBaseline' },
  runFile: { type: 'runFile', view: 'scenario', again: true },
  cancelFile: { type: 'cancelFile', view: 'queue' },
  openFile: { type: 'openFile', view: 'queue', what: 'json' },
  selectGpu: { type: 'selectGpu', id: 'a10' },
  selectMode: { type: 'selectMode', mode: 'mps' },
  reveal: { type: 'reveal', path: 'a.cu', line: 3 },
  applyAdvice: { type: 'applyAdvice', id: 'x' },
  askAssumption: { type: 'askAssumption', key: 'k' },
  setAssumption: { type: 'setAssumption', key: 'k', value: null },
  copy: { type: 'copy', text: 'a,b', what: 'table' },
  save: { type: 'save', suggestedName: 'a.csv', text: 'a,b' },
  openProfile: { type: 'openProfile', path: 'p.csv' },
  importProfile: { type: 'importProfile' },
  openSamples: { type: 'openSamples' },
  showLog: { type: 'showLog' },
};

const PROFILE: { readonly [T in ProfileEditorMessage['type']]: Extract<ProfileEditorMessage, { type: T }> } =
  {
    ready: { type: 'ready' },
    reveal: { type: 'reveal', path: 'a.cu', line: 3 },
    revealRow: { type: 'revealRow', line: 7 },
    copy: { type: 'copy', text: 'a', what: 'b' },
    save: { type: 'save', suggestedName: 'a.csv', text: 'a' },
    cancel: { type: 'cancel' },
    reread: { type: 'reread' },
    export: { type: 'export' },
    openAsText: { type: 'openAsText' },
    selectGpu: { type: 'selectGpu' },
    import: { type: 'import' },
  };

describe('messages of pages', () => {
  it('reach the editor as they were sent', () => {
    for (const sent of Object.values(DASHBOARD)) assert.deepEqual(dashboardMessage(sent), sent);
    for (const sent of Object.values(PROFILE)) assert.deepEqual(profileMessage(sent), sent);
    const ofPrograms = { type: 'compare', request: { programs: ['a.cu#a:3', 'b.cu#b:3'], gpus: ['a10'] } };
    assert.deepEqual(dashboardMessage(ofPrograms), ofPrograms);
    const { request } = DASHBOARD.share;
    const shared = { type: 'share', request: { ...request, programs: ['a.cu#a:3'] } };
    assert.deepEqual(dashboardMessage(shared), shared);
  });

  it('are refused with a field of another type, or without it', () => {
    const damaged = (sent: object): object[] =>
      Object.keys(sent).flatMap((field) =>
        [undefined, Symbol('x'), [[]], { length: 1 }].map((value) => ({ ...sent, [field]: value })),
      );
    for (const sent of Object.values(DASHBOARD))
      for (const one of damaged(sent)) assert.throws(() => dashboardMessage(one), told(/./), sent.type);
    for (const sent of Object.values(PROFILE))
      for (const one of damaged(sent)) assert.throws(() => profileMessage(one), told(/./), sent.type);
    for (const one of [null, undefined, 5, 'ready', [], {}, { type: 'exec' }, { type: 'toString' }])
      assert.throws(() => dashboardMessage(one), told(/./));
  });

  it('name the field at fault, and bring nothing along that no one has asked for', () => {
    const mode = { type: 'selectMode', mode: 'all' };
    assert.throws(() => dashboardMessage(mode), told(/^mode: /));
    const { request } = DASHBOARD.colocate;
    const many = { ...DASHBOARD.colocate, request: { ...request, batch: Array(13).fill(request.batch[0]) } };
    assert.throws(() => dashboardMessage(many), told(/^request\.batch: /));
    const faster = { ...request, target: { ...request.target, slowdown: 0.5 } };
    assert.throws(
      () => dashboardMessage({ type: 'colocate', request: faster }),
      told(/^request\.target\.slowdown: /),
    );
    const crowd = { ...DASHBOARD.share.request, programs: Array(9).fill('a.cu#a:3') };
    assert.throws(() => dashboardMessage({ type: 'share', request: crowd }), told(/^request\.programs: /));
    const value = { ...DASHBOARD.setAssumption, value: Infinity };
    assert.throws(() => dashboardMessage(value), told(/^value: /));
    assert.deepEqual(dashboardMessage({ type: 'ready', more: 1 }), { type: 'ready' });
  });
});
