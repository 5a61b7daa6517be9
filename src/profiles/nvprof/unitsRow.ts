import { message } from '../../kernel/message';
import type { ProfileBuilder } from '../builder';
import { nvprofUnit, type Unit } from '../quantity';

/**
 * The units row under a header: each file and column has its own units. When the tables of two
 * processes run into each other and their units differ, no unit is known any more.
 */
export class UnitsRow {
  private _cells: readonly string[] | null = null;
  private units: readonly (Unit | null)[] = [];
  private conflict = false;

  /** @param rival units of another process's table whose rows may be among this table's rows. */
  constructor(
    private readonly builder: ProfileBuilder,
    private readonly columnCount: number,
    private readonly rival: UnitsRow | null,
  ) {}

  /** Takes the cells when they are a units row; rows of data are left alone. */
  take(cells: readonly string[], line: number): boolean {
    if (cells.length !== this.columnCount || !isUnitsRow(cells)) return false;
    const earlier = this._cells ?? this.rival?.cells ?? null;
    if (earlier !== null && earlier.join() !== cells.join()) this.disagree(line);
    this._cells = cells.map(String);
    this.units = cells.map(nvprofUnit);
    return true;
  }

  /** Unit of a column; null where none is told, or none can be believed. */
  of(column: number): Unit | null {
    const unit = this.conflict ? null : (this.units[column] ?? null);
    return unit?.kind === 'plain' ? null : unit;
  }

  /** True if the table has no units row. */
  get missing(): boolean {
    return this._cells === null;
  }

  get cells(): readonly string[] | null {
    return this._cells;
  }

  private disagree(line: number): void {
    this.conflict = true;
    this.builder.warnings.add('interleaved-tables', message('profiles.nvprof.twoProcesses'), line);
    this.builder.markPartial(message('profiles.nvprof.twoProcessesUnits'));
  }
}

function isUnitsRow(cells: readonly string[]): boolean {
  let told = false;
  for (const cell of cells) {
    if (nvprofUnit(cell) === null) return false;
    told ||= cell !== '';
  }
  return told;
}
