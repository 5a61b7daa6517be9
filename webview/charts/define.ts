import { GanttElement } from './gantt';
import { HeatmapElement } from './heatmap';

/** Registers the chart elements. */
export function defineCharts(): void {
  customElements.define('corun-heatmap', HeatmapElement);
  customElements.define('corun-gantt', GanttElement);
}
