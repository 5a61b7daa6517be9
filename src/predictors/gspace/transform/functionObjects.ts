import type { FunctionUnit } from '../../../cuda/files/functionUnit';
import type { CudaWorkspace } from '../../../cuda/workspace';

/** Functions at hand in a file that run where an object is called: which of them it is, names do not tell. */
export function functionObjects(workspace: CudaWorkspace, path: string): readonly FunctionUnit[] {
  return [...workspace.textsOf([path]).keys()]
    .flatMap((one) => workspace.functions(one))
    .filter(
      ({ inactive, text }) => inactive === null && /\boperator\s*\(\s*\)\s*\(/.test(text.split('{', 1)[0]!),
    );
}

/**
 * Whether a name is that of an object of a type that the function's template is given: to call it runs one of
 * `functionObjects`.
 *
 * @param text flat body of the function
 */
export function isFunctionObject(
  { outline, text: whole }: FunctionUnit,
  text: string,
  name: string,
): boolean {
  const types = outline.template.filter(({ kind }) => /^(?:typename|class)\b/.test(kind));
  if (types.length === 0) return false;
  const type = `(?:${types.map((one) => one.name).join('|')})`;
  const head = whole.split('{', 1)[0]!;
  return (
    new RegExp(`(?<=[;{}])(?:const )?${type} ${name}(?:\\{\\})?;`).test(text) ||
    new RegExp(`\\b${type}(?:\\s|const\\b|&)+${name}\\b`).test(head)
  );
}
