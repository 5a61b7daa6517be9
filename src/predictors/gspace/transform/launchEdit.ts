import { identifiers } from '../../../cuda/edits/kernelUse';
import { refused, unproven, type Refusal, type SourceEdit } from '../../../cuda/edits/outcome';
import { splitCommas } from '../../../cuda/syntax/angles';
import { tokenize } from '../../../cuda/syntax/lexer';
import type { CudaWorkspace } from '../../../cuda/workspace';
import type { Kernel, Launch } from '../../../kernel/kernel';
import { message } from '../../../kernel/message';
import type { YieldVariant } from '../../yieldingPort';
import { yieldingName } from './kernelEdit';
import { RUNTIME_SPACE } from './runtime';
import { offsetsOf } from './sourceText';

/** Name of the host's handle of a yielding kernel. */
const handleName = (name: string): string => `${name}_yield`;

/** Declaration of that handle. */
export const handleText = ({ name }: Kernel, variant: YieldVariant): string =>
  `static ${RUNTIME_SPACE[variant]}::Launcher ${handleName(name)};`;

/** Host code whose order or devices the handle does not follow. */
const APART = ['cudaStreamBeginCapture', 'cudaGraphAddKernelNode'];

/** The edit that makes a launch start the yielding kernel, or why there is none. */
export function launchEdit(workspace: CudaWorkspace, kernel: Kernel, launch: Launch): SourceEdit | Refusal {
  const { line } = launch;
  const text = workspace.text(launch.path);
  if (text === null || launch.kind !== 'triple-chevron')
    return refused(message('yielding.launchKind', { line }));
  if (!workspace.textsOf([launch.path]).has(kernel.path))
    return refused(message('yielding.launchElsewhere', { line }));
  if (launch.path !== kernel.path && includesInC(text))
    return refused(message('yielding.launchInC', { line }));
  if (launch.kernelIds.length !== 1 || launch.kernelIds[0] !== kernel.id)
    return unproven(message('yielding.launchUnknown', { line }));
  const apart = APART.find((name) => identifiers(text).has(name));
  if (apart !== undefined) return refused(message('yielding.launchApart', { name: apart }));
  if ([...text.matchAll(/\bcudaSetDevice\s*\(/g)].length > 1)
    return refused(message('yielding.launchApart', { name: 'cudaSetDevice' }));
  const { start, end } = offsetsOf(text, launch.range);
  const written = text.slice(start, end);
  const parts = partsOf(written);
  if (parts === null || /\n[^\S\n]*#/.test(written))
    return unproven(message('yielding.launchWritten', { line }));
  const { callee, configuration, values } = parts;
  const name = /^\s*((?:\w+::)*)(\w+)\s*(?:(<[\s\S]*>)\s*)?$/.exec(callee);
  if (name?.[2] !== kernel.name || (kernel.template.length > 0 && name[3] === undefined))
    return unproven(message('yielding.launchWritten', { line }));
  const given = listOf(values);
  const [grid, block, shared = '0', stream = '0'] = listOf(configuration);
  if (given.length !== kernel.parameters.length || grid === undefined || block === undefined)
    return refused(message('yielding.launchWritten', { line }));
  const [, prefix = '', , template = ''] = name;
  const space = prefix === '' ? declaredSpace(workspace, kernel, launch) : prefix;
  const words = [
    `${space}${kernel.name}${template}`,
    `${space}${yieldingName(kernel.name)}${template}`,
    ...[grid, block, shared, stream],
    ...given,
  ];
  return {
    path: launch.path,
    range: launch.range,
    newText: `${withoutValue(text, start)}${space}${handleName(kernel.name)}.launch(${words.join(', ')})`,
  };
}

/** Whether a file includes others inside of `extern "C"`, where the templates of the runtime cannot stand. */
function includesInC(text: string): boolean {
  const tokens = tokenize(text);
  return Array.from({ length: tokens.count }, (_, at) => at).some((at) => {
    if (!tokens.is(at, 'extern') || !tokens.is(at + 1, '"C"') || !tokens.is(at + 2, '{')) return false;
    return /^[ \t]*#[ \t]*include\b/m.test(tokens.slice(at + 2, tokens.partner(at + 2) + 1));
  });
}

/** What drops the value of a call, where a launch, which has none, stands in an expression. */
function withoutValue(text: string, start: number): string {
  const tokens = tokenize(text.slice(0, start), false);
  return /^(?:return|[?:,])$/.test(tokens.at(tokens.count - 1)) ? '(void)' : '';
}

/** The name space of a kernel where the name alone is brought in by a declaration, which brings in no other names. */
function declaredSpace(workspace: CudaWorkspace, { name, qualifiedName }: Kernel, { path }: Launch): string {
  const declaration = new RegExp(`\\busing\\s+(?:\\w+::)*${name}\\s*;`);
  const isDeclared = [...workspace.textsOf([path]).values()].some((text) => declaration.test(text));
  return isDeclared ? qualifiedName.slice(0, -name.length) : '';
}

/** A launch as written, cut at its chevrons: the last that arguments follow close the configuration. */
function partsOf(
  written: string,
): { readonly callee: string; readonly configuration: string; readonly values: string } | null {
  const text = written.trimEnd();
  const open = text.indexOf('<<<');
  if (open < 0 || !text.endsWith(')')) return null;
  for (let close = text.lastIndexOf('>>>'); close >= open + 3; close = text.lastIndexOf('>>>', close - 1)) {
    const values = text.slice(close + 3).trimStart();
    if (!values.startsWith('(')) continue;
    return {
      callee: text.slice(0, open),
      configuration: text.slice(open + 3, close),
      values: values.slice(1, -1),
    };
  }
  return null;
}

/** The parts of a list as written. */
function listOf(text: string): readonly string[] {
  const tokens = tokenize(text, false);
  if (tokens.count === 0) return [];
  return splitCommas(tokens, 0, tokens.count).map(({ from, to }) => tokens.slice(from, to));
}
