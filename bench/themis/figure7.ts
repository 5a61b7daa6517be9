import fs from 'node:fs';
import path from 'node:path';
import { markdownTable } from '../../src/kernel/markdownTable';

/** What `study:themis-figure7` found. */
export interface Figure7 {
  /** Hash of the training data. */
  readonly data: string;
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

/** Figure 7 as tables; says so where the study has not been run. */
export function figure7Text(root: string): string {
  const file = figure7File(root);
  const heading = '## Sensitivity to training and period (figure 7)';
  if (!fs.existsSync(file)) return `${heading}\n\nNot run yet.`;
  const { data, levels, allocations, periods } = JSON.parse(fs.readFileSync(file, 'utf8')) as Figure7;
  const subsets = (name: string, list: readonly Subset[]): string =>
    markdownTable(
      [name, 'samples', 'errSD on pairs'],
      list.map(({ count, samples, error }) => [String(count), String(samples), percent(error)]),
    );
  return [
    heading,
    `The network with biases, mean of three seeds, by \`npm run study:themis-figure7\` on the training data ${data.slice(0, 8)}.`,
    subsets('pressure levels', levels),
    subsets('SM allocations', allocations),
    markdownTable(
      ['period, cycles', 'pairs', 'errSD'],
      periods.map(({ cycles, coLocations, error }) => [String(cycles), String(coLocations), percent(error)]),
    ),
  ].join('\n\n');
}
