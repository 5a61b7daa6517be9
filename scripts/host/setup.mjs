// Sets up a real VS Code without a download of VS Code: the npm package code-server carries the same
// workbench and Node extension host. Installed once into the user's cache folder and shared by all clones.
//   node scripts/host/setup.mjs
import { existsSync } from 'node:fs';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { cacheFolder, completeFolder } from './cache.mjs';
import { HostError, command, ensurePrograms, findChromium } from './tools.mjs';

const CODE_SERVER = '4.100.3';
/** code-server 4.100 runs on Node 20; with another Node the same version comes from npm. */
const NODE = '20.20.2';
/** VS Code finds files with ripgrep, whose package would download the program from elsewhere. */
const RIPGREP = `@vscode/ripgrep-linux-${process.arch}`;
const RIPGREP_VERSION = '1.18.0';
/** Raised when the steps below change, so that older folders are made anew. */
const REVISION = 2;

/** Folders of the host: code-server, and the Node that runs it. */
function layout(folder, ownNode) {
  const vscode = path.join(folder, 'node_modules/code-server/lib/vscode');
  const bundledNode = path.join(folder, `node_modules/${nodePackage()}/bin/node`);
  return {
    entry: path.join(folder, 'node_modules/code-server/out/node/entry.js'),
    vscode,
    node: ownNode ? process.execPath : bundledNode,
  };
}

function nodePackage() {
  return `node-linux-${process.arch}`;
}

/** Headers of the running Node, when it is a Node 20 that was installed with them. */
function ownHeaders() {
  if (!process.versions.node.startsWith('20.')) return undefined;
  const prefix = path.resolve(path.dirname(process.execPath), '..');
  return existsSync(path.join(prefix, 'include/node/common.gypi')) ? prefix : undefined;
}

/** npm with scripts off unless a step rebuilds a module by name. */
function npm(args, cwd, nodedir) {
  return command('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd,
    env: { ...process.env, npm_config_nodedir: nodedir },
  });
}

async function install(folder, headers, log) {
  const say = (text) => log(`  ${text}`);
  await writeFile(path.join(folder, 'package.json'), '{"private":true}\n');
  const { entry, vscode, node } = layout(folder, headers !== undefined);
  const packages = [`code-server@${CODE_SERVER}`, `${RIPGREP}@${RIPGREP_VERSION}`];
  if (!headers) packages.push(`${nodePackage()}@${NODE}`);
  say(`npm: ${packages.join(', ')}`);
  await npm(['install', '--ignore-scripts', '--save-exact', ...packages], folder);
  say('npm: the modules of VS Code and of its built-in extensions');
  await npm(['install', '--omit=dev', '--ignore-scripts'], vscode);
  await npm(['install', '--omit=dev', '--ignore-scripts'], path.join(vscode, 'extensions'));
  // VS Code looks for its modules under both names.
  await rm(path.join(vscode, 'node_modules.asar'), { recursive: true, force: true });
  await symlink('node_modules', path.join(vscode, 'node_modules.asar'));
  const bin = path.join(vscode, 'node_modules/@vscode/ripgrep/bin');
  await mkdir(bin);
  await symlink(
    path.relative(bin, path.join(folder, 'node_modules', RIPGREP, 'bin/rg')),
    path.join(bin, 'rg'),
  );
  say('building the native modules');
  const nodedir = headers ?? path.dirname(path.dirname(node));
  await npm(['rebuild', '--ignore-scripts=false', '@vscode/spdlog', 'native-watchdog'], vscode, nodedir);
  await npm(['rebuild', '--ignore-scripts=false', 'argon2'], folder, nodedir);
  await verify(entry, vscode, node);
}

/** The native modules load and the server starts far enough to tell its version. */
async function verify(entry, vscode, node) {
  const load = (name) => command(node, ['-e', `require(${JSON.stringify(name)})`], { cwd: vscode });
  await load('@vscode/spdlog');
  await load('native-watchdog');
  await command(path.join(vscode, 'node_modules/@vscode/ripgrep/bin/rg'), ['--version']);
  const version = await command(node, [entry, '--version', '--config', path.join(vscode, 'unused.yaml')]);
  if (!version.includes(CODE_SERVER)) throw new HostError(`code-server says it is ${version.trim()}`);
}

/**
 * The offline host, set up when it is not there yet.
 * Returns `{ entry, node, chromium, vscodeVersion }`: absolute paths of the server's script, of the Node
 * that runs it and of a Chromium (undefined when `browser` is false and there is none). Throws HostError with what to install when something is missing.
 */
export async function ensureHost({ browser = true, log = console.log } = {}) {
  if (process.platform !== 'linux') {
    throw new HostError('the offline host runs on Linux only; set VSCODE_EXECUTABLE to a VS Code instead');
  }
  const folder = path.join(cacheFolder(), `code-server-${CODE_SERVER}`);
  const headers = ownHeaders();
  const recipe = {
    codeServer: CODE_SERVER,
    revision: REVISION,
    arch: process.arch,
    node: headers ? 'own' : NODE,
  };
  if (browser) await ensurePrograms(['chromium'], log);
  await completeFolder(folder, recipe, async (staging) => {
    log(`setting up the offline VS Code in ${folder} (once, one to two minutes)`);
    await ensurePrograms(['g++', 'make', 'python3'], log);
    await install(staging, headers, log);
  });
  const { entry, node } = layout(folder, headers !== undefined);
  return { entry, node, chromium: findChromium(), vscodeVersion: '1.100.3' };
}

if (process.argv[1] === import.meta.filename) {
  const start = Date.now();
  try {
    const host = await ensureHost();
    console.log(
      `offline VS Code ${host.vscodeVersion} ready in ${((Date.now() - start) / 1000).toFixed(1)} s`,
    );
    console.log(`  server    ${host.entry}\n  node      ${host.node}\n  chromium  ${host.chromium}`);
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
