// Everything that must hold, from a bare clone: `npm test`, or some steps: `npm test -- --only unit,lint`.
// Each step is timed; the last line tells how many tests passed and failed in all (a failed step without
// tests of its own counts as one failure).
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { globSync, rmSync } from './files.mjs';
import { installPackages } from './install.mjs';

const root = path.resolve(import.meta.dirname, '..');
const COUNTS = path.join(root, 'out/counts');
/** What scripts/package.mjs makes: the .vsix, and its files unpacked. */
const { name: NAME, version: VERSION } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const VSIX = path.join(root, `${NAME}-${VERSION}.vsix`);
const PACKAGED = path.join(root, 'out/package');

/** A program of node_modules, run by this Node. */
const tool = (file, ...args) => [path.join(root, 'node_modules', file), ...args];
const script = (name, ...args) => [path.join(root, 'scripts', name), ...args];
const counts = (name) => path.join(COUNTS, `${name}.json`);
const tested = (name) => ['--extension', PACKAGED, '--counts', counts(name)];

/** Steps in order; `commands` are arguments for Node, `counted` steps write how many tests they ran. */
const STEPS = [
  { name: 'machine', commands: [script('host/setup.mjs')] },
  {
    name: 'types',
    commands: ['.', 'webview', 'test/ui'].map((project) => tool('typescript/bin/tsc', '-p', project)),
  },
  {
    name: 'lint',
    commands: [
      tool('eslint/bin/eslint.js', '.', '--max-warnings', '0'),
      tool('dependency-cruiser/bin/dependency-cruise.mjs', 'src', 'webview', 'lab', 'test'),
    ],
  },
  { name: 'format', commands: [tool('prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.')] },
  { name: 'unused', commands: [tool('knip/bin/knip.js')] },
  {
    name: 'unit',
    commands: [
      script(
        'test-unit.mjs',
        '--',
        ...['--reporter', path.join(root, 'scripts/counting-reporter.cjs')],
        ...['--reporter-option', `counts=${counts('unit')}`],
      ),
    ],
    counted: true,
  },
  {
    name: 'webview',
    commands: [
      tool(
        'mocha/bin/mocha.js',
        ...[
          '--timeout',
          '120000',
          ...globSync(path.join(root, 'test/webview'), (file) => file.endsWith('.test.mjs')),
        ],
        ...['--reporter', path.join(root, 'scripts/counting-reporter.cjs')],
        ...['--reporter-option', `counts=${counts('webview')}`],
      ),
    ],
    counted: true,
  },
  { name: 'workloads', commands: [script('check-workloads.mjs')] },
  { name: 'package', commands: [script('package.mjs')] },
  { name: 'smoke', commands: [script('test-smoke.mjs', ...tested('smoke'))], counted: true },
  {
    name: 'host',
    commands: [script('host/run-host-tests.mjs', '--no-build', ...tested('host'))],
    counted: true,
  },
  {
    name: 'ui',
    commands: [script('host/drive.mjs', '--vsix', VSIX, '--counts', counts('ui'))],
    counted: true,
  },
];

function readCounts(name) {
  try {
    return JSON.parse(readFileSync(counts(name), 'utf8'));
  } catch {
    return { passed: 0, failed: 0 };
  }
}

function runStep({ name, commands, counted }) {
  console.log(`\n── ${name}`);
  const start = Date.now();
  const ok = commands.every((args) => {
    const { status, error } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
    if (error) console.error(error.message);
    return status === 0;
  });
  const { passed, failed } = counted ? readCounts(name) : { passed: 0, failed: 0 };
  const seconds = (Date.now() - start) / 1000;
  console.log(`── ${name}: ${ok ? 'ok' : 'FAILED'} (${seconds.toFixed(1)} s)`);
  return { name, ok, seconds, passed, failed: ok ? failed : Math.max(failed, 1) };
}

function summarise(results) {
  console.log('\n── summary');
  for (const { name, ok, seconds, passed } of results) {
    const tests = passed > 0 ? `  ${passed} passed` : '';
    console.log(`${ok ? '✔' : '✘'} ${name.padEnd(10)} ${seconds.toFixed(1).padStart(6)} s${tests}`);
  }
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  console.log(`total ${sum('seconds').toFixed(0)} s`);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  return sum('failed') === 0 ? 0 : 1;
}

function chooseSteps(only) {
  if (!only) return STEPS;
  const names = only.split(',');
  const unknown = names.find((name) => !STEPS.some((step) => step.name === name));
  if (unknown) {
    console.error(`no step ${unknown}; there are ${STEPS.map((step) => step.name).join(', ')}`);
    process.exit(2);
  }
  return STEPS.filter((step) => names.includes(step.name));
}

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const steps = chooseSteps(values.only);
try {
  installPackages();
} catch (error) {
  console.error(error.message);
  console.log('0 passed, 1 failed');
  process.exit(1);
}
rmSync(COUNTS);
mkdirSync(COUNTS, { recursive: true });
process.exitCode = summarise(steps.map(runStep));
