// Opens the pages of the extension in headless Chromium under the policy and the theme of a webview.
import path from 'node:path';
import { pathToFileURL, URLSearchParams } from 'node:url';
import * as esbuild from 'esbuild';
import { launchBrowser } from '../../../scripts/host/browser.mjs';
import { ensurePrograms, findChromium } from '../../../scripts/host/tools.mjs';
import { servePage } from './page.mjs';
import { themes } from './themes.mjs';

const root = path.resolve(import.meta.dirname, '../../..');
const out = path.join(root, '.cache/webview');

async function buildPages() {
  const { packaged } = await import(pathToFileURL(path.join(root, 'scripts/build.mjs')).href);
  const webview = packaged.find((target) => target.outdir === 'dist/webview');
  await esbuild.build({ ...webview, minify: true, sourcemap: false, outdir: path.join(out, 'dist') });
}

/** Bundles and loads a module of test/webview/samples. */
export async function loadSamples(name) {
  const outfile = path.join(out, `${name}.mjs`);
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: [`test/webview/samples/${name}.ts`],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'warning',
  });
  return import(pathToFileURL(outfile).href);
}

/** A browser with the built pages behind it; `bundle` names the page that `open` opens. */
export async function startBrowser(bundle) {
  await buildPages();
  const server = await servePage(path.join(out, 'dist'), themes);
  await ensurePrograms(['chromium']);
  const browser = await launchBrowser(findChromium());

  /** Opens the page as it is before the host said anything. */
  async function open({ theme = 'dark', state, size = [1280, 900], scale = 1 }) {
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
    const query = new URLSearchParams({ bundle, theme, ...(state ? { state: JSON.stringify(state) } : {}) });
    await tab.goto(`${server.origin}/?${query}`);
    // As text: the driver's own serializer takes a minute for a large snapshot.
    const send = (message) =>
      tab.evaluate(async (text) => {
        const { requestAnimationFrame } = globalThis;
        globalThis.postMessage(JSON.parse(text), '*');
        await new Promise((resolve) =>
          setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(resolve)), 20),
        );
      }, JSON.stringify(message));
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
    close: async () => {
      await browser.close();
      await server.close();
    },
  };
}
