// Shows how far the short runs of Themis' training data are from longer ones:
//   npm run study -- themis-windows
import path from 'node:path';
import { trainingSet } from '../themis/training/files/trainingApps';
import { lowererOf } from '../suite/lowerWith';
import { readSuiteTexts } from '../suite/suiteFiles';
import { suiteWorkspace } from '../suite/suiteWorkspace';
import { observe } from '../themis/collection/coRun';
import { soloRound } from '../../src/predictors/counting/soloRound';
import { loadSpec } from '../../src/simulator/spec/loadSpec';
import { studyParser } from '../cuda/instructionMix/compare';

/** What is collected with, and the longer runs that it is held against. */
const SHORT = { mostCycles: 80_000, launchCycles: 160_000 };
const LONG = { mostCycles: 240_000, launchCycles: 320_000 };
const CASES = [
  { name: 'nn', sms: 30, producer: 'bandwidth', level: 4 },
  { name: 'cfd', sms: 20, producer: 'cache', level: 4 },
  { name: 'hotspot', sms: 40, producer: 'bandwidth', level: 0 },
  { name: 'bfs', sms: 30, producer: 'cache', level: 0 },
] as const;
const SEED = 1;

const root = process.env['CORUN_ROOT'] ?? process.cwd();
const texts = await readSuiteTexts(path.join(root, 'workloads'));
const workspace = suiteWorkspace(texts, { parser: await studyParser(root) });
const { apps } = trainingSet(texts, lowererOf(workspace));
const loaded = loadSpec('themis-60sm');

/** Both factors of the launch that takes most of the window. */
function factorsOf(item: (typeof CASES)[number], window: typeof SHORT): readonly [number, number] {
  const { app } = apps.find((one) => one.app.name === item.name)!;
  const options = { seed: SEED, launchCycles: window.launchCycles };
  const whole = soloRound(app, loaded.spec.sms, loaded, options);
  const part = soloRound(app, item.sms, loaded, options);
  const launches = observe(app, { ...item, start: 0 }, { whole, part }, loaded, { window, seed: SEED });
  const longest = launches.reduce((a, b) => (b.cycles > a.cycles ? b : a));
  return [longest.scalability, longest.interference];
}

console.log('| workload | SMs | producer, level | SD_scal short | long | SD_inter short | long |');
console.log('| --- | --- | --- | --- | --- | --- | --- |');
for (const item of CASES) {
  const [short, long] = [factorsOf(item, SHORT), factorsOf(item, LONG)];
  const cells = [0, 1].flatMap((i) => [short[i]!.toFixed(3), long[i]!.toFixed(3)]);
  console.log(`| ${[item.name, item.sms, `${item.producer}, ${item.level}`, ...cells].join(' | ')} |`);
}
