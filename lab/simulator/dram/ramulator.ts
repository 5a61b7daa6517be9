import { markdownTable } from '../../../src/kernel/markdownTable';
import { playStream, parseDramStream, type DramStreamResult } from '../../../src/simulator/dram/dramStream';
import { bankCount } from '../../../src/simulator/dram/dramTiming';
import { requireDramTiming } from '../../../src/simulator/dram/timings';
import { dramStreams, streamText } from './streams';
import { ORACLE_MEMORIES, ORACLE_VARIANTS, readOracle, type OracleRow } from './oracle';
import { mean } from '../../../src/stats/means';

interface Compared {
  readonly oracle: OracleRow;
  readonly ours: DramStreamResult;
}

function compare(root: string, memory: string, variant: string): readonly Compared[] {
  const timing = requireDramTiming(memory);
  const streams = new Map(dramStreams().map((stream) => [stream.name, stream]));
  return readOracle(root, memory, variant).map((oracle) => {
    const stream = parseDramStream(streamText(streams.get(oracle.stream)!), bankCount(timing));
    return { oracle, ours: playStream(timing, stream, ORACLE_VARIANTS[variant]) };
  });
}

const utilisationError = ({ oracle, ours }: Compared): number =>
  Math.abs(ours.utilisation / oracle.utilisation - 1);

const hitRateError = ({ oracle, ours }: Compared): number => Math.abs(ours.rowHitRate - oracle.rowHitRate);

function summaryRow(memory: string, variant: string, rows: readonly Compared[]): string[] {
  const errors = rows.map(utilisationError);
  const same = rows.filter(
    ({ oracle, ours }) =>
      ours.cycles === oracle.cycles &&
      ours.rowHits === oracle.rowHits &&
      ours.rowMisses === oracle.rowMisses &&
      ours.rowConflicts === oracle.rowConflicts,
  ).length;
  const percent = (value: number) => `${(value * 100).toFixed(3)} %`;
  return [
    memory,
    variant,
    String(rows.length),
    percent(mean(errors)),
    percent(Math.max(...errors)),
    Math.max(...rows.map(hitRateError)).toFixed(5),
    `${same} of ${rows.length}`,
  ];
}

/** Errors against the oracle, per memory and variant; the printed utilisation has four digits. */
export function ramulatorSummary(root: string): string {
  const rows = ORACLE_MEMORIES.flatMap((memory) =>
    Object.keys(ORACLE_VARIANTS).map((variant) =>
      summaryRow(memory, variant, compare(root, memory, variant)),
    ),
  );
  return markdownTable(
    [
      'memory',
      'variant',
      'streams',
      'mean utilisation error',
      'largest',
      'largest row-hit rate error',
      'same cycles, hits, misses and conflicts',
    ],
    rows,
  );
}
