import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { DramStreamOptions } from '../../../src/simulator/dram/dramStream';

/** One stream's result of the oracle. */
export interface OracleRow {
  readonly stream: string;
  readonly cycles: number;
  readonly utilisation: number;
  readonly rowHitRate: number;
  readonly rowHits: number;
  readonly rowMisses: number;
  readonly rowConflicts: number;
  /** Speed of the oracle's run, millions of memory cycles per second. */
  readonly megacyclesPerSecond: number;
}

/** Variants that the oracle ran, by the name in its files. */
export const ORACLE_VARIANTS: Readonly<Record<string, DramStreamOptions>> = {
  'FRFCFS-RowHit__ref': { scheduler: 'rowhit', refresh: true },
  FRFCFS__ref: { scheduler: 'frfcfs', refresh: true },
  FRFCFS__noref: { scheduler: 'frfcfs', refresh: false },
};

/** Memories that the oracle's results are at hand for. */
export const ORACLE_MEMORIES = ['hsm_hbm440', 'gddr5_7000'] as const;

/** The folder of the oracle's results beside the repository, or undefined where it is absent. */
export function oracleFolder(root: string): string | undefined {
  const folder = path.resolve(root, '../shared/data/dram');
  return existsSync(folder) ? folder : undefined;
}

export function readOracle(folder: string, memory: string, variant: string): readonly OracleRow[] {
  const text = readFileSync(path.join(folder, `ramulator_${memory}__${variant}.tsv`), 'utf8');
  const [head, ...rows] = text.trim().split('\n');
  const columns = head!.split('\t');
  return rows.map((line) => {
    const cells = line.split('\t');
    const cell = (name: string) => Number(cells[columns.indexOf(name)]);
    return {
      stream: cells[0]!,
      cycles: cell('cycles'),
      utilisation: cell('data_bus_util'),
      rowHitRate: cell('row_hit_rate'),
      rowHits: cell('row_hits'),
      rowMisses: cell('row_misses'),
      rowConflicts: cell('row_conflicts'),
      megacyclesPerSecond: cell('sim_Mcyc_per_s'),
    };
  });
}
