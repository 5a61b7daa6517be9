import path from 'node:path';
import type { Answer } from '../../../src/cli/command';
import { requireGpu } from '../../../src/gpu/findGpu';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';
import { tableRows, tableText } from '../../data/tables';
import { readTwoStreamRuns } from '../../moka/reproduction/timelines/twoStreamRuns';
import type { Plot } from '../../plots/plot';
import { clusterFills } from '../../prophet/cluster';
import { evaluate } from '../../prophet/evaluate';
import { clusterPlots, prophetPlots } from '../../prophet/plots';
import { processErrors } from '../../prophet/processes';
import { processRows } from '../../prophet/processRows';
import { renderProphet } from '../../prophet/render';
import { renderCluster, renderKept } from '../../prophet/renderCluster';
import { renderProcesses, renderTwoStreams } from '../../prophet/renderMeasured';
import { renderSafe, renderTails } from '../../prophet/renderSafe';
import type { Row } from '../../prophet/rows';
import { spanPlots } from '../../prophet/spanPlots';
import { twoStreamModels } from '../../prophet/twoStreams';
import { readRows } from '../../recordedRows';

/** The page: its blocks by their names, and its pictures. */
export interface ProphetAnswer extends Answer {
  readonly blocks: Readonly<Record<string, string>>;
  readonly plots: readonly Plot[];
}

/**
 * Judges Prophet on the recorded queries of services beside batch applications, and on what others measured.
 *
 * @param root of the checkout
 * @param note told what is under way, since the cluster takes a minute
 */
export function reproduceProphet(root: string, note: (line: string) => void, runs?: string): ProphetAnswer {
  const rows = readRows<Row>(runs ?? path.join(root, 'docs/reproduction/prophet-runs.ndjson'));
  const gpu = loadSpec('k40');
  note('pairs');
  const summary = evaluate(rows, gpu);
  const { tails, safe } = summary;
  note('cluster');
  const cluster = clusterFills(rows, gpu);
  const processes = processErrors(processRows(tableRows(root, 'parvagpu_a100')));
  const streams = twoStreams(root);
  const plots = [...spanPlots(rows), ...prophetPlots(summary), ...clusterPlots(cluster)];
  const blocks = {
    prophet: renderProphet(summary),
    ...(tails.length > 0 ? { tails: renderTails(tails) } : {}),
    ...(safe.length > 0 ? { safe: renderSafe(safe) } : {}),
    cluster: renderCluster(cluster),
    kept: renderKept(cluster),
    processes: renderProcesses(processes),
    streams: renderTwoStreams(streams),
    pictures: plots.map(({ name, title }) => `![${title}](${name}.svg)`).join('\n\n'),
  };
  const json = { ...summary, cluster: Object.fromEntries(cluster), processes, streams };
  return { json, text: Object.values(blocks).join('\n\n'), blocks, plots };
}

function twoStreams(root: string): ReturnType<typeof twoStreamModels> {
  const card = requireGpu('gtx-950');
  return twoStreamModels(readTwoStreamRuns(tableText(root, 'two_streams_gtx950'), card), card);
}
