// Frame times of the webview pages in headless Chromium: a timeline of twice 100,000 bars that is zoomed, and a
// profile of 100,000 launches that is scrolled and walked through. Tests count the work; this says what it costs.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { markdownTable } from '../../src/kernel/markdownTable';

/** A page opened by test/webview/harness, as far as the benches use it. */
interface OpenPage {
  readonly tab: Page;
  close(): Promise<void>;
}

interface Harness {
  open(options: object): Promise<OpenPage>;
  close(): Promise<void>;
}

interface ProfileHarness extends Harness {
  readonly samples: {
    samplePage(launches: number): unknown;
    sampleMessages(page: unknown): readonly unknown[];
  };
}

const BARS = 100_000;
const LAUNCHES = 100_000;
const STEPS = 20;
const KEYS = 40;

/** A module of test/webview/harness; loaded where it stands, since it serves files beside itself. */
function harness(name: string): Promise<unknown> {
  return import(pathToFileURL(path.resolve('test/webview/harness', `${name}.mjs`)).href);
}

/** Runs in the page, as text since the lab has no DOM: milliseconds from each step to the second frame after it. */
const framesOf = (steps: number, step: string): string => `(async () => {
  const frames = [];
  for (let step = 1; step <= ${steps}; step++) {
    const start = performance.now();
    ${step}
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    frames.push(performance.now() - start);
  }
  return frames;
})()`;

/** Frame times in ms while a timeline is zoomed in and out again. */
async function zooming(): Promise<number[]> {
  const { startHarness } = (await harness('dashboard')) as { startHarness(): Promise<Harness> };
  const dashboard = await startHarness();
  const page = await dashboard.open({ sample: { kernels: 4, bars: BARS }, state: { view: 'timeline' } });
  const zoom = `document.querySelector('corun-gantt').zoomBy(step <= ${STEPS / 2} ? 2 : 0.5);`;
  const frames = await page.tab.evaluate<number[]>(framesOf(STEPS, zoom));
  await dashboard.close();
  return frames;
}

/** Frame times in ms while a long table is scrolled, and times in ms of steps of its selection by key. */
async function scrolling(): Promise<readonly [scrolled: number[], walked: number[]]> {
  const { startProfileHarness } = (await harness('profile')) as {
    startProfileHarness(): Promise<ProfileHarness>;
  };
  const profile = await startProfileHarness();
  const messages = profile.samples.sampleMessages(profile.samples.samplePage(LAUNCHES));
  const { tab } = await profile.open({ messages, state: { summed: false } });
  const scroll = `const table = document.querySelector('corun-table');
    table.scrollTop = (table.scrollHeight * step) / ${STEPS};`;
  const scrolled = await tab.evaluate<number[]>(framesOf(STEPS, scroll));
  await tab.locator('[role=grid]').focus();
  await tab.keyboard.press('Home');
  const walked: number[] = [];
  for (let step = 0; step < KEYS; step++) {
    const start = performance.now();
    await tab.keyboard.press('ArrowDown');
    walked.push(performance.now() - start);
  }
  await profile.close();
  return [scrolled, walked];
}

function row(what: string, times: readonly number[]): string[] {
  const sorted = [...times].sort((a, b) => a - b);
  const ms = (value: number): string => value.toFixed(0);
  return [what, String(times.length), ms(sorted[times.length >> 1]!), ms(sorted.at(-1)!)];
}

const zoomed = await zooming();
const [scrolled, walked] = await scrolling();
console.log(
  markdownTable(
    ['what', 'steps', 'median, ms', 'longest, ms'],
    [
      row(`zoom a timeline of 2 × ${BARS} bars`, zoomed),
      row(`scroll a table of ${LAUNCHES} launches`, scrolled),
      row('move its selection by a key', walked),
    ],
  ),
);
