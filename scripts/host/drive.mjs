// Runs the scenarios test/ui/**/*.ui.ts: playwright-core drives the offline VS Code as a user would.
//   node scripts/host/drive.mjs [NAME…] [--vsix FILE] [--themes NAME,…] [--no-pictures] [--grep TEXT] [--counts FILE]
// Without --vsix the checkout is built and loaded as it is.
// Without --themes all four are drawn. With --no-pictures, views whose themes are there to be looked at stay in one.
// Screenshots go to out/screenshots/<theme>/<name>.png, those of failures to out/screenshots/failures.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildAll } from '../build.mjs';
import { bundleTogether } from '../bundle-tests.mjs';
import { globSync, rmSync } from '../files.mjs';
import { TEST_MS } from '../limits.mjs';
import { countingReporter } from '../mocha.mjs';
import { spawnGroup } from './group.mjs';
import { createSession, installExtension, startServer, tail } from './server.mjs';
import { ensureHost } from './setup.mjs';
import { HostError } from './tools.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const OUT = path.join(root, 'dist/test/ui');
const SCREENSHOTS = path.join(root, 'out/screenshots');

async function bundle(names) {
  const base = path.join(root, 'test/ui');
  const all = globSync(base, (file) => file.endsWith('.ui.ts'));
  const chosen = all.filter((file) => names.length === 0 || names.some((name) => file.includes(name)));
  if (chosen.length === 0) throw new HostError(`no scenario in test/ui matches ${names.join(' ')}`);
  // As one: the scenarios share a browser.
  return bundleTogether(chosen, 1, OUT);
}

/** Mocha in a process of its own, so that a scenario that hangs can be ended. Resolves with its exit code. */
async function runMocha(bundles, environment, { grep, counts }) {
  const args = [
    ...['--enable-source-maps', path.join(root, 'node_modules/mocha/bin/mocha.js')],
    ...['--no-config', '--timeout', String(TEST_MS), '--retries', '2', '--exit'],
    ...countingReporter(counts),
    ...(grep ? ['--grep', grep] : []),
    ...bundles,
  ];
  const env = { ...process.env, CORUN_UI: JSON.stringify(environment) };
  const group = spawnGroup(process.execPath, args, { stdio: 'inherit', cwd: root, env });
  const end = await group.closed;
  await group.stop();
  return end === 'exit 0' ? 0 : 1;
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      vsix: { type: 'string' },
      themes: { type: 'string' },
      'no-pictures': { type: 'boolean', default: false },
      grep: { type: 'string' },
      counts: { type: 'string' },
    },
  });
  if (process.platform !== 'linux') {
    console.log('not driven: the offline VS Code that the scenarios use runs on Linux only');
    return;
  }
  if (!values.vsix) await buildAll();
  const bundles = await bundle(positionals);
  const host = await ensureHost();
  if (positionals.length === 0) rmSync(SCREENSHOTS);
  mkdirSync(SCREENSHOTS, { recursive: true });
  const session = await createSession([path.join(root, 'workloads/samples')], {
    // Answers that come one by one would move lenses while a test reads them; one test turns it on.
    'corun.simulation.enabled': false,
  });
  if (values.vsix) await installExtension(host, session, path.resolve(values.vsix));
  const server = await startServer(host, session);
  try {
    const environment = {
      port: server.port,
      server: server.pid,
      cookie: server.cookie,
      extension: values.vsix ? null : root,
      chromium: host.chromium,
      folder: session.folder,
      workspace: session.workspace,
      screenshots: SCREENSHOTS,
      pictures: !values['no-pictures'],
      themes: values.themes?.split(',') ?? null,
    };
    process.exitCode = await runMocha(bundles, environment, values);
    if (server.ended()) console.error(`the VS Code server ended early:\n${tail(server.log)}`);
  } finally {
    await server.stop();
    session.dispose();
  }
}

try {
  await main();
} catch (error) {
  console.error(error instanceof HostError ? error.message : error);
  process.exitCode = 1;
}
