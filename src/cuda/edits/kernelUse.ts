import { isMessage, message, type Message } from '../../kernel/message';
import type { KernelParameter } from '../../kernel/kernel';
import { kernelText } from './block/kernelText';
import { isOnlyRead } from './onlyRead';
import type { Scope } from '../constants/scope';
import type { FunctionUnit } from '../files/functionUnit';
import type { BufferUse, HostCall } from '../host/hostCall';
import { tokenize } from '../syntax/lexer';
import { TokenKind } from '../syntax/tokens';
import { isPlain } from '../structure/plainType';
import type { CudaWorkspace } from '../workspace';

/** Ways to write through a pointer to constant data, or to reach memory that no argument names. */
const LIFTS_CONST = /\bconst_cast\b|\breinterpret_cast\b|\(\s*(?!const\b)[A-Za-z_][\w:\s]*\*+\s*\)|\basm\b/;
const MAX_FUNCTIONS = 64;

/**
 * The buffers that a launch reads and writes: what the kernel gets as `const T *`, or only loads elements of, is
 * read, all else may be written. A reason instead where memory could be reached in another way: pointers inside of structures,
 * casts that drop `const`, inline assembly, variables of the device.
 */
export function kernelUse(
  workspace: CudaWorkspace,
  call: Extract<HostCall, { kind: 'kernel' }>,
): BufferUse | Message {
  const [id] = call.kernelIds;
  const kernel = id === undefined ? null : workspace.kernel(id);
  const unit = workspace
    .functions(call.location.path)
    .concat(kernel ? workspace.functions(kernel.path) : [])
    .find((candidate) => candidate.kernelId === id);
  if (!kernel || !unit || call.kernelIds.length !== 1)
    return message('cuda.unknownKernel', { name: call.callee });
  const hidden = hiddenUse(workspace, unit);
  if (isMessage(hidden)) return hidden;
  const use = argumentUse(call, kernel.parameters, unit);
  return isMessage(use) ? use : { ...use, reads: [...use.reads, ...hidden] };
}

/** Scope at the start of a function's body. */
export function bodyScope(unit: FunctionUnit): Scope {
  return unit.scopeAt(unit.text.indexOf('{') + 1);
}

function argumentUse(
  call: Extract<HostCall, { kind: 'kernel' }>,
  parameters: readonly KernelParameter[],
  unit: FunctionUnit,
): BufferUse | Message {
  const scope = bodyScope(unit);
  const text = kernelText(unit.text);
  const reads: string[] = [];
  const writes: string[] = [];
  for (const [place, { name, type }] of parameters.entries()) {
    const buffer = call.arguments[place] ?? null;
    const argument = { place: place + 1, name: call.callee };
    if (isPlain(type, scope)) continue;
    const pointee = /^([^*&[]*)(\*|\[)[^*&[]*$/.exec(type)?.[1];
    if (pointee === undefined || !isPlain(pointee, scope))
      return message('cuda.mayHoldPointers', { ...argument, type });
    if (buffer === null) return message('cuda.unknownBuffer', argument);
    if (/\bconst\b[^*]*\*/.test(type) || isOnlyRead(text, name)) reads.push(buffer);
    else writes.push(buffer);
  }
  return { reads, writes };
}

/**
 * Way in which a kernel, or a function that it calls, may write memory other than through its arguments; else
 * the constant memory it reads.
 */
function hiddenUse(workspace: CudaWorkspace, kernel: FunctionUnit): readonly string[] | Message {
  const constants: string[] = [];
  const seen = new Set<FunctionUnit>([kernel]);
  for (const unit of seen) {
    if (seen.size > MAX_FUNCTIONS) return message('cuda.tooManyCallees', { name: kernel.name });
    const cast = LIFTS_CONST.exec(unit.text)?.[0];
    if (cast !== undefined) return message('cuda.writesThrough', { name: unit.name, cast: cast.trim() });
    const scope = bodyScope(unit);
    for (const name of identifiers(unit.text)) {
      const symbol = scope.lookup(name)?.symbol;
      if (symbol?.kind === 'variable' && /__device__|__managed__/.test(symbol.type))
        return message('cuda.usesVariable', { name: unit.name, variable: name });
      if (symbol?.kind === 'variable' && /__constant__/.test(symbol.type)) constants.push(name);
      for (const callee of workspace.functionsNamed(name, unit.path)) seen.add(callee);
    }
  }
  return constants;
}

/** Identifiers in a text. */
export function identifiers(text: string): ReadonlySet<string> {
  const tokens = tokenize(text, false);
  const names = new Set<string>();
  for (let index = 0; index < tokens.count; index++)
    if (tokens.kind(index) === TokenKind.identifier) names.add(tokens.at(index));
  return names;
}
