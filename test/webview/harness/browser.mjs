// Opens the pages of the extension in headless Chromium under the policy and the theme of a webview.
import path from 'node:path';
import { pathToFileURL, URLSearchParams } from 'node:url';
import * as esbuild from 'esbuild';
import { bundledChip } from '../../../scripts/chip.mjs';
import { launchBrowser } from '../../../scripts/host/browser.mjs';
import { ensurePrograms, findChromium } from '../../../scripts/host/tools.mjs';
import { PATIENCE_MS } from '../../../scripts/limits.mjs';
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
export function loadSamples(name) {
  return loadModule(`test/webview/samples/${name}.ts`, name);
}

const modules = new Map();

/** Bundles and loads a module of the checkout, once in a run. */
export function loadModule(entry, name) {
  if (!modules.has(name)) modules.set(name, bundleAndLoad(entry, name));
  return modules.get(name);
}

async function bundleAndLoad(entry, name) {
  const outfile = path.join(out, `${name}.mjs`);
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
    plugins: [bundledChip],
  });
  return import(pathToFileURL(outfile).href);
}

/**
 * The built pages behind a server, a browser, and a tab of it: what all suites of a run share. A page that is opened
 * anew in the tab knows nothing of the one before, and its scripts are compiled already.
 */
let stage;

async function setStage() {
  await buildPages();
  const { pseudoBundle } = await loadModule('test/support/pseudoLocale.ts', 'pseudoLocale');
  const server = await servePage(path.join(out, 'dist'), themes, pseudoBundle());
  await ensurePrograms(['chromium']);
  const browser = await launchBrowser(findChromium());
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  context.setDefaultTimeout(PATIENCE_MS);
  return { server, browser, tab: await context.newPage() };
}

/** Ends the browser and the server of a run. */
export async function closeBrowser() {
  if (stage === undefined) return;
  const { server, browser } = await stage;
  stage = undefined;
  await browser.close();
  await server.close();
}

/** The browser of this run with the built pages behind it; `bundle` names the page that `open` opens. */
export async function startBrowser(bundle) {
  stage ??= setStage();
  const { server, tab } = await stage;

  /** Opens the page as it is before the host said anything, in place of the one before. */
  async function open({ theme = 'dark', state, size = [1280, 900], translated = false }) {
    const errors = [];
    const onError = (error) => errors.push(String(error));
    const onConsole = (message) => {
      if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text());
    };
    tab.on('pageerror', onError);
    tab.on('console', onConsole);
    await tab.setViewportSize({ width: size[0], height: size[1] });
    await tab.mouse.move(0, 0);
    const query = new URLSearchParams({
      bundle,
      theme,
      ...(state ? { state: JSON.stringify(state) } : {}),
      ...(translated ? { translated: '' } : {}),
    });
    await tab.goto(`${server.origin}/?${query}`);
    // As text: the driver's own serializer takes a minute for a large snapshot.
    const sent = [];
    const send = (message) => {
      sent.push(message);
      return tab.evaluate(async (text) => {
        const { addEventListener, postMessage, requestAnimationFrame } = globalThis;
        // The page listens since it was loaded: it has the message before we do.
        const taken = new Promise((resolve) => addEventListener('message', resolve, { once: true }));
        postMessage(JSON.parse(text), '*');
        await taken;
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      }, JSON.stringify(message));
    };
    /** Waits until a canvas shows a picture that `accept` takes; returns it. */
    const picture = async (canvas, accept) => {
      for (;;) {
        const shown = await canvas.evaluate(
          (element) =>
            new Promise((resolve) => globalThis.requestAnimationFrame(() => resolve(element.toDataURL()))),
        );
        if (accept(shown)) return shown;
      }
    };
    return {
      tab,
      send,
      picture,
      sent,
      errors,
      posted: () => tab.evaluate(() => globalThis.posted),
      violations: () => tab.evaluate(() => globalThis.violations),
      savedState: () => tab.evaluate(() => globalThis.savedState()),
      close: () => {
        tab.off('pageerror', onError);
        tab.off('console', onConsole);
      },
    };
  }

  return { open };
}
