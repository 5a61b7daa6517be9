import type { Launch } from '../../../kernel/kernel';
import type { SourceRange } from '../../../kernel/source';
import { LineIndex } from '../../preprocessor/sourceMap';
import { tokenize } from '../../syntax/lexer';
import { identifiers } from '../kernelUse';
import { blockAround } from '../statements';
import type { CudaWorkspace } from '../../workspace';
import type { LiteralSite } from './literalSites';
import { rangeReader } from './launchScope';

/** The name that a number is given where it stands: by a macro, or as the whole of a variable's initial value. */
const NAMED = /(?:#\s*define\s+(\w+)\s+\(?|\b(\w+)\s*[=({]\s*)$/;
const DECLARATION = /^[\s\S]*?\b(\w+)\s*(?:=(?!=)|\(|\{)/;

interface Use {
  readonly name: string;
  readonly place: string;
}

/**
 * A use of the number behind a block that is not for its launch: an allocation, another expression, another file. The
 * launch's own uses are its configuration, and variables that stand in nothing but it.
 */
export function useElsewhere(workspace: CudaWorkspace, launch: Launch, site: LiteralSite): Use | null {
  const text = workspace.text(site.path) ?? '';
  const line = text.slice(text.lastIndexOf('\n', site.start - 1) + 1, site.start);
  const match = NAMED.exec(line);
  const name = match?.[1] ?? match?.[2];
  if (name === undefined) return null;
  const within = match?.[1] === undefined ? functionAround(workspace, site) : null;
  return otherUse(workspace, launch, { ...site, within }, name, new Set());
}

/** Where a name is defined, and the lines that can see it where it is local to a function. */
interface Definition extends Pick<LiteralSite, 'path' | 'start'> {
  readonly within: Pick<SourceRange, 'startLine' | 'endLine'> | null;
}

/** The function that a number stands in. */
function functionAround(workspace: CudaWorkspace, { path, start }: LiteralSite): SourceRange | null {
  const line = new LineIndex(workspace.text(path) ?? '').range(start, start).startLine;
  const ranges = workspace.functions(path).map((unit) => unit.range);
  return ranges.find(({ startLine, endLine }) => startLine <= line && line <= endLine) ?? null;
}

function otherUse(
  workspace: CudaWorkspace,
  launch: Launch,
  { path, start, within }: Definition,
  name: string,
  seen: Set<string>,
): Use | null {
  if (seen.has(name)) return null;
  seen.add(name);
  const configuration = rangeReader(workspace)(launch.path, launch.configRange);
  for (const file of workspace.index().files) {
    if (within !== null && file.path !== path) continue;
    const text = workspace.text(file.path) ?? '';
    if (!text.includes(name)) continue;
    const lines = new LineIndex(text);
    for (const at of placesOf(text, name)) {
      const isDefinition = file.path === path && at < start && !text.slice(at, start).includes('\n');
      const isConfiguration =
        file.path === launch.path &&
        configuration !== null &&
        at >= configuration.offset &&
        at < configuration.offset + configuration.text.length;
      const line = lines.range(at, at).startLine;
      const isUnseen = within !== null && (line < within.startLine || line > within.endLine);
      if (isUnseen || isDefinition || isConfiguration) continue;
      if (isInKernel(workspace, launch, file.path, line)) continue;
      const place = `${file.path}:${line}`;
      const next = file.path === launch.path ? declaredThere(text, at, name) : null;
      if (next === null) return { name, place };
      const further = otherUse(
        workspace,
        launch,
        { path: file.path, start: next.start, within },
        next.name,
        seen,
      );
      if (further !== null) return further;
    }
  }
  return null;
}

/** The launched kernel's own uses are looked into by its proof. */
function isInKernel(workspace: CudaWorkspace, launch: Launch, path: string, line: number): boolean {
  return launch.kernelIds.some((id) => {
    const kernel = workspace.kernel(id);
    return kernel?.path === path && kernel.range.startLine <= line && line <= kernel.range.endLine;
  });
}

/** Offsets of an identifier in a text, comments and strings left out. */
function placesOf(text: string, name: string): readonly number[] {
  const tokens = tokenize(text);
  const places: number[] = [];
  for (let index = 0; index < tokens.count; index++)
    if (tokens.is(index, name)) places.push(tokens.start(index));
    else if (tokens.at(index).startsWith('#') && identifiers(tokens.at(index)).has(name))
      places.push(tokens.start(index) + tokens.at(index).indexOf(name));
  return places;
}

/** The variable whose declaration holds this place in its initial value; null for any other statement. */
function declaredThere(text: string, at: number, name: string): { name: string; start: number } | null {
  const around = blockAround(text, at);
  if (around === null) return null;
  const statement = around.statements[around.index]!;
  const declared = DECLARATION.exec(statement.text);
  const isDeclaration = /^\s*(?:const|constexpr|static|auto|dim3|int|unsigned|long|size_t|u?int\d+_t)\b/;
  if (declared === null || !isDeclaration.test(statement.text) || declared[1] === name) return null;
  return { name: declared[1]!, start: statement.end };
}
