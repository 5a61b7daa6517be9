import { message } from '../../src/kernel/message';
import { hasWords, words } from '../../src/words';
import type { DashboardView } from '../../src/analysis/protocol';
import type { Mechanism } from '../../src/analysis/results/shareResult';
import type { SharingMode } from '../../src/kernel/prediction';

export const VIEW_TITLES: Readonly<Record<DashboardView, string>> = {
  overview: 'Overview',
  corun: 'Co-run',
  share: 'Share',
  timeline: 'Timeline',
  block: 'Block size',
  assumptions: 'Assumptions',
  scenario: 'Scenario',
};

export const VIEW_ICONS: Readonly<Record<DashboardView, string>> = {
  overview: 'dashboard',
  corun: 'table',
  share: 'split-horizontal',
  timeline: 'pulse',
  block: 'graph',
  assumptions: 'question',
  scenario: 'play',
};

export const MODE_TITLES: Readonly<Record<SharingMode, string>> = {
  streams: 'Streams (one process)',
  'time-slice': 'Time slicing',
  mps: 'MPS',
  spatial: 'SM partition',
  mig: 'MIG',
  'intra-sm': 'Within SMs',
};

export const MECHANISM_TITLES: Readonly<Record<Mechanism, string>> = {
  'green-contexts': 'Green contexts',
  mps: 'MPS thread percentages',
  mig: 'MIG instances',
};

/** Predictors by the names that people know them by. */
export function predictorTitle(predictor: string): string {
  const code = `predictors.title.${predictor}`;
  return hasWords(code) ? words(message(code)) : predictor;
}

const PART_TITLES: Readonly<Record<string, string>> = {
  scalability: 'fewer SMs',
  functionUnit: 'functional units',
  occupancy: 'warp slots',
  compute: 'arithmetic',
};

/** The parts of a slowdown in words. */
export function partTitle(part: string): string {
  return PART_TITLES[part] ?? part;
}
