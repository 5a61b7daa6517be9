import type { Launch } from '../../kernel/kernel';
import type { Scope } from '../constants/scope';
import type { FunctionUnit } from './functionUnit';

const LAUNCH = /<<<|cudaLaunch\w*/g;

/**
 * The symbols at a launch; null when its function cannot be found again.
 *
 * @param functions of the file that the launch stands in
 */
export function scopeOfLaunch(functions: readonly FunctionUnit[], launch: Launch): Scope | null {
  for (const unit of functions) {
    const { startLine, endLine } = unit.range;
    if (launch.line < startLine || launch.line > endLine) continue;
    for (const { index } of unit.text.matchAll(LAUNCH))
      if (unit.rangeOf(index, index + 1).startLine === launch.line) return unit.scopeAt(index);
  }
  return null;
}
