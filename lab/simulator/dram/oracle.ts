import { tableRows } from '../../data/tables';
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

/** Memories that the oracle ran. */
export const ORACLE_MEMORIES = ['hsm_hbm440', 'gddr5_7000'] as const;

/** The oracle's results; `root` is the folder of the project. */
export function readOracle(root: string, memory: string, variant: string): readonly OracleRow[] {
  return tableRows(root, `ramulator_${memory}__${variant}`).map((row) => {
    const cell = (name: string) => Number(row[name]);
    return {
      stream: row['trace']!,
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
