// Draws media/icon.png from media/icon.svg (the Marketplace takes no SVG icon).
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { launchBrowser } from './host/browser.mjs';
import { ensurePrograms, findChromium } from './host/tools.mjs';

const SIZE = 128;
const media = path.resolve(import.meta.dirname, '../media');

await ensurePrograms(['chromium']);
const browser = await launchBrowser(findChromium());
const page = await browser.newPage({ viewport: { width: SIZE, height: SIZE } });
await page.setContent(`<style>body{margin:0}</style>${readFileSync(path.join(media, 'icon.svg'), 'utf8')}`);
await page.screenshot({ path: path.join(media, 'icon.png'), omitBackground: true });
await browser.close();
