// One run of the offline VS Code: a throw-away profile, the server on a free port, a way to stop both.
import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream, existsSync, readFileSync, rmSync } from 'node:fs';
import { cp, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { spawnGroup } from './group.mjs';
import { PATIENCE_MS } from '../limits.mjs';
import { HostError, command } from './tools.mjs';

/** Settings of the throw-away profile: quiet, so that nothing but the extension under test moves. */
const SETTINGS = {
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.enableExperiments': false,
  'workbench.colorTheme': 'Default Light Modern',
  'window.autoDetectColorScheme': false,
  'security.workspace.trust.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'extensions.ignoreRecommendations': true,
  'extensions.autoUpdate': false,
  'update.mode': 'none',
  'git.enabled': false,
  // Extensions that look for tasks of theirs take time of the tests, and complain where that takes long.
  'typescript.tsc.autoDetect': 'off',
  'npm.autoDetect': 'off',
  'files.autoSave': 'off',
  'editor.minimap.enabled': false,
  'editor.accessibilitySupport': 'off',
};

/**
 * A temporary folder with an empty profile and a copy of `workspace` (a list of folders or files,
 * merged into one), so that no run can touch the user's VS Code or the checkout.
 * Returns `{ folder, profile, workspace, dispose() }`.
 */
export async function createSession(sources, settings = {}) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'corun-host-'));
  const profile = path.join(folder, 'profile');
  const workspace = path.join(folder, 'workspace');
  await mkdir(path.join(profile, 'User'), { recursive: true });
  await mkdir(path.join(folder, 'extensions'));
  await mkdir(workspace);
  const text = JSON.stringify({ ...SETTINGS, ...settings }, null, 2);
  await writeFile(path.join(profile, 'User/settings.json'), text);
  for (const source of sources) if (existsSync(source)) await cp(source, workspace, { recursive: true });
  const dispose = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  process.once('exit', dispose);
  return { folder, profile, workspace, dispose };
}

/** The environment without what an enclosing VS Code terminal put there: it would redirect the server. */
function cleanEnvironment(extra) {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(VSCODE_|CODE_SERVER_|ELECTRON_)/.test(name),
  );
  return { ...Object.fromEntries(inherited), ...extra };
}

/** Where everything of one session lives, as arguments of the server's script. */
function sessionArguments(session) {
  return [
    ...['--config', path.join(session.folder, 'config.yaml')],
    ...['--user-data-dir', session.profile],
    ...['--extensions-dir', path.join(session.folder, 'extensions')],
  ];
}

/** Installs a .vsix into the session, as a user would. */
export async function installExtension(host, session, vsix) {
  const args = [host.entry, ...sessionArguments(session), '--install-extension', vsix];
  await command(host.node, args, { env: cleanEnvironment() });
}

/**
 * Starts the server of `host` (from ensureHost) on `session`. Other users of the machine may come to its port: it lets
 * in who has its cookie, or types its password.
 * Returns `{ port, cookie, password, log, url(options), pid, stop(), closed, ended() }`. Throws HostError with the log's tail
 * when the server does not come up.
 */
export async function startServer(host, session, env = {}) {
  const log = path.join(session.folder, 'server.log');
  const password = randomBytes(16).toString('hex');
  // The server takes the hash of its password for the cookie of whoever has typed it.
  const key = createHash('sha256').update(password).digest('hex');
  const args = [
    host.entry,
    ...['--auth', 'password', '--bind-addr', '127.0.0.1:0'],
    ...sessionArguments(session),
    ...['--disable-telemetry', '--disable-update-check', '--disable-workspace-trust'],
    session.workspace,
  ];
  const group = spawnGroup(host.node, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: cleanEnvironment({ ...env, HASHED_PASSWORD: key }),
  });
  try {
    const port = await listeningPort(group.child, createWriteStream(log));
    const url = (options) => pageUrl(port, session.workspace, options);
    const cookie = { name: 'code-server-session', value: key, url: `http://127.0.0.1:${port}` };
    const { stop, closed, ended } = group;
    return { port, cookie, password, log, url, pid: group.child.pid, stop, closed, ended };
  } catch (error) {
    await group.stop();
    throw new HostError(`${error.message}\n${tail(log)}`);
  }
}

/** The last lines of a log file, for error messages. */
export function tail(file, lines = 25) {
  return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n').slice(-lines).join('\n') : '';
}

/** The port that the server prints once it listens; its output goes to `sink` for as long as it runs. */
function listeningPort(child, sink) {
  return new Promise((resolve, reject) => {
    let seen = '';
    const timer = setTimeout(
      () => reject(new Error(`VS Code did not listen within ${PATIENCE_MS / 1000} s`)),
      PATIENCE_MS,
    );
    const read = (chunk) => {
      sink.write(chunk);
      if (seen === undefined) return;
      seen += chunk;
      const match = /HTTP server listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(seen);
      if (!match) return;
      seen = undefined;
      clearTimeout(timer);
      resolve(Number(match[1]));
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(timer);
      sink.end();
      reject(new Error(`the VS Code server ended early (exit ${code})`));
    });
  });
}

/** Address of the workbench with the extension under development and, for host tests, the module to run. */
function pageUrl(port, workspace, { extension, tests } = {}) {
  const remote = (file) => `vscode-remote://127.0.0.1:${port}${file}`;
  const payload = [['skipWelcome', 'true']];
  if (extension) payload.push(['extensionDevelopmentPath', remote(extension)]);
  if (tests) payload.push(['extensionTestsPath', remote(tests)]);
  const query = new URLSearchParams({ folder: workspace, payload: JSON.stringify(payload) });
  return `http://127.0.0.1:${port}/?${query}`;
}
