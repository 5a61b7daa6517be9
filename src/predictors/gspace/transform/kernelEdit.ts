import type { FunctionUnit } from '../../../cuda/files/functionUnit';
import { evaluate } from '../../../cuda/constants/evaluate';
import { bodyScope, identifiers } from '../../../cuda/edits/kernelUse';
import { refused, unproven, type Refusal, type SourceEdit } from '../../../cuda/edits/outcome';
import { LineIndex } from '../../../cuda/preprocessor/sourceMap';
import type { CudaWorkspace } from '../../../cuda/workspace';
import type { Kernel } from '../../../kernel/kernel';
import { isMessage, message, type Message } from '../../../kernel/message';
import { resolveDim3 } from '../../../kernel/symbolic';
import { WARP_SIZE } from '../../../kernel/warp';
import type { YieldVariant } from '../../yieldingPort';
import { BLOCK_NUMBERS } from './blockNumbers';
import { returnsBeforeMeeting } from './earlyReturns';
import { flatText, functionsOf, type KernelFunctions } from './functions';
import { withCaptures } from './lambdas';
import { RUNTIME_SPACE, runtimeGuard, runtimeText } from './runtime';
import {
  definitionAt,
  fileScopeBefore,
  isName,
  macrosFor,
  offsetsOf,
  replaceTokens,
  type Definition,
} from './sourceText';

/** Names of the block number and the grid in functions that run tasks. */
const [TASK, GRID] = ['corunTask', 'corunGrid'];
/** Names that the kernel which yields has beside those of the original. */
const OWN_NAMES = [
  GRID!,
  ...['corunQueue', 'corunWish', 'corunNow', 'corunNext', 'corunLeft', 'corunFirst', 'corunPlace'],
];
/** What a head has that the function of a task must not have. */
const OF_KERNELS = ['__global__', '__launch_bounds__', '__maxnreg__', 'extern'];
/** Static shared memory that a kernel may have, and what the next tasks and the place of the block take of it. */
const [SHARED_BYTES, TASK_BYTES] = [49152, 40];

/** The function that runs one task of a kernel, and the kernel that yields. */
const taskName = (name: string): string => `${name}_task`;
export const yieldingName = (name: string): string => `${name}_yielding`;

/**
 * The edits that put a yielding kernel beside a kernel, or why there are none.
 *
 * @param hasRuntime whether what yielding kernels share is put in front of it by another edit
 */
export function kernelEdits(
  workspace: CudaWorkspace,
  kernel: Kernel,
  variant: YieldVariant,
  hasRuntime: boolean,
): readonly SourceEdit[] | Refusal {
  const text = workspace.text(kernel.path);
  const unit = workspace.functions(kernel.path).find(({ kernelId }) => kernelId === kernel.id);
  if (text === null || unit === undefined || kernel.fromMacro) return unproven(message('cuda.bodyUnread'));
  const against = reasonAgainst(workspace, kernel, unit);
  if (against !== null) return refused(against);
  const functions = functionsOf(workspace, unit);
  if (isMessage(functions)) return refused(functions);
  if (areMissed(workspace, kernel, unit, functions)) return refused(message('yielding.earlyReturn'));
  const definition = definitionAt(text, kernel.range, kernel.name);
  if (definition === null || !isPlainHead(workspace, kernel, definition))
    return unproven(message('yielding.head'));
  const copies = functions.withNumbers.map((one) => copyOf(workspace, kernel, one));
  const failed = copies.find(isMessage);
  if (failed !== undefined) return refused(failed);
  const taken = copies.filter((copy): copy is Copy => !isMessage(copy));
  const renamed = new Map(taken.map(({ name }) => [name, `${name}_of_${kernel.name}`]));
  const macro = macroWithNumbers(
    workspace,
    kernel,
    [definition, ...taken.map((copy) => copy.definition)],
    renamed,
  );
  if (macro !== null) return refused(message('yielding.macro', { name: macro }));
  const made = [
    ...taken.map((copy) => copyText(copy, renamed)),
    taskText(definition, kernel, renamed),
    plainText(definition, kernel),
    yieldingText(definition, kernel, variant),
  ].join('\n\n');
  const scope = fileScopeBefore(text, definition.start);
  const lines = new LineIndex(text);
  const at = (start: number, end: number, newText: string): SourceEdit => ({
    path: kernel.path,
    range: lines.range(start, end),
    newText,
  });
  const runtime = hasRuntime ? '' : missingRuntime(text.slice(0, scope), variant);
  return scope === definition.start || runtime === ''
    ? [at(definition.start, definition.end, runtime + made)]
    : [at(scope, scope, runtime), at(definition.start, definition.end, made)];
}

/** What yielding kernels of a file share, unless it stands in the text before. */
export function missingRuntime(before: string, variant: YieldVariant): string {
  return before.includes(`#define ${runtimeGuard(variant)}`) ? '' : `${runtimeText(variant)}\n`;
}

/** What speaks against a kernel without a look at what it calls. */
function reasonAgainst(workspace: CudaWorkspace, kernel: Kernel, unit: FunctionUnit): Message | null {
  const { name, parameters, template, shared } = kernel;
  if (/\.hip$/.test(kernel.path) || /\bhip\/hip_runtime/.test(workspace.text(kernel.path) ?? ''))
    return message('yielding.hip');
  if (kernel.inactive !== undefined) return message('yielding.inactive');
  const named = workspace
    .functions(kernel.path)
    .filter((other) => other.name === name && other.inactive === null);
  if (named.length > 1) return message('yielding.overloads', { name });
  const taken = identifiers([...workspace.textsOf([kernel.path]).values()].join('\n'));
  const inside = identifiers(unit.text);
  const clash =
    [taskName(name), yieldingName(name)].find((one) => taken.has(one)) ??
    [TASK!, ...OWN_NAMES].find((one) => inside.has(one));
  if (clash !== undefined) return message('yielding.nameTaken', { name: clash });
  if (parameters.some((one) => one.name === '')) return message('yielding.unnamed');
  if (parameters.some(({ type }) => type.includes('__grid_constant__')))
    return message('yielding.gridConstant');
  if (template.some((one) => one.name === '' || one.kind.includes('...')) || /\brequires\b/.test(unit.text))
    return message('yielding.template');
  if (/^\s*template\s*<\s*>/.test(unit.text)) return message('yielding.specialisation');
  const bytes = shared.reduce((all, one) => all + (one.dynamic ? 0 : (one.bytes?.value ?? 0)), 0);
  return bytes + TASK_BYTES! > SHARED_BYTES!
    ? message('yielding.sharedFull', { bytes, most: SHARED_BYTES! })
    : null;
}

/**
 * Whether threads that return may be missed where others meet. Lanes of a warp may return together before others exchange
 * values, if all launches have blocks as wide as whole warps.
 */
function areMissed(
  workspace: CudaWorkspace,
  { id, parameters, template }: Kernel,
  unit: FunctionUnit,
  { meetings, ofBlocks }: KernelFunctions,
): boolean {
  const text = flatText(unit);
  const constants = [...parameters, ...template].map(({ name }) => name);
  if (!returnsBeforeMeeting(text, meetings, constants)) return false;
  const launches = workspace.launchesOf(id).filter(({ inactive }) => inactive === undefined);
  const scope = bodyScope(unit);
  const lanes = (written: string): boolean => evaluate(written, scope).value === WARP_SIZE;
  const ofWarps = launches.every(({ block }) => (resolveDim3(block)?.[0] ?? 1) % WARP_SIZE === 0);
  return (
    launches.length === 0 ||
    !ofWarps ||
    returnsBeforeMeeting(text, ofBlocks, constants) ||
    returnsBeforeMeeting(text, meetings, constants, lanes)
  );
}

/** Whether all that makes a head that of a kernel is written in it, behind no macro. */
function isPlainHead(workspace: CudaWorkspace, { path }: Kernel, { head }: Definition): boolean {
  const macros = macrosFor(workspace.textsOf([path]).values(), OF_KERNELS);
  const names = identifiers(head);
  return names.has('__global__') && ![...names].some((name) => macros.has(name));
}

/** A macro in a text to be rewritten that stands for block numbers, or for a function that reads them. */
function macroWithNumbers(
  workspace: CudaWorkspace,
  kernel: Kernel,
  definitions: readonly Definition[],
  renamed: Renamed,
): string | null {
  const macros = macrosFor(workspace.textsOf([kernel.path]).values(), [...BLOCK_NUMBERS, ...renamed.keys()]);
  const used = definitions.flatMap(({ body }) => [...identifiers(body)]);
  return used.find((name) => macros.has(name)) ?? null;
}

type Renamed = ReadonlyMap<string, string>;

interface Copy {
  readonly definition: Definition;
  readonly name: string;
}

/** A device function that reads block numbers, to be copied with these as parameters; a reason where it cannot be. */
function copyOf(workspace: CudaWorkspace, kernel: Kernel, unit: FunctionUnit): Copy | Message {
  const { name, path } = unit;
  const prefix = (qualified: string): string => qualified.split('::').slice(0, -1).join('::');
  const isFree = prefix(unit.outline.qualifiedName) === prefix(kernel.qualifiedName);
  const text = workspace.text(path);
  const isAlone = workspace.functionsNamed(name, kernel.path).length === 1;
  if (text === null || !isFree || !isAlone) return message('yielding.callee', { name });
  const definition = definitionAt(text, unit.rangeOf(0, unit.text.length), name);
  // What a function uses that stands behind the kernel may be declared between them.
  const isBehind =
    path === kernel.path && definition !== null && offsetsOf(text, kernel.range).start < definition.start;
  const isPlain =
    definition !== null &&
    !isBehind &&
    !BLOCK_NUMBERS.some((one) => identifiers(definition.parameters).has(one));
  return isPlain ? { definition, name } : message('yielding.callee', { name });
}

function copyText({ definition, name }: Copy, renamed: Renamed): string {
  const { template, head, parameters, body } = definition;
  return `${template}${head} ${renamed.get(name)!}(${withNumbers(parameters)})\n${taskBody(body, renamed)}`;
}

const withNumbers = (parameters: string): string =>
  [`const uint3 ${TASK}`, `const dim3 ${GRID}`, ...(/^(void)?$/.test(parameters) ? [] : [parameters])].join(
    ', ',
  );

/** A body in which the block is that of the task; functions that read block numbers get them in front, lambdas capture them. */
function taskBody(body: string, renamed: Renamed): string {
  const words = replaceTokens(body, (tokens, index) => {
    if (!isName(tokens, index)) return null;
    const name = tokens.at(index);
    if (name === 'blockIdx') return TASK!;
    if (name === 'gridDim') return GRID!;
    return renamed.get(name) ?? null;
  });
  const names = [...renamed.values()].join('|') || '(?!)';
  const call = new RegExp(`\\b(${names})((?:\\s*<[^;{}()]*>)?\\s*\\()\\s*(\\)?)`, 'g');
  const made = words.replace(
    call,
    (_, name: string, open: string, close = '') =>
      `${name}${open}${TASK}, ${GRID}${close === '' ? ', ' : ')'}`,
  );
  return withCaptures(made, [TASK!, GRID!]);
}

function taskText(
  { template, head, parameters, body }: Definition,
  { name }: Kernel,
  renamed: Renamed,
): string {
  const plain = head
    .replace(/\b__launch_bounds__\s*\([^()]*(?:\([^()]*\)[^()]*)*\)|\b__maxnreg__\s*\([^()]*\)/g, '')
    .replace(/\bextern\s*"C"|\bextern\b/g, '')
    .replace(/\b(?:inline|__inline__|__forceinline__|__noinline__)\b/g, '')
    .replace(/\b__global__\b/, '__device__ __forceinline__')
    .replace(/\s+/g, ' ')
    .trim();
  return `${template}${plain} ${taskName(name)}(${withNumbers(parameters)})\n${taskBody(body, renamed)}`;
}

/** `name<T, N>` as a function of a template is called. */
function called(name: string, { template }: Kernel): string {
  return template.length === 0 ? name : `${name}<${template.map((one) => one.name).join(', ')}>`;
}

function plainText({ template, head, parameters }: Definition, kernel: Kernel): string {
  const values = ['blockIdx', 'gridDim', ...kernel.parameters.map(({ name }) => name)].join(', ');
  return `${template}${head} ${kernel.name}(${parameters})\n{\n  ${called(taskName(kernel.name), kernel)}(${values});\n}`;
}

/** Head of the kernel that yields, to declare or define it. */
export function yieldingHead(
  { template, head, parameters }: Definition,
  { name }: Kernel,
  variant: YieldVariant,
): string {
  const space = RUNTIME_SPACE[variant];
  const own = head.replace(/\bextern\s*"C"\s*/, '');
  const given = [
    `${space}::Queue *corunQueue`,
    `${space}::Wish *corunWish`,
    `dim3 ${GRID}`,
    ...(/^(void)?$/.test(parameters) ? [] : [parameters]),
  ].join(', ');
  return `${template}${own} ${yieldingName(name)}(${given})`;
}

function yieldingText(definition: Definition, kernel: Kernel, variant: YieldVariant): string {
  const space = RUNTIME_SPACE[variant];
  const values = ['corunNow', GRID, ...kernel.parameters.map(({ name }) => name)].join(', ');
  return `// Blocks of ${kernel.name} that stay and run its grid as tasks, until they are asked to leave.
${yieldingHead(definition, kernel, variant)}
{
  __shared__ uint4 corunNext;
  __shared__ ${space}::Place corunPlace;
  const bool corunFirst = threadIdx.x + threadIdx.y + threadIdx.z == 0;
  if (corunFirst) corunPlace = ${space}::enter(corunQueue);
  for (;;) {
    if (corunFirst) corunNext = ${space}::pull(corunQueue, corunWish, ${GRID}, corunPlace);
    __syncthreads();
    uint3 corunNow = make_uint3(corunNext.x, corunNext.y, corunNext.z);
    unsigned corunLeft = corunNext.w;
    if (corunLeft == 0) return;
    for (; corunLeft > 0; --corunLeft) {
      ${called(taskName(kernel.name), kernel)}(${values});
      __syncthreads(); // no thread is in the task any more: shared memory and the place of the next are free
      ${space}::advance(corunNow, ${GRID});
    }
  }
}`;
}
