import { barChart, type BarGroup } from './barChart';

/** A picture beside a page of docs. */
export interface Plot {
  /** File, without its ending. */
  readonly name: string;
  readonly title: string;
  readonly svg: string;
}

/** Bars in groups; nothing while there is no bar to draw. */
export function barPlot(
  name: string,
  title: string,
  series: readonly string[],
  groups: readonly BarGroup[],
  xLabel: string,
): Plot[] {
  return groups.length === 0 ? [] : [{ name, title, svg: barChart(series, groups, { title, xLabel }) }];
}
