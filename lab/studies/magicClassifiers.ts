// Magic's eight classifiers of sensitivity on measured training jobs, beside the majority class.
//   npm run study -- magic-classifiers [--folds N] [--seed N]   writes its table to docs/reproduction/magic.md
import path from 'node:path';
import { parseArgs } from 'node:util';
import { studySensitivity } from '../magic/sensitivityStudy';
import { writeBlock } from '../reportBlocks';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();
const QUANTILES = [0.25, 0.5, 0.75] as const;

const { values } = parseArgs({
  options: { folds: { type: 'string', default: '5' }, seed: { type: 'string', default: '1' } },
});
const [folds, seed] = [Number(values.folds), Number(values.seed)];
const results = studySensitivity({ folds, seed, quantiles: QUANTILES });
const percent = (share: number): string => `${Math.round(share * 100)} %`;
const families = results[0]!.scores.map(({ family }) => family);
const rows = families.map((family) => {
  const cells = results.map(({ scores }) => {
    const { chosen, nested } = scores.find((score) => score.family === family)!;
    return `${percent(nested)} (${percent(chosen)})`;
  });
  return `| ${family} | ${cells.join(' | ')} |`;
});
await writeBlock(
  path.join(ROOT, 'docs/reproduction/magic.md'),
  'magic-classifiers',
  [
    [
      `| share below the threshold | ${results.map(({ below }) => percent(below)).join(' | ')} |`,
      `| --- |${' --- |'.repeat(results.length)}`,
      `| slowdown − 1 at the threshold | ${results
        .map(({ thresholds }) =>
          thresholds.map(({ gpu, threshold }) => `${gpu.toUpperCase()} ${threshold.toFixed(2)}`).join(', '),
        )
        .join(' | ')} |`,
      `| majority class | ${results.map(({ majority }) => percent(majority)).join(' | ')} |`,
      ...rows,
    ].join('\n'),
    `${folds} stratified folds, seed ${seed}. First the accuracy with settings chosen within the training folds, in brackets with settings chosen on the folds that it is told of, as in the text.`,
  ].join('\n\n'),
);
