const ELSE = ', else ';

/** Who tells the cells of a matrix: `predictor` where it can, else those named so far. */
export function namedFirst(predictor: string, others: string): string {
  return [predictor, ...others.split(ELSE).filter((name) => name !== predictor)].join(ELSE);
}
