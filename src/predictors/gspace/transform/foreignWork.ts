import type { FunctionUnit } from '../../../cuda/files/functionUnit';
import { message, type Message } from '../../../kernel/message';
import { waitsForOthers } from './waits';

/** What makes a function more than the task of one block, by the reason that is given. */
const FOREIGN: readonly (readonly [RegExp, string])[] = [
  [
    /\b(cooperative_groups|cg::\w+|this_grid|this_cluster|this_thread_block|this_multi_grid|grid_group|cluster_group|tiled_partition|coalesced_threads)\b/,
    'yielding.cooperative',
  ],
  [/\b(__cluster\w*|__block_size__|clusterIdx|clusterDim|clusterGridDim)\b/, 'yielding.clusters'],
  [/(<<<|\bcudaLaunch\w+|\bcudaGridDependencySynchronize|\bcudaTrigger\w+)/, 'yielding.launches'],
  // Copies and barriers that may outlive the task that began them.
  [
    /\b(__pipeline_\w+|cuda::\w*(?:pipeline|barrier|memcpy_async)\w*|__mbarrier\w*|memcpy_async)\b/,
    'yielding.asynchronous',
  ],
  [/\b(goto)\b/, 'yielding.jump'],
];
/** Inline assembly, whose text may have semicolons. */
const ASSEMBLY = /\b(?:asm|__asm(?:__)?)\b(?:"(?:[^"\\]|\\.)*"|[^";])*/g;
/** What no task may do in it. */
const FOREIGN_ASSEMBLY =
  /%n?ctaid|%gridid|%n?smid|%cluster|%is_explicit|\bexit\b|\bbar\.|\bbarrier\b|mbarrier|cp\.async|griddepcontrol|setmaxnreg|\bret\b/;

/** Places of inline assembly in a flat text, with what is written there. */
export const assemblyIn = (text: string): readonly { readonly index: number; readonly written: string }[] =>
  [...text.matchAll(ASSEMBLY)].map(({ index, 0: written }) => ({ index, written }));

/** Why a function cannot be part of a task; null where it can. */
export function foreignWork(unit: FunctionUnit, text: string): Message | null {
  for (const [pattern, code] of FOREIGN) {
    const what = pattern.exec(text)?.[1];
    if (what !== undefined) return message(code, { name: unit.name, what });
  }
  for (const { written } of assemblyIn(text)) {
    const what = FOREIGN_ASSEMBLY.exec(written)?.[0];
    if (what !== undefined) return message('yielding.assembly', { name: unit.name, what });
  }
  if (waitsForOthers(text)) return message('yielding.waits', { name: unit.name });
  if (/\b(?:struct|class|union)\b[^;(){}]*\{/.test(text))
    return message('yielding.localClass', { name: unit.name });
  return null;
}
