import { HeatmapElement } from './heatmap';

/** Registers the chart elements. */
export function defineCharts(): void {
  customElements.define('corun-heatmap', HeatmapElement);
}
