import type { CudaWorkspace } from '../../../src/cuda/workspace';
import type { Launch } from '../../../src/kernel/kernel';

/**
 * Extents of a problem, unlike each other and of no block's multiples; the first that a run can afford are taken. The
 * last are multiples of all blocks, for launches that are safe with no others.
 */
export const SIZES: readonly (readonly number[])[] = [
  [4099, 263, 67],
  [1009, 131, 37],
  [263, 67, 17],
  [67, 37, 11],
  [3072, 96, 32],
];

/** Constants that are numbers below this are no sizes. */
const LEAST_SIZE = 64;
const NUMBER = String.raw`\(?\s*\d[\d\s()*<+uUlL-]*`;

/** A constant that a launch's grid follows, such as `#define N 4096`. */
export interface SizeConstant {
  readonly path: string;
  readonly name: string;
}

/** Constants of a launch's file, and of those that it includes, on which its grid hangs and its block does not. */
export function sizeConstants(workspace: CudaWorkspace, launch: Launch): readonly SizeConstant[] {
  return [...workspace.textsOf([launch.path])].flatMap(([file, text]) => {
    const names = new Set([...text.matchAll(constantPattern(String.raw`\w+`))].flatMap(nameOf));
    return [...names]
      .map((name) => ({ path: file, name }))
      .filter((constant) => isFollowed(workspace, launch, constant));
  });
}

/** The name in a match, where the number may be a size. */
function nameOf([, head = '', number = '']: RegExpMatchArray): string[] {
  const name = /(\w+)\s*(?:=\s*)?$/.exec(head)?.[1];
  return name === undefined || Number(number) < LEAST_SIZE ? [] : [name];
}

function isFollowed(workspace: CudaWorkspace, launch: Launch, constant: SizeConstant): boolean {
  const changed = withSizes(workspace.text(constant.path)!, [constant.name], [1009]);
  const after = workspace
    .during(new Map([[constant.path, changed]]), () => workspace.unjoinedLaunches(launch.path))
    .find(({ line, callee }) => line === launch.line && callee === launch.callee);
  const extents = (one: Launch['grid']): string => one.map(({ value }) => value).join();
  return (
    after !== undefined &&
    extents(after.block) === extents(launch.block) &&
    extents(after.grid) !== extents(launch.grid)
  );
}

/** A text with other numbers for some of its constants; lines stay. */
export function withSizes(text: string, names: readonly string[], sizes: readonly number[]): string {
  return names.reduce(
    (result, name, place) =>
      result.replace(
        constantPattern(name),
        (_, head: string, number: string) =>
          head + (Number(number) < LEAST_SIZE ? number : sizes[place % sizes.length]!),
      ),
    text,
  );
}

function constantPattern(name: string): RegExp {
  const macro = String.raw`#[ \t]*define[ \t]+${name}[ \t]+`;
  const variable = String.raw`\b(?:int|unsigned|long|size_t|u?int(?:32|64)_t)[ \t]+${name}[ \t]*=[ \t]*`;
  return new RegExp(String.raw`((?:${macro})|(?:${variable}))(${NUMBER})(?=\s*(?:;|,|$|//|/\*))`, 'gm');
}
