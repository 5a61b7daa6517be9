import type { ThemisSection } from '../reproduction/renderThemis';
import { barPlot as drawnBars, type Plot as PagePlot } from '../../plots/plot';
import { lineChart, type ChartOptions, type Series } from '../../plots/lineChart';

/** A picture of the report. */
export interface Plot extends PagePlot {
  readonly section: ThemisSection['about'] | 'sensitivity';
}

/** Nothing while there is no line to draw. */
export function linePlot(
  section: Plot['section'],
  name: string,
  series: readonly Series[],
  options: ChartOptions,
): Plot[] {
  const drawn = series.filter(({ points }) => points.length > 1);
  return drawn.length === 0 ? [] : [{ section, name, title: options.title, svg: lineChart(drawn, options) }];
}

/** Nothing while there is no bar to draw. */
export const barPlot = (section: Plot['section'], ...bars: Parameters<typeof drawnBars>): Plot[] =>
  drawnBars(...bars).map((plot) => ({ section, ...plot }));
