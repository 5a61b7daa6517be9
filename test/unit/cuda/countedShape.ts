import assert from 'node:assert/strict';
import { loweredCounts } from '../../../lab/cuda/lowering/classErrors';
import { CudaWorkspace } from '../../../src/cuda/workspace';
import type { CudaParser } from '../../../src/cuda/syntax/parser';
import type { Dim3 } from '../../../src/kernel/symbolic';
import { counts, mixOf } from './mixSupport';
import { testParser } from './support';

export interface Shape {
  readonly name: string;
  /** Parameters and body of the kernel `k`. */
  readonly source: string;
  readonly grid: number;
  readonly block: number;
  readonly arguments?: Readonly<Record<string, number>>;
  /** Instructions of a thread, worked out by hand; a mean over the launch. Other classes of `CLASSES` are zero. */
  readonly expected: Readonly<Record<string, number>>;
}

export const ID = 'int i = blockIdx.x * blockDim.x + threadIdx.x;';
export const kernel = (parameters: string, body: string) => `__global__ void k(${parameters}) { ${body} }`;

const CLASSES = ['fp32', 'conversion', 'special', 'globalLoad', 'globalStore', 'localLoad', 'localStore'];

function close(
  found: Readonly<Partial<Record<string, number>>>,
  expected: Readonly<Record<string, number>>,
  what: string,
) {
  for (const name of new Set([...CLASSES, ...Object.keys(expected)])) {
    const [a, b] = [found[name] ?? 0, expected[name] ?? 0];
    assert.ok(Math.abs(a - b) <= 0.05 * b + 0.002, `${what}: ${name} is ${a}, not ${b}`);
  }
}

/** Checks the mix and the lowered program of a shape; registers its test. */
export function itCounts(
  { name, source, grid, block, arguments: given = {}, expected }: Shape,
  parser: () => CudaParser,
): void {
  it(`are right for ${name}`, () => {
    const launch = { grid: [grid, 1, 1] as Dim3, block: [block, 1, 1] as Dim3 };
    const mix = counts(mixOf(parser(), source, { launch, parameters: given }));
    // Programs count exchanges between lanes as special instructions.
    close({ ...mix, special: (mix.special ?? 0) + (mix.shuffle ?? 0) }, expected, 'mix');
    const workspace = new CudaWorkspace({ parser: parser() });
    workspace.setFile('k.cu', source);
    const { id } = workspace.index().kernels[0]!;
    const lowered = workspace.lower(id, null, { ...launch, arguments: given });
    assert.ok(lowered?.kind === 'lowered');
    close(loweredCounts(lowered), expected, 'program');
  });
}

/** Checks shapes that have something in common; registers their tests. */
export function describeCounts(what: string, shapes: readonly Shape[]): void {
  describe(what, () => {
    let parser: CudaParser;

    before(async () => {
      parser = await testParser();
    });

    for (const shape of shapes) itCounts(shape, () => parser);
  });
}
