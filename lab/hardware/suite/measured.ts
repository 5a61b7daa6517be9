import { readData } from '../../data/tables';
import type { Dim3 } from '../../../src/kernel/symbolic';

/** One launch of a program of the workloads, as Nsight Compute measured it: caches flushed, no other work. */
export interface MeasuredLaunch {
  /** Folder below `workloads`: `suite/bfs`. */
  readonly program: string;
  /** Name with the template arguments that the binary has: `transpose<32>`. */
  readonly kernel: string;
  /** Which launch of the kernel in a run of the program, from 1. */
  readonly call: number;
  readonly grid: Dim3;
  readonly block: Dim3;
  /** Dynamic shared memory of a block in bytes. */
  readonly sharedBytes: number;
  readonly values: Readonly<Record<MeasuredValue, number>>;
}

/** What was counted; see `about` of the data. */
export type MeasuredValue =
  | 'registers'
  | 'ns'
  | 'cycles'
  | 'instructions'
  | 'threadInstructions'
  | 'loadRequests'
  | 'loadSectors'
  | 'storeRequests'
  | 'storeSectors'
  | 'l2TexSectors'
  | 'l2ReadSectors'
  | 'l2WriteSectors'
  | 'dramReadBytes'
  | 'dramWriteBytes';

interface SuiteData {
  readonly gpu: string;
  readonly clockMHz: number;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** The launches measured on one card. */
export interface MeasuredSuite {
  /** Id of the card in the catalogue. */
  readonly gpu: string;
  /** Core clock during the measurement. */
  readonly clockMHz: number;
  readonly launches: readonly MeasuredLaunch[];
}

/** The launches of `h100_suite`; `root` is the folder of the project. */
export function measuredSuite(root: string): MeasuredSuite {
  const { gpu, clockMHz, columns, rows } = readData<SuiteData>(root, 'h100_suite');
  return { gpu, clockMHz, launches: rows.map((row) => launchOf(columns, row)) };
}

function launchOf(columns: readonly string[], row: readonly (string | number)[]): MeasuredLaunch {
  const cell = (name: string): string | number => row[columns.indexOf(name)]!;
  const numbers = columns.map((name, at) => [name, Number(row[at])] as const);
  return {
    program: String(cell('program')),
    kernel: String(cell('kernel')),
    call: Number(cell('call')),
    grid: extentOfText(cell('grid')),
    block: extentOfText(cell('block')),
    sharedBytes: Number(cell('sharedBytes')),
    values: Object.fromEntries(numbers) as MeasuredLaunch['values'],
  };
}

/** `64×8×1` as its three components. */
export function extentOfText(text: string | number): Dim3 {
  const [x = 1, y = 1, z = 1] = String(text).split('×').map(Number);
  return [x, y, z];
}
