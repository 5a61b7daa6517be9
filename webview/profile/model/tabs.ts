import type { ProfilePage } from '../../../src/analysis/profileProtocol';
import { memoizeByObject } from '../../model/memoize';
import { PROFILE_TABS, type ProfileTab } from '../viewState';
import { metricSources } from './metricRows';

/** How many rows each part of a profile has. */
export const tabCounts = memoizeByObject((page: ProfilePage): Readonly<Record<ProfileTab, number>> => ({
  timeline: page.devices.length,
  kernels: page.kernels.length,
  metrics: metricSources(page).reduce((sum, { count }) => sum + count, 0),
  transfers: page.transfers.length,
  api: page.api.length,
  compiled: page.compiled?.length ?? 0,
  warnings: page.warnings.length,
}));

/** The parts that the file has. */
export function shownTabs(page: ProfilePage): readonly ProfileTab[] {
  const counts = tabCounts(page);
  return PROFILE_TABS.filter((tab) => counts[tab] > 0);
}

/** The part to show: the chosen one if the file has it, else the one that tells the most; null for none. */
export function currentTab(page: ProfilePage, chosen: ProfileTab | null): ProfileTab | null {
  const shown = shownTabs(page);
  if (chosen !== null && shown.includes(chosen)) return chosen;
  // A table of metrics lists its kernels without times or shapes: the metrics are what it is about.
  const bare = page.kernels.every(({ durationNs, grid }) => durationNs === null && grid === null);
  if (bare && shown.includes('metrics')) return 'metrics';
  return shown[0] ?? null;
}
