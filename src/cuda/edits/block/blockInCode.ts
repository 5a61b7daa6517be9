import type { Kernel, Launch } from '../../../kernel/kernel';
import { resolveDim3, type Dim3 } from '../../../kernel/symbolic';
import { evaluate } from '../../constants/evaluate';
import type { CudaWorkspace } from '../../workspace';
import { bodyOf, mentions } from './kernelChecks';
import { bodyScope, identifiers } from '../kernelUse';

/**
 * Ties between a kernel's code and the block of its launch: constants by whose name both go (`TILE`), template
 * parameters that get an extent of the block, or extents that stand as numbers beside shared arrays. Null where
 * the code takes any block.
 */
export function blockInCode(workspace: CudaWorkspace, kernel: Kernel, launch: Launch): string | null {
  const body = bodyOf(workspace, kernel);
  if (body === null) return null;
  const used = identifiers(body);
  const names = [...sharedConstants(workspace, kernel, launch), ...blockParameters(kernel, launch)];
  const found = [...new Set(names)].filter((name) => used.has(name));
  if (found.length > 0) return found.join(', ');
  const block = resolveDim3(launch.block);
  return block && isTiled(kernel, body, block) ? extentsText(block) : null;
}

/** Names in the block of a launch that are the same constants in the kernel. */
export function sharedConstants(workspace: CudaWorkspace, kernel: Kernel, { block }: Launch): string[] {
  const unit = workspace.kernelUnit(kernel.id);
  if (unit === null) return [];
  const scope = bodyScope(unit);
  const names = block.flatMap(({ text }) => [...identifiers(text)]);
  return names.filter((name) => evaluate(name, scope).value !== null);
}

/** What stands between the first `<` of a name and the `>` that it ends with, by commas. */
function argumentsOf(callee: string): readonly string[] {
  const from = callee.indexOf('<');
  return from >= 0 && callee.endsWith('>') ? callee.slice(from + 1, -1).split(',') : [];
}

/** Template parameters that a launch gives an extent of its block. */
function blockParameters({ template }: Kernel, { block, callee }: Launch): string[] {
  const given = argumentsOf(callee);
  const extents = block.filter(({ value }) => value !== 1).map(({ text }) => text);
  return template.filter((_, place) => extents.includes(given[place]?.trim() ?? '')).map(({ name }) => name);
}

/** Shared arrays beside the extents of a block as numbers: tiles of its size. */
function isTiled({ shared }: Kernel, body: string, block: Dim3): boolean {
  const extents = block.filter((extent) => extent > 1);
  return (
    shared.some(({ dynamic }) => !dynamic) &&
    extents.length > 0 &&
    extents.every((extent) => mentions(body, extent))
  );
}

function extentsText(block: Dim3): string {
  return block.filter((extent, place) => place === 0 || extent > 1).join(' × ');
}
