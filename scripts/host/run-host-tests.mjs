// Runs test/host/**/*.test.ts inside a real VS Code: a desktop one where it can be had, else the offline host.
//   node scripts/host/run-host-tests.mjs [--extension FOLDER] [--no-build] [--grep TEXT] [--counts FILE]
// Environment: VSCODE_EXECUTABLE, VSCODE_VERSION (desktop), CORUN_HOST=offline, CHROMIUM_EXECUTABLE.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildAll } from '../build.mjs';
import { bundleTests } from '../bundle-tests.mjs';
import { globSync } from '../files.mjs';
import { PATIENCE_MS } from '../limits.mjs';
import { launchBrowser } from './browser.mjs';
import { electronAvailable, startElectron } from './electron.mjs';
import { followProgress } from './progress.mjs';
import { createSession, startServer, tail } from './server.mjs';
import { ensureHost } from './setup.mjs';
import { HostError } from './tools.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const OUT = path.join(root, 'dist/test/host');

async function bundle() {
  const base = path.join(root, 'test/host');
  const tests = globSync(base, (file) => file.endsWith('.test.ts'));
  if (tests.length === 0) throw new HostError('test/host has no *.test.ts');
  await bundleTests([path.join(base, 'index.ts'), ...tests], base, OUT);
}

/** Runs under the desktop VS Code; its own output is shown only when something went wrong. */
async function inElectron(job, progress) {
  const group = startElectron(job);
  let output = '';
  for (const stream of [group.child.stdout, group.child.stderr])
    stream.on('data', (text) => (output += text));
  try {
    const died = () => group.ended() && `VS Code ended before the tests did (${group.ended()})`;
    const result = await followProgress(progress, { died });
    return { ...result, log: output.split('\n').slice(-40).join('\n') };
  } finally {
    await group.stop();
  }
}

/** Runs under the offline VS Code, which starts the tests once a browser shows its page. */
async function inOfflineHost(job, progress) {
  const host = await ensureHost();
  const server = await startServer(host, job.session, job.env);
  let browser;
  try {
    browser = await launchBrowser(host.chromium);
    const page = await browser.newPage({ reducedMotion: 'reduce' });
    await page.context().addCookies([server.cookie]);
    await page.goto(server.url(job), { timeout: PATIENCE_MS });
    const died = () =>
      (server.ended() && `the VS Code server ended (${server.ended()})`) ||
      (!browser.isConnected() && 'Chromium ended') ||
      undefined;
    const result = await followProgress(progress, { died });
    if (result.problem && browser.isConnected()) {
      const picture = path.join(root, 'out/host-problem.png');
      await page.screenshot({ path: picture });
      result.problem += `\nthe page as it was: ${picture}`;
    }
    return { ...result, log: tail(server.log) };
  } finally {
    await browser?.close();
    await server.stop();
  }
}

async function main() {
  const { values } = parseArgs({
    options: {
      extension: { type: 'string', default: root },
      'no-build': { type: 'boolean', default: false },
      grep: { type: 'string' },
      counts: { type: 'string' },
    },
  });
  if (!values['no-build']) await buildAll();
  await bundle();
  const electron = await electronAvailable();
  console.log(`host: ${electron.use ? 'desktop VS Code' : 'offline VS Code'} (${electron.reason})`);
  const session = await createSession([path.join(root, 'workloads/samples')], {
    // Answers that come one by one would move lenses while a test reads them; one test turns it on.
    'corun.simulation.enabled': false,
  });
  const progress = path.join(session.folder, 'progress.ndjson');
  const env = { CORUN_HOST_PROGRESS: progress, ...(values.grep ? { CORUN_HOST_GREP: values.grep } : {}) };
  const job = { extension: path.resolve(values.extension), tests: path.join(OUT, 'index.js'), session, env };
  const result = await (electron.use ? inElectron : inOfflineHost)(job, progress);
  session.dispose();
  console.log(`\n  ${result.passed} passed, ${result.failed} failed, ${result.skipped} skipped in the host`);
  if (result.problem) console.error(`\n${result.problem}\n${result.log}`);
  if (values.counts) writeFileSync(values.counts, JSON.stringify(result));
  const complete = !result.problem && result.failed === 0 && result.passed > 0;
  process.exitCode = complete ? 0 : 1;
}

try {
  await main();
} catch (error) {
  console.error(error instanceof HostError ? error.message : error);
  process.exitCode = 1;
}
