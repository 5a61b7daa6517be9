// Opens the dashboard in headless Chromium under the policy and the theme of a webview.
import path from 'node:path';
import { pathToFileURL, URLSearchParams } from 'node:url';
import * as esbuild from 'esbuild';
import { launchBrowser } from '../../../scripts/host/browser.mjs';
import { ensurePrograms, findChromium } from '../../../scripts/host/tools.mjs';
import { servePage } from './page.mjs';
import { themes } from './themes.mjs';

const root = path.resolve(import.meta.dirname, '../../..');
const out = path.join(root, '.cache/webview');

async function bundle() {
  const { targets } = await import(pathToFileURL(path.join(root, 'scripts/build.mjs')).href);
  const webview = targets.find((target) => target.outdir === 'dist/webview');
  await esbuild.build({ ...webview, minify: true, sourcemap: false, outdir: path.join(out, 'dist') });
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: ['test/webview/samples/results.ts'],
    outfile: path.join(out, 'samples.mjs'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'warning',
  });
  return import(pathToFileURL(path.join(out, 'samples.mjs')).href);
}

const GPUS = [
  { id: 'gtx-950', name: 'GeForce GTX 950' },
  { id: 'a100-sxm', name: 'A100 SXM' },
  { id: 'h100-sxm', name: 'H100 SXM' },
];
const IDLE = { busy: false, message: '', fraction: null, error: null };

/** A browser with the dashboard's files behind it. */
export async function startHarness() {
  const samples = await bundle();
  const page = await servePage(path.join(out, 'dist'), themes);
  await ensurePrograms(['chromium']);
  const browser = await launchBrowser(findChromium());

  /** Opens one page; `sample` are the options of the sample results, null for no results yet. */
  async function open({ theme = 'dark', state, sample, activity = IDLE, size = [1280, 900], scale = 1 }) {
    const context = await browser.newContext({
      viewport: { width: size[0], height: size[1] },
      deviceScaleFactor: scale,
      reducedMotion: 'reduce',
    });
    const tab = await context.newPage();
    const errors = [];
    tab.on('pageerror', (error) => errors.push(String(error)));
    tab.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text());
    });
    const query = new URLSearchParams({ theme, ...(state ? { state: JSON.stringify(state) } : {}) });
    await tab.goto(`${page.origin}/?${query}`);
    // As text: the driver's own serializer takes a minute for a large snapshot.
    const send = (message) =>
      tab.evaluate(async (text) => {
        const { requestAnimationFrame } = globalThis;
        globalThis.postMessage(JSON.parse(text), '*');
        await new Promise((resolve) =>
          setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(resolve)), 20),
        );
      }, JSON.stringify(message));
    await send({ type: 'choices', gpus: GPUS, modes: ['streams', 'time-slice', 'mps', 'spatial', 'mig'] });
    if (sample) await send({ type: 'results', results: samples.sampleResults(sample) });
    await send({ type: 'activity', activity });
    return {
      tab,
      send,
      errors,
      posted: () => tab.evaluate(() => globalThis.posted),
      violations: () => tab.evaluate(() => globalThis.violations),
      savedState: () => tab.evaluate(() => globalThis.savedState()),
      close: () => context.close(),
    };
  }

  return {
    open,
    sampleResults: samples.sampleResults,
    close: async () => {
      await browser.close();
      await page.close();
    },
  };
}
