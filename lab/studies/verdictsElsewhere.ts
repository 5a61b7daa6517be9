// Counts what users are told about pairs of launches in sources that nobody prepared: words, and why there is none.
//   npm run study -- verdicts-elsewhere PATH… [--gpu ID] [--simulate KERNELS] [--arguments a=1,b=2] [--cli FILE]   each
//   path by itself, as `corun analyze` of dist/cli.js or of another build answers
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { WorkspaceResults } from '../../src/analysis/results/workspaceResults';
import { elsewhereTable, wordsElsewhere } from '../verdicts/wordsElsewhere';

/** Of answers, in bytes. */
const MOST = 2 ** 30;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    gpu: { type: 'string', default: 'h100-sxm' },
    simulate: { type: 'string', default: '10' },
    arguments: { type: 'string' },
    cli: { type: 'string', default: 'dist/cli.js' },
  },
});

const rows = positionals.map((folder) => {
  const settings = ['--gpu', values.gpu, '--simulate', values.simulate];
  if (values.arguments !== undefined) settings.push('--arguments', values.arguments);
  const asked = ['analyze', folder, ...settings, '--full', '--json'];
  const answer = execFileSync(process.execPath, [values.cli, ...asked], {
    maxBuffer: MOST,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const row = wordsElsewhere(path.basename(folder), JSON.parse(answer.toString()) as WorkspaceResults);
  console.error(elsewhereTable([row]).split('\n').at(-1));
  return row;
});
console.log(elsewhereTable(rows));
