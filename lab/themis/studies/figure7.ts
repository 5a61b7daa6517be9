import fs from 'node:fs';
import path from 'node:path';
import { markdownTable } from '../../../src/kernel/markdownTable';

/** What `npm run study -- themis-figure7` found. */
export interface Figure7 extends NetworkFigure {
  /** Hash of the training data. */
  readonly data: string;
  /** Of the default network; the rest is of the paper's with biases. */
  readonly ours: NetworkFigure & { readonly name: string };
}

/** Errors of one network by what it was trained on, and by how often it predicts. */
export interface NetworkFigure {
  readonly levels: readonly Subset[];
  readonly allocations: readonly Subset[];
  readonly periods: readonly {
    readonly cycles: number;
    readonly coLocations: number;
    readonly error: number;
  }[];
}

/** Training with a part of the data. */
interface Subset {
  readonly count: number;
  readonly samples: number;
  readonly error: number;
}

export const figure7File = (root: string): string => path.join(root, 'docs/reproduction/themis-figure7.json');

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** What the study found; null where it has not been run. */
export function readFigure7(root: string): Figure7 | null {
  const file = figure7File(root);
  return fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, 'utf8')) as Figure7) : null;
}

/** Figure 7 as tables; says so where the study has not been run. */
export function figure7Text(figure: Figure7 | null): string {
  const heading = '## Sensitivity to training and period (figure 7)';
  if (figure === null) return `${heading}\n\nNot run yet.`;
  const { data, ours, levels, allocations, periods } = figure;
  const columns = ['with biases', ours.name];
  const subsets = (name: string, paper: readonly Subset[], own: readonly Subset[]): string =>
    markdownTable(
      [name, 'samples', ...columns],
      paper.map(({ count, samples, error }, at) => [
        String(count),
        String(samples),
        percent(error),
        percent(own[at]!.error),
      ]),
    );
  return [
    heading,
    `Mean errSD on pairs of the paper's network with biases and of ours, trained on a part of the data, mean of three seeds; by \`npm run study -- themis-figure7\` on the training data ${data.slice(0, 8)}.`,
    subsets('pressure levels', levels, ours.levels),
    subsets('SM allocations', allocations, ours.allocations),
    markdownTable(
      ['period, cycles', 'pairs', ...columns],
      periods.map(({ cycles, coLocations, error }, at) => [
        String(cycles),
        String(coLocations),
        percent(error),
        percent(ours.periods[at]!.error),
      ]),
    ),
  ].join('\n\n');
}
