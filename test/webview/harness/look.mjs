// Takes screenshots of the dashboard and the profile page to look at: every view in every theme, and
// the rare states.
//   node test/webview/harness/look.mjs [name-part…]     into .cache/webview/shots
import fs from 'node:fs';
import path from 'node:path';
import { closeBrowser } from './browser.mjs';
import { startHarness } from './dashboard.mjs';
import { startProfileHarness } from './profile.mjs';
import { themes } from './themes.mjs';

const shots = path.resolve(import.meta.dirname, '../../../.cache/webview/shots');
const wanted = process.argv.slice(2);

const VIEWS = [
  'overlap',
  'kernels',
  'corun',
  'compare',
  'share',
  'service',
  'timeline',
  'block',
  'assumptions',
];
const ten = { sample: { kernels: 10 } };

/** A change that is tried, by which all is done a tenth sooner. */
const tried = ({ applications: [{ predicted, path, line, name }] }) => {
  const moved = predicted.bars.map((bar) => ({ ...bar, startNs: bar.startNs * 0.9, endNs: bar.endNs * 0.9 }));
  const { makespanNs } = predicted;
  return {
    request: {
      application: `${path}#${name}:${line}`,
      moves: [{ operation: 0, label: 'vectorAdd', stream: 'M' }],
      issued: [],
      pinned: false,
      blocks: [],
      machine: { gpu: null, mpsPercentage: null },
    },
    busy: false,
    error: null,
    result: {
      timeline: { ...predicted, bars: moved, makespanNs: makespanNs * 0.9 },
      writtenNs: makespanNs,
      events: [],
    },
  };
};

/** Name → how to open the page. */
const scenes = {
  ...Object.fromEntries(
    VIEWS.flatMap((view) =>
      Object.keys(themes).map((theme) => [`${view}-${theme}`, { ...ten, theme, state: { view } }]),
    ),
  ),
  'compare-programs': {
    ...ten,
    state: {
      view: 'compare',
      compare: { ofPrograms: true, kernelIds: ['', ''], programs: ['', ''], gpus: [] },
    },
  },
  // A baseline, with the program as written beside it where something is tried.
  ...Object.fromEntries(
    [1440, 720, 480].flatMap((width) =>
      Object.keys(themes).flatMap((theme) =>
        [undefined, tried].map((whatIf) => [
          `pinned${whatIf ? '-tried' : ''}-${width}-${theme}`,
          {
            sample: { kernels: 4, profiles: false },
            pinned: true,
            whatIf,
            theme,
            size: [width, 900],
            state: { view: 'timeline' },
          },
        ]),
      ),
    ),
  ),
  'state-empty': { sample: { kernels: 0, bars: 0, profiles: false } },
  'state-waiting': {
    activity: { busy: true, message: 'reading sources', fraction: 0.4, background: false, error: null },
  },
  'state-failed': {
    activity: {
      busy: false,
      message: '',
      fraction: null,
      error: 'The analysis worker stopped (out of memory); it was restarted once.',
    },
  },
  'state-updating': {
    sample: { kernels: 10, gpuNote: 'GTX 950M is not in the catalogue; GTX 950 stands in.' },
    activity: { busy: true, message: 'simulating srad2', fraction: 0.62, background: true, error: null },
  },
  'state-no-profile': { sample: { kernels: 10, profiles: false } },
  'one-kernel': { sample: { kernels: 1 } },
  'one-corun': { sample: { kernels: 1 }, state: { view: 'corun', matrixAll: true } },
  'many-kernels': { sample: { kernels: 200 }, state: { view: 'kernels' } },
  'many-corun': { sample: { kernels: 200 }, state: { view: 'corun', matrixAll: true } },
  'many-corun-fit': { sample: { kernels: 200 }, state: { view: 'corun', matrixAll: true, matrixFit: true } },
  'many-bars': { sample: { kernels: 10, bars: 100000 }, state: { view: 'timeline' } },
  // Half and a third of a window of 1440 px.
  ...Object.fromEntries(
    VIEWS.flatMap((view) =>
      [720, 480].flatMap((width) =>
        Object.keys(themes).map((theme) => [
          `narrow-${width}-${view}-${theme}`,
          { ...ten, theme, size: [width, 900], state: { view } },
        ]),
      ),
    ),
  ),
};

/** Scenes of the profile editor, named with the prefix `profile-`. */
function profileScenes(samples) {
  const trace = samples.sampleMessages(samples.samplePage(60));
  const otherGpu = { id: 'h100-sxm', name: 'H100 SXM' };
  const selected = (tab, id) => ({ tab, tables: { [tab]: { sort: null, filter: '', selected: id } } });
  const row = (index) => `${trace[1].page.kernels[index].location.line}:${trace[1].page.kernels[index].name}`;
  const tabs = ['kernels', 'transfers', 'api', 'warnings'];
  return {
    ...Object.fromEntries(
      Object.keys(themes).flatMap((theme) => [
        ...tabs.map((tab) => [`${tab}-${theme}`, { theme, state: { tab }, messages: trace }]),
        [`detail-${theme}`, { theme, state: selected('kernels', row(3)), messages: trace }],
        [`streams-${theme}`, { theme, messages: samples.sampleMessages(samples.sampleTracePage(6)) }],
        [`metrics-${theme}`, { theme, messages: samples.sampleMessages(samples.sampleMetricsPage()) }],
        [`compiled-${theme}`, { theme, messages: samples.sampleMessages(samples.sampleCompiledPage()) }],
        [`refused-${theme}`, { theme, messages: samples.sampleMessages(samples.sampleRefusedPage()) }],
      ]),
    ),
    launches: { state: { ...selected('kernels', row(1)), summed: false }, messages: trace },
    reading: { messages: [{ type: 'reading', fraction: 0.42 }] },
    failed: { messages: [{ type: 'failed', reason: 'Reading was cancelled.' }] },
    empty: {
      messages: samples.sampleMessages({
        ...samples.emptyPage(),
        status: 'empty',
        reason: 'the file is empty',
      }),
    },
    notes: {
      messages: [
        ...samples.sampleMessages(
          {
            ...samples.samplePage(60),
            status: 'partial',
            reason: '2 cut or damaged row(s) were left out, the first at line 812',
            groupedEvents: { kernels: 1_234_567 },
          },
          samples.sampleJoins({ otherGpu, analyzed: false }),
        ),
        { type: 'reading', fraction: 0.3 },
      ],
    },
    narrow: { state: selected('kernels', row(3)), messages: trace, size: [520, 900] },
    ...Object.fromEntries(
      Object.keys(themes).map((theme) => [
        `transfers-480-${theme}`,
        { theme, state: { tab: 'transfers' }, messages: trace, size: [480, 900] },
      ]),
    ),
  };
}

fs.mkdirSync(shots, { recursive: true });

/** Opens each wanted scene and keeps a picture of it. */
async function look(harness, named, prefix = '') {
  for (const [name, scene] of Object.entries(named)) {
    const full = prefix + name;
    if (wanted.length > 0 && !wanted.some((part) => full.includes(part))) continue;
    const page = await harness.open(scene);
    await page.tab.screenshot({ path: path.join(shots, `${full}.png`), fullPage: true });
    const problems = [...page.errors, ...(await page.violations())];
    console.log(full, problems.length === 0 ? 'ok' : problems);
    page.close();
  }
}

const harness = await startHarness();
const share = harness.sampleShare();
const shareScenes = Object.fromEntries(
  Object.keys(themes).map((theme) => [
    `share-answer-${theme}`,
    { ...ten, theme, share, state: { view: 'share' } },
  ]),
);
const programs = harness.samplePrograms();
const [loaded, trained] = ['loadBatch', 'train'].map((name) => `src/${name}.cu#${name}:120`);
const programScenes = Object.fromEntries(
  Object.keys(themes).flatMap((theme) =>
    [1440, 720, 480].map((width) => [
      `share-programs-${width}-${theme}`,
      {
        ...ten,
        theme,
        share: { ...programs, request: { ...programs.request, programs: [loaded, trained] } },
        programs: true,
        size: [width, 900],
        state: { view: 'share' },
      },
    ]),
  ),
);
const yielding = { mechanism: 'yields', kernelIds: share.request.kernelIds };
const yieldScenes = Object.fromEntries(
  [...Object.keys(themes), 'narrow', 'unmapped'].map((name) => [
    `yields-${name}`,
    {
      ...ten,
      theme: name in themes ? name : 'dark',
      yields: harness.sampleYields(name !== 'unmapped'),
      size: name === 'narrow' ? [480, 900] : [1000, 900],
      state: { view: 'share', share: yielding },
    },
  ]),
);
const compare = harness.sampleCompare();
const compareScenes = Object.fromEntries(
  Object.keys(themes).map((theme) => [
    `compare-${theme}`,
    { ...ten, theme, compare, state: { view: 'compare' } },
  ]),
);
const narrowCompare = { 'narrow-compare': { ...ten, compare, size: [520, 900], state: { view: 'compare' } } };
const service = { slowdown: 2, of: 'p95', latency: '', memory: {}, alone: {} };
const colocate = harness.sampleColocate();
const chosen = colocate.request.batch.map(({ key }) => key);
const serviceScenes = Object.fromEntries(
  [...Object.keys(themes), 'narrow', 'busy'].map((name) => [
    `service-answer-${name}`,
    {
      ...ten,
      theme: name in themes ? name : 'dark',
      colocate: harness.sampleColocate(name === 'busy'),
      size: name === 'narrow' ? [720, 900] : [1000, 900],
      state: { view: 'service', service: { ...service, key: null, batch: chosen } },
    },
  ]),
);
const scenario = await harness.sampleScenario();
const scenarioScenes = Object.fromEntries(
  Object.keys(themes).map((theme) => [
    `scenario-${theme}`,
    { ...ten, theme, scenario, size: [540, 900], state: { view: 'scenario' } },
  ]),
);
const queue = await harness.sampleQueue();
const queueScenes = Object.fromEntries(
  [...Object.keys(themes), 'narrow'].map((theme) => [
    `queue-${theme}`,
    {
      ...ten,
      theme: theme === 'narrow' ? 'dark' : theme,
      queue,
      size: theme === 'narrow' ? [480, 900] : [900, 900],
      state: { view: 'queue' },
    },
  ]),
);
await look(harness, {
  ...scenes,
  ...shareScenes,
  ...programScenes,
  ...yieldScenes,
  ...compareScenes,
  ...narrowCompare,
  ...serviceScenes,
  ...scenarioScenes,
  ...queueScenes,
});
const profileHarness = await startProfileHarness();
await look(profileHarness, profileScenes(profileHarness.samples), 'profile-');
await closeBrowser();
