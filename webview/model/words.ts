import { message } from '../../src/kernel/message';
import { hasWords, say, words } from '../../src/words';
import type { DashboardView } from '../../src/analysis/protocol';
import type { Mechanism } from '../../src/analysis/results/shareResult';
import type { SharingMode } from '../../src/kernel/prediction';

export const VIEW_TITLES: Readonly<Record<DashboardView, string>> = {
  overlap: say('webview.page.overlap'),
  kernels: say('webview.page.kernels'),
  corun: say('webview.page.coRun'),
  compare: say('webview.page.compare'),
  share: say('webview.page.share'),
  service: say('webview.page.service'),
  timeline: say('webview.page.timeline'),
  block: say('webview.page.blockSize'),
  assumptions: say('webview.page.assumptions'),
  scenario: say('webview.page.scenario'),
  queue: say('webview.page.queue'),
};

export const VIEW_ICONS: Readonly<Record<DashboardView, string>> = {
  overlap: 'dashboard',
  kernels: 'symbol-method',
  corun: 'table',
  compare: 'versions',
  share: 'split-horizontal',
  service: 'broadcast',
  timeline: 'pulse',
  block: 'graph',
  assumptions: 'question',
  scenario: 'play',
  queue: 'server-process',
};

export const MODE_TITLES: Readonly<Record<SharingMode, string>> = {
  streams: say('webview.page.streamsOneProcess'),
  'time-slice': say('webview.page.timeSlicing'),
  mps: 'MPS',
  spatial: say('webview.page.smPartition'),
  mig: 'MIG',
  'intra-sm': say('webview.page.withinSms'),
};

export const MECHANISM_TITLES: Readonly<Record<Mechanism, string>> = {
  'green-contexts': say('webview.page.greenContexts'),
  mps: say('webview.page.mpsThreadPercentages'),
  mig: say('webview.page.migInstances'),
};

/** Predictors by the names that people know them by. */
export function predictorTitle(predictor: string): string {
  const code = `predictors.title.${predictor}`;
  return hasWords(code) ? words(message(code)) : predictor;
}

/** Policies of a queue by what they do. */
export function policyTitle(id: string): string {
  const code = `webview.queue.policy.${id}`;
  return hasWords(code) ? words(message(code)) : id;
}
