import type { OperationPart, OperationTime } from '../../analysis/profileProtocol';
import type { Told } from '../../kernel/kernelReading';
import { message } from '../../kernel/message';
import { titleOf } from '../titleOf';
import { words } from '../words';

/** Parts of an operation that are listed, and the least share of all kernel time that is worth a line. */
const MOST_PARTS = 6;
const LEAST_SHARE = 0.005;

const textOf = (...parts: Parameters<typeof message>): string => words(message(...parts));

/** One line of a table of kernel time: an operation, or below it one of its parts. */
export interface OperationLine {
  readonly isPart: boolean;
  readonly name: string;
  readonly calls: number;
  readonly totalNs: number;
  /** Of an operation: the share of its time whose operation is only suggested. */
  readonly assumedShare: number;
}

/** Operations with their parts: data type, units and tile. Where there is one part, it stands with its operation. */
export function operationLines(operations: readonly OperationTime[]): readonly OperationLine[] {
  const all = operations.reduce((sum, { totalNs }) => sum + totalNs, 0);
  return operations.flatMap(({ operation, calls, totalNs, assumedNs, parts }) => {
    const name = operation === null ? textOf('trace.untold') : titleOf('operation', operation);
    const assumedShare = totalNs > 0 ? assumedNs / totalNs : 0;
    const [only] = parts;
    if (parts.length === 1 && only !== undefined && operation !== null)
      return [
        {
          isPart: false,
          name: `${name}: ${partText(only)}`,
          calls,
          totalNs,
          assumedShare,
        },
      ];
    const shown = parts.filter((part) => part.totalNs >= LEAST_SHARE * all).slice(0, MOST_PARTS);
    return [
      { isPart: false, name, calls, totalNs, assumedShare },
      ...shown.map((part) => ({
        ...part,
        isPart: true,
        name: partText(part),
        assumedShare: 0,
      })),
    ];
  });
}

/** `bf16, tensor cores (assumed), tile 128×256×64`. */
function partText({ dataType, tensorCores, tile }: OperationPart): string {
  const units =
    tensorCores &&
    marked(textOf(tensorCores.value ? 'trace.tensorCores' : 'trace.noTensorCores'), tensorCores);
  const texts = [
    dataType === null ? textOf('trace.untyped') : marked(dataType.value, dataType),
    units,
    tile && textOf('trace.tile', { size: tile.join('×') }),
  ];
  return texts.filter((text) => text !== null).join(', ');
}

const marked = (text: string, { assumed }: Told<unknown>): string =>
  assumed ? textOf('trace.partAssumed', { text }) : text;

/** How much of the kernel time names tell of; null for a file without times. */
export function understoodText(operations: readonly OperationTime[]): string | null {
  const all = operations.reduce((sum, { totalNs }) => sum + totalNs, 0);
  if (all === 0) return null;
  const known = operations.filter(({ operation }) => operation !== null);
  const toldNs = known.reduce((sum, { totalNs, untypedNs }) => sum + totalNs - untypedNs, 0);
  const sureNs = known.reduce((sum, one) => sum + one.sureNs, 0);
  return textOf('trace.understood', {
    share: toldNs / all,
    sure: sureNs / all,
  });
}
