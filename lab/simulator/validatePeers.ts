import { readFileSync } from 'node:fs';
import { markdownTable } from '../../src/kernel/markdownTable';
import { parseScenario } from '../../src/kernel/scenario';
import { simulate } from '../../src/simulator/simulate';
import { loadSpec } from '../../src/simulator/spec/loadSpec';
import { SECTOR_BYTES } from '../../src/simulator/core/sizes';
import { type SimulatorSpec } from '../../src/simulator/spec/simulatorSpec';
import { PEER_KERNELS, peerScenario } from './peerKernels';

interface Configuration {
  readonly gpu: string;
  readonly coreClockMHz: number;
  readonly policy: SimulatorSpec['sm']['policy'];
}

/** Configurations of the peers' table: the GPU of the catalogue that corresponds, the peer's core clock and scheduler. */
const CONFIGURATIONS: Readonly<Record<string, Configuration>> = {
  SM2_GTX480: { gpu: 'gtx-480', coreClockMHz: 700, policy: 'gto' },
  SM6_TITANX: { gpu: 'titan-x-pascal', coreClockMHz: 1417, policy: 'gto' },
  SM75_RTX2060: { gpu: 'rtx-2060', coreClockMHz: 1365, policy: 'lrr' },
};

interface Row {
  readonly [column: string]: string;
}

function readTable(path: string): Row[] {
  const [head = '', ...lines] = readFileSync(path, 'utf8').trim().split('\n');
  const columns = head.split('\t');
  return lines.map((line) => Object.fromEntries(line.split('\t').map((cell, i) => [columns[i], cell])));
}

/** What the simulator counts on a peer's kernel, where the peers count the same. */
export interface PeerCounts {
  readonly warpInstructions: number;
  readonly cycles: number;
  readonly l1Sectors: number;
  readonly l2Sectors: number;
  readonly dramSectors: number;
  /** Of the sectors at the DRAM, those that found their row open. */
  readonly rowHitRate: number;
}

/** What a launch takes in the peers' configurations, in core cycles. */
const PEERS_LAUNCH_CYCLES = 5000;

/** Our run of a peer's kernel in a peer's configuration; undefined where one of both is not known. */
export function ownCounts(configuration: string, run: string): PeerCounts | undefined {
  const known = CONFIGURATIONS[configuration];
  const kernel = PEER_KERNELS.find((candidate) => candidate.run === run);
  if (known === undefined || kernel === undefined) return undefined;
  const loaded = loadSpec(known.gpu);
  const launch = { ...loaded.spec.launch, kernelCycles: PEERS_LAUNCH_CYCLES };
  const sm = { ...loaded.spec.sm, policy: known.policy, branchCycles: 0 };
  const spec = { ...loaded, spec: { ...loaded.spec, sm, coreClockMHz: known.coreClockMHz, launch } };
  const result = simulate(parseScenario(peerScenario(kernel, spec.gpu.id)), { spec });
  const { counters: c, instructions } = result.apps[0]!.kernels[0]!;
  // The peers count a request per sector; ours are for the sectors of a line.
  const dramSectors = (c.dramReadBytes + c.dramWriteBytes) / SECTOR_BYTES;
  return {
    warpInstructions: instructions,
    cycles: result.cycles,
    l1Sectors: c.l1Sectors + c.l1StoreSectors,
    l2Sectors: c.l2ReadSectors + c.l2WriteSectors,
    dramSectors,
    rowHitRate: 1 - (c.dramReads + c.dramWrites - c.dramRowHits) / dramSectors,
  };
}

/**
 * Peers' results beside ours, kernel by kernel, as a table: theirs / ours.
 *
 * @param path the peers' runs as tab-separated values
 */
export function peerTable(path: string): string {
  const rows = readTable(path).flatMap((row) => {
    const own = ownCounts(row['config'] ?? '', row['kernel'] ?? '');
    return own === undefined ? [] : [comparedWith(row, own)];
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

function comparedWith(row: Row, own: PeerCounts): string[] {
  const pair = (peer: string | undefined, value: number, digits = 0) =>
    `${peer || '–'} / ${value.toFixed(digits)}`;
  return [
    row['config']!,
    row['kernel']!,
    pair(row['warp_insn'], own.warpInstructions),
    pair(row['cycles'], own.cycles),
    `${((own.cycles / Number(row['cycles']) - 1) * 100).toFixed(1)} %`,
    pair(row['L1D_acc'], own.l1Sectors),
    pair(row['L2_acc'], own.l2Sectors),
    pair(row['dram_n_req'], own.dramSectors),
    pair(row['row_hit_rate_1-act/req'], own.rowHitRate, 3),
  ];
}
