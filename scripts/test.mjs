// Everything that must hold, from a bare clone: `npm test`, or some steps: `npm test -- --only unit,lint`.
// Steps run side by side as far as there are cores, long ones first, so that short ones fill what is left; what they
// say is printed step by step, in order. Each step is timed, and the suites that cost most are named: processor time
// is what runs out, and wall time depends on who else is at work. The last line tells how many tests passed and
// failed in all (a failed step without tests of its own counts as one failure).
import { mkdirSync, readFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { globSync, rmSync } from './files.mjs';
import { processorSecondsOfEnded } from './processorTime.cjs';
import { runGuarded } from './guarded.mjs';
import { installPackages } from './install.mjs';
import { TEST_MS } from './limits.mjs';
import { OrderedOutput, sideBySide } from './sideBySide.mjs';

const root = path.resolve(import.meta.dirname, '..');
const COUNTS = path.join(root, 'out/counts');
/** What scripts/package.mjs makes: the .vsix, and its files unpacked. */
const { name: NAME, version: VERSION } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const VSIX = path.join(root, `${NAME}-${VERSION}.vsix`);
const PACKAGED = path.join(root, 'out/package');

/** A program of node_modules, run by this Node. */
const tool = (file, ...args) => [path.join(root, 'node_modules', file), ...args];
/**
 * One that looks at every source once, and ends before most of what V8 optimises has paid for it: V8 waits eight times
 * as long before it does.
 */
const checker = (file, ...args) => ['--interrupt-budget=1000000', ...tool(file, ...args)];
const script = (name, ...args) => [path.join(root, 'scripts', name), ...args];
const counts = (name) => path.join(COUNTS, `${name}.json`);
const tested = (name) => ['--extension', PACKAGED, '--counts', counts(name)];

/** Arguments that make mocha write how many tests of a step ran. */
const counting = (name) => [
  ...['--reporter', path.join(root, 'scripts/counting-reporter.cjs')],
  ...['--reporter-option', `counts=${counts(name)}`],
];

/**
 * How scenarios are drawn here: in one theme beside the light one that they run in, and for nobody to look at.
 * `npm run test:ui` draws all four and keeps pictures; the page tests draw all four in any case.
 */
const DRAWN = ['--themes', 'high-contrast', '--no-pictures'];

const PAGES = globSync(path.join(root, 'test/webview'), (file) => file.endsWith('.test.mjs'));

/** Unit tests are run in parts, each a process on one core: a part loads and warms up the whole product. */
const UNIT_PARTS = 2;
const unitSteps = Array.from({ length: UNIT_PARTS }, (_, index) => {
  const name = `unit-${index + 1}`;
  const part = `${index + 1}/${UNIT_PARTS}`;
  return {
    name,
    commands: [script('test-unit.mjs', '--part', part, '--', ...counting(name))],
    counted: true,
  };
});

/** Projects that are checked, each with one thread: a step has one core, and threads check what they share again. */
const typesOf = (project) => tool('typescript7/bin/tsc', '--singleThreaded', '-p', project);

/**
 * Steps in the order in which they begin and are told: those that others wait for, long ones, short ones. `commands`
 * are arguments for Node, one after the other; `after` are steps that must have ended (well, for what they make is
 * used); `counted` steps write how many tests they ran; one that `waits` leaves its core to the others.
 */
const STEPS = [
  { name: 'machine', commands: [script('host/setup.mjs')] },
  { name: 'package', commands: [script('package.mjs')] },
  {
    name: 'ui',
    commands: [script('host/drive.mjs', '--vsix', VSIX, ...DRAWN, '--counts', counts('ui'))],
    after: ['machine', 'package'],
    waits: true,
    counted: true,
  },
  ...unitSteps,
  {
    name: 'smoke',
    commands: [script('test-smoke.mjs', ...tested('smoke'))],
    after: ['package'],
    counted: true,
  },
  {
    name: 'host',
    commands: [script('host/run-host-tests.mjs', '--no-build', ...tested('host'))],
    after: ['machine', 'package'],
    counted: true,
  },
  {
    name: 'webview',
    commands: [
      tool(
        'mocha/bin/mocha.js',
        '--no-config',
        '--timeout',
        String(TEST_MS),
        ...PAGES,
        ...counting('webview'),
      ),
    ],
    after: ['machine'],
    waits: true,
    counted: true,
  },
  { name: 'workloads', commands: [script('check-workloads.mjs', '--changed')] },
  { name: 'format', commands: [tool('oxfmt/bin/oxfmt', '--check', '--threads=1')] },
  {
    name: 'lint',
    commands: [
      tool('oxlint/bin/oxlint', '-c', 'oxlint.config.mjs', '--deny-warnings', '--threads=1'),
      checker('dependency-cruiser/bin/dependency-cruise.mjs', 'src', 'webview', 'lab', 'test'),
    ],
  },
  { name: 'types', commands: ['.', 'webview', 'test/ui'].map(typesOf) },
  { name: 'unused', commands: [checker('knip/bin/knip.js')] },
];

/** Suites that the summary names for what they cost. */
const MOST_EXPENSIVE = 10;

/** Of a step without tests of its own, or that wrote nothing. */
const NONE = { passed: 0, failed: 0, which: [], repeated: [], costs: [] };

function readCounts(name) {
  try {
    return JSON.parse(readFileSync(counts(name), 'utf8'));
  } catch {
    return NONE;
  }
}

async function runStep({ name, commands, counted }, write) {
  write(`\n── ${name}\n`);
  const start = Date.now();
  let ok = true;
  for (const args of commands) ok &&= (await runGuarded(args, { write })).status === 0;
  const { passed, failed, ...told } = { ...NONE, ...(counted ? readCounts(name) : {}) };
  const seconds = (Date.now() - start) / 1000;
  const processor = processorSecondsOfEnded();
  write(`── ${name}: ${ok ? 'ok' : 'FAILED'} (${seconds.toFixed(1)} s, ${processor.toFixed(0)} CPU s)\n`);
  return { name, ok, seconds, processor, passed, failed: ok ? failed : Math.max(failed, 1), ...told };
}

/** Processor seconds that this machine has spent since it started, for whomever. */
function machineSeconds() {
  const ofCore = ({ times: { user, nice, sys, irq } }) => user + nice + sys + irq;
  return cpus().reduce((total, core) => total + ofCore(core), 0) / 1000;
}

function summarise(results, seconds, ofMachine) {
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  console.log('\n── summary');
  for (const { name, ok, seconds, processor, passed, which, repeated } of results) {
    const tests = passed > 0 ? `  ${passed} passed` : '';
    console.log(
      `${ok ? '✔' : '✘'} ${name.padEnd(10)} ${seconds.toFixed(1).padStart(6)} s ${processor.toFixed(0).padStart(5)} CPU s${tests}`,
    );
    for (const test of which) console.log(`    ${test.replaceAll('\n', '\n      ')}`);
    // What passes at the second attempt alone may be a fault that nobody sees.
    for (const test of repeated) console.log(`    once more: ${test}`);
  }
  summariseCosts(results);
  console.log(`total ${seconds.toFixed(0)} s, ${sum('processor').toFixed(0)} CPU s`);
  // Browsers and hosts that are ended rather than waited for are in here alone.
  console.log(`the machine was busy for ${ofMachine.toFixed(0)} CPU s, other work on it included`);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  return sum('failed') === 0 ? 0 : 1;
}

/** Names the suites that took most processor time, of the steps whose tests run in a process of their own. */
function summariseCosts(results) {
  const all = results.flatMap(({ name, costs }) => costs.map((cost) => ({ ...cost, name })));
  if (all.length === 0) return;
  console.log('suites that cost most:');
  for (const { name, title, seconds } of all.sort((a, b) => b.seconds - a.seconds).slice(0, MOST_EXPENSIVE))
    console.log(`  ${name.padEnd(10)} ${seconds.toFixed(1).padStart(6)} CPU s  ${title}`);
}

function chooseSteps(only) {
  if (!only) return STEPS;
  const names = only.split(',');
  // `unit` is all parts of it.
  const isCalled = (step, name) => step.name === name || step.name.startsWith(`${name}-`);
  const unknown = names.find((name) => !STEPS.some((step) => isCalled(step, name)));
  if (unknown) {
    console.error(`no step ${unknown}; there are ${STEPS.map((step) => step.name).join(', ')}`);
    process.exit(2);
  }
  return STEPS.filter((step) => names.some((name) => isCalled(step, name)));
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
// What the installation took is no step's.
processorSecondsOfEnded();
rmSync(COUNTS);
mkdirSync(COUNTS, { recursive: true });
const start = Date.now();
const busyBefore = machineSeconds();
const output = new OrderedOutput(
  steps.map((step) => step.name),
  (text) => process.stdout.write(text),
);
const results = await sideBySide(steps, availableParallelism(), async (step) => {
  const result = await runStep(step, (text) => output.write(step.name, text));
  output.end(step.name);
  return result;
});
process.exitCode = summarise(results, (Date.now() - start) / 1000, machineSeconds() - busyBefore);
