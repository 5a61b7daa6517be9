import type { Statement } from './program';

/** Tests whether all blocks of a launch wait for each other somewhere in some statements. */
export function hasGridBarrier(statements: readonly Statement[]): boolean {
  return statements.some((statement) => {
    switch (statement.op) {
      case 'barrier':
        return statement.scope === 'grid';
      case 'loop':
        return hasGridBarrier(statement.body);
      case 'if':
        return hasGridBarrier(statement.then) || hasGridBarrier(statement.else ?? []);
      default:
        return false;
    }
  });
}
