import Papa from 'papaparse';
import { slowdownOf } from '../predictors/forecast';
import type { AllocateAnswer } from './answers';

const FIELDS = [
  'epoch',
  'end_cycle',
  'application',
  'sms',
  'slowdown',
  'scalability',
  'interference',
  'next_sms',
];

/**
 * The epochs of an allocation as CSV, a line for each application: its SMs, what was predicted of it there, and its SMs
 * from then on. Rounds on runs alone end at no cycle.
 */
export function epochCsv({
  steps,
  apps,
  counters,
}: Pick<AllocateAnswer, 'steps' | 'apps' | 'counters'>): string {
  const data = steps.flatMap(({ cycle, sms, predicted, next }, at) =>
    apps.map(({ name }, app) => {
      const factors = predicted[app]!;
      const { scalability, interference } = factors;
      const end = counters === 'shared' ? cycle : '';
      return [at + 1, end, name, sms[app], slowdownOf(factors), scalability, interference, next[app]];
    }),
  );
  return Papa.unparse({ fields: FIELDS, data }, { newline: '\n', escapeFormulae: true });
}
