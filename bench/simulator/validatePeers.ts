import { readFileSync } from 'node:fs';
import { parseScenario } from '../../src/kernel/scenario';
import { simulate } from '../../src/simulator/simulate';
import { PEER_KERNELS, peerScenario } from './peerKernels';

/** Configurations of the peers' table and the GPUs of the catalogue that correspond. */
const CONFIGURATIONS: Readonly<Record<string, string>> = {
  SM2_GTX480: 'gtx-480',
  SM6_TITANX: 'titan-x-pascal',
  SM75_RTX2060: 'rtx-2060',
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
 * Prints peers' results beside ours, kernel by kernel.
 *
 * @param path the peers' runs as tab-separated values
 */
export function validatePeers(path: string): void {
  const head = [
    'config',
    'run',
    'warp instr',
    'cycles',
    'L1 sectors',
    'L2 sectors',
    'DRAM requests',
    'row hits',
  ];
  console.log(`| ${head.join(' | ')} |\n|${'---|'.repeat(head.length)}`);
  for (const row of readTable(path)) {
    const gpu = CONFIGURATIONS[row['config'] ?? ''];
    const kernel = PEER_KERNELS.find((candidate) => candidate.run === row['kernel']);
    if (gpu === undefined || kernel === undefined) continue;
    const result = simulate(parseScenario(peerScenario(kernel, gpu)));
    const { counters: c, instructions } = result.apps[0]!.kernels[0]!;
    const pair = (peer: string | undefined, own: number, digits = 0) =>
      `${peer ?? ''} / ${own.toFixed(digits)}`;
    const cells = [
      row['config'],
      kernel.run,
      pair(row['warp_insn'], instructions),
      pair(row['cycles'], result.cycles),
      pair(row['L1D_acc'], c.l1Sectors + c.l1StoreSectors),
      pair(row['L2_acc'], c.l2ReadSectors + c.l2WriteSectors),
      pair(row['dram_n_req'], c.dramReads + c.dramWrites),
      pair(row['row_hit_rate_1-act/req'], result.dram.rowHitRate, 3),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
}
