// Takes screenshots of the dashboard to look at: every view in every theme, and the rare states.
//   node test/webview/harness/look.mjs [name-part…]     into .cache/webview/shots
import fs from 'node:fs';
import path from 'node:path';
import { startHarness } from './dashboard.mjs';
import { themes } from './themes.mjs';

const shots = path.resolve(import.meta.dirname, '../../../.cache/webview/shots');
const wanted = process.argv.slice(2);

const VIEWS = ['overview', 'corun', 'timeline', 'block', 'assumptions'];
const ten = { sample: { kernels: 10 } };

/** Name → how to open the page. */
const scenes = {
  ...Object.fromEntries(
    VIEWS.flatMap((view) =>
      Object.keys(themes).map((theme) => [`${view}-${theme}`, { ...ten, theme, state: { view } }]),
    ),
  ),
  'state-empty': { sample: { kernels: 0, bars: 0, profiles: false } },
  'state-waiting': { activity: { busy: true, message: 'reading sources', fraction: 0.4, error: null } },
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
    activity: { busy: true, message: 'simulating srad2', fraction: 0.62, error: null },
  },
  'state-no-profile': { sample: { kernels: 10, profiles: false } },
  'one-kernel': { sample: { kernels: 1 } },
  'one-corun': { sample: { kernels: 1 }, state: { view: 'corun' } },
  'many-overview': { sample: { kernels: 200 } },
  'many-corun': { sample: { kernels: 200 }, state: { view: 'corun' } },
  'many-corun-fit': { sample: { kernels: 200 }, state: { view: 'corun', matrixFit: true } },
  'many-bars': { sample: { kernels: 10, bars: 100000 }, state: { view: 'timeline' } },
  'narrow-overview': { ...ten, size: [520, 900] },
};

fs.mkdirSync(shots, { recursive: true });
const harness = await startHarness();
for (const [name, scene] of Object.entries(scenes)) {
  if (wanted.length > 0 && !wanted.some((part) => name.includes(part))) continue;
  const page = await harness.open(scene);
  await page.tab.screenshot({ path: path.join(shots, `${name}.png`), fullPage: true });
  const problems = [...page.errors, ...(await page.violations())];
  console.log(name, problems.length === 0 ? 'ok' : problems);
  await page.close();
}
await harness.close();
