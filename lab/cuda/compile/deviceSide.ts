import type { CudaWorkspace } from '../../../src/cuda/workspace';
import { LineIndex } from '../../../src/cuda/preprocessor/sourceMap';

/**
 * A source, and what it includes, without host functions, whose headers and libraries need not be there; lines stay.
 * Templates that launches name with all their arguments are instantiated at the end.
 */
export function deviceSides(workspace: CudaWorkspace, source: string): ReadonlyMap<string, string> {
  const files = [...workspace.textsOf([source]).keys()];
  const made = new Map(files.map((file) => [file, deviceSide(workspace, file)]));
  return made.set(source, [made.get(source)!, ...instances(workspace, source)].join('\n'));
}

function deviceSide(workspace: CudaWorkspace, path: string): string {
  const text = workspace.text(path)!;
  const lines = new LineIndex(text);
  const host = workspace
    .functions(path)
    .filter((unit) => unit.kind === 'host' && unit.inactive === null && !/\b__device__\b/.test(unit.text));
  const spans = host
    .map((unit) => unit.rangeOf(0, unit.text.length))
    .map((range) => ({
      from: lines.offset(range.startLine, range.startColumn),
      to: lines.offset(range.endLine, range.endColumn),
    }));
  return spans.reduce(
    (result, { from, to }) => result.slice(0, from) + blank(result.slice(from, to)) + result.slice(to),
    text,
  );
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}

/** Uses of template kernels with the arguments that launches write. */
function instances(workspace: CudaWorkspace, path: string): string[] {
  const launches = workspace.file(path)?.launches ?? [];
  const callees = launches.filter(({ inactive }) => inactive === undefined).map(({ callee }) => callee);
  return [...new Set(callees)]
    .filter((callee) => callee.includes('<'))
    .map((callee, place) => `static auto corun_instance_${place} = &${callee};`);
}
