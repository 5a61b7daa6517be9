import { readFileSync } from 'node:fs';
import { parseScenario } from '../../src/kernel/scenario';
import { simulate } from '../../src/simulator/simulate';
import { loadSpec, type LoadedSpec } from '../../src/simulator/spec/loadSpec';
import { SECTOR_BYTES } from '../../src/simulator/spec/simulatorSpec';
import { markdownTable } from '../reportBlocks';
import { PEER_KERNELS, peerScenario, type PeerKernel } from './peerKernels';

/** Configurations of the peers' table: the GPU of the catalogue that corresponds, and the peer's core clock. */
const CONFIGURATIONS: Readonly<Record<string, { readonly gpu: string; readonly coreClockMHz: number }>> = {
  SM2_GTX480: { gpu: 'gtx-480', coreClockMHz: 700 },
  SM6_TITANX: { gpu: 'titan-x-pascal', coreClockMHz: 1417 },
  SM75_RTX2060: { gpu: 'rtx-2060', coreClockMHz: 1365 },
};

interface Row {
  readonly [column: string]: string;
}

function readTable(path: string): Row[] {
  const [head = '', ...lines] = readFileSync(path, 'utf8').trim().split('\n');
  const columns = head.split('\t');
  return lines.map((line) => Object.fromEntries(line.split('\t').map((cell, i) => [columns[i], cell])));
}

/**
 * Peers' results beside ours, kernel by kernel, as a table: theirs / ours.
 *
 * @param path the peers' runs as tab-separated values
 */
export function peerTable(path: string): string {
  const rows = readTable(path).flatMap((row) => {
    const configuration = CONFIGURATIONS[row['config'] ?? ''];
    const kernel = PEER_KERNELS.find((candidate) => candidate.run === row['kernel']);
    if (configuration === undefined || kernel === undefined) return [];
    const loaded = loadSpec(configuration.gpu);
    const spec = { ...loaded.spec, coreClockMHz: configuration.coreClockMHz };
    return [comparedWith(row, { ...loaded, spec }, kernel)];
  });
  return markdownTable(
    [
      'configuration',
      'run',
      'warp instructions',
      'cycles',
      'cycles, ours to theirs',
      'L1 sectors',
      'L2 sectors',
      'DRAM sectors',
      'row hits of sectors',
    ],
    rows,
  );
}

function comparedWith(row: Row, spec: LoadedSpec, kernel: PeerKernel): string[] {
  const result = simulate(parseScenario(peerScenario(kernel, spec.gpu.id)), { spec });
  const { counters: c, instructions } = result.apps[0]!.kernels[0]!;
  // The peers count a request per sector; ours are for the sectors of a line.
  const sectors = (c.dramReadBytes + c.dramWriteBytes) / SECTOR_BYTES;
  const activates = c.dramReads + c.dramWrites - c.dramRowHits;
  const pair = (peer: string | undefined, own: number, digits = 0) =>
    `${peer || '–'} / ${own.toFixed(digits)}`;
  return [
    row['config']!,
    kernel.run,
    pair(row['warp_insn'], instructions),
    pair(row['cycles'], result.cycles),
    `${((result.cycles / Number(row['cycles']) - 1) * 100).toFixed(1)} %`,
    pair(row['L1D_acc'], c.l1Sectors + c.l1StoreSectors),
    pair(row['L2_acc'], c.l2ReadSectors + c.l2WriteSectors),
    pair(row['dram_n_req'], sectors),
    pair(row['row_hit_rate_1-act/req'], 1 - activates / sectors, 3),
  ];
}
