import { english } from '../../../src/words';
import type { Lowering, LoweringOptions } from '../../../src/cuda/workspace';
import { CudaWorkspace } from '../../../src/cuda/workspace';
import type { CudaParser } from '../../../src/cuda/syntax/parser';
import { parseKernelProgram, type Statement } from '../../../src/kernel/program';

type Lowered = Extract<Lowering, { kind: 'lowered' }>;

/** The kernel `k` of a source text, lowered for its first launch; the program has passed its schema. */
export function lowerText(parser: CudaParser, source: string, options: LoweringOptions = {}): Lowered {
  const workspace = new CudaWorkspace({ parser });
  workspace.setFile('k.cu', source);
  const kernel = workspace.index().kernels.find(({ name }) => name === 'k');
  if (kernel === undefined) throw new Error('the source has no kernel k');
  const result = workspace.lower(kernel.id, workspace.launchesOf(kernel.id)[0] ?? null, options);
  if (result?.kind !== 'lowered') throw new Error(`refused: ${english(result?.reason ?? 'unknown kernel')}`);
  parseKernelProgram(JSON.parse(JSON.stringify(result.program)));
  return result;
}

/** All statements of a body, outer ones before those in them. */
function flat(body: readonly Statement[]): Statement[] {
  return body.flatMap((statement) => [
    statement,
    ...(statement.op === 'loop' ? flat(statement.body) : []),
    ...(statement.op === 'if' ? [...flat(statement.then), ...flat(statement.else ?? [])] : []),
  ]);
}

/** How often the loads of one array run in loops of known length. */
export function timesLoaded(body: readonly Statement[], array: string): number {
  return body.reduce((sum, statement) => {
    if (statement.op === 'loop') return sum + Number(statement.trips) * timesLoaded(statement.body, array);
    if (statement.op === 'if') return sum + timesLoaded(statement.then, array);
    return sum + (statement.op === 'load' && statement.array === array ? 1 : 0);
  }, 0);
}

/** The statements of one kind. */
export function those<Op extends Statement['op']>(
  body: readonly Statement[],
  op: Op,
): Extract<Statement, { op: Op }>[] {
  return flat(body).filter((statement): statement is Extract<Statement, { op: Op }> => statement.op === op);
}
