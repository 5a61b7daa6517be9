import { message, type Words } from '../../kernel/message';
import type { KernelProfile } from '../../kernel/profile';
import type { Dim3 } from '../../kernel/symbolic';
import type { ProfileBuilder } from '../builder';
import { possibleRegisters, trustedBlock, trustedGrid, trustedShared } from '../checks';
import { parsePlainNumber, type Unit } from '../quantity';
import { ownCopy } from '../groups';
import { quantityUnder } from './cells';

/** View of the cells of one trace row by column name. */
export interface RowView {
  readonly name: string;
  readonly line: number;
  readonly cell: (column: string) => string;
  readonly unit: (column: string) => Unit | null;
}

type Shape = Pick<
  KernelProfile,
  'name' | 'grid' | 'block' | 'registers' | 'staticSharedBytes' | 'dynamicSharedBytes' | 'metrics'
>;

/** Name and launch shape of a kernel row; what no GPU can launch is a warning and absent. */
export function launchGroupOf(builder: ProfileBuilder, row: RowView): Shape {
  const block = extents(builder, row, 'Block', trustedBlock);
  return {
    name: ownCopy(row.name),
    grid: extents(builder, row, 'Grid', trustedGrid),
    ...registersAndBlock(builder, row, block),
    staticSharedBytes: shared(builder, row, 'Static SMem'),
    dynamicSharedBytes: shared(builder, row, 'Dynamic SMem'),
    metrics: {},
  };
}

function extents(
  builder: ProfileBuilder,
  row: RowView,
  what: 'Grid' | 'Block',
  trust: (dim: readonly [number | null, number | null, number | null]) => Dim3 | null,
): Dim3 | null {
  const texts = ['X', 'Y', 'Z'].map((axis) => row.cell(`${what} ${axis}`));
  if (texts.every((text) => text === '')) return null;
  const [x = null, y = null, z = null] = texts.map(parsePlainNumber);
  const dim = trust([x, y, z]);
  if (dim === null) distrust(builder, row, `${what.toLowerCase()} (${texts.join(', ')})`);
  return dim;
}

/** Registers and block must fit the register file together; when they do not, neither is trusted. */
function registersAndBlock(
  builder: ProfileBuilder,
  row: RowView,
  block: Dim3 | null,
): Pick<Shape, 'registers' | 'block'> {
  const text = row.cell('Registers Per Thread');
  if (text === '') return { registers: null, block };
  const registers = parsePlainNumber(text);
  if (registers !== null && possibleRegisters(registers, block)) return { registers, block };
  const alone = registers !== null && possibleRegisters(registers, null);
  distrust(
    builder,
    row,
    alone
      ? message('profiles.launch.registersOfBlock', { registers: text })
      : message('profiles.launch.registers', { registers: text }),
  );
  return { registers: null, block: alone ? null : block };
}

function shared(builder: ProfileBuilder, row: RowView, column: string): number | null {
  const text = row.cell(column);
  if (text === '') return null;
  const size = quantityUnder(text, row.unit(column), 'bytes');
  const bytes = size === null ? null : trustedShared(size.value, size.slack);
  if (bytes === null) distrust(builder, row, `${column} ${text}`);
  return bytes;
}

function distrust(builder: ProfileBuilder, row: RowView, what: Words): void {
  builder.warnings.add('impossible-launch', message('profiles.impossible', { what }), row.line);
}
