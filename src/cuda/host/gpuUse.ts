import { callsGpu } from '../files/gpuCalls';
import type { Tokens } from '../syntax/tokens';
import type { TokenRange } from '../syntax/angles';
import type { CudaWorkspace, FunctionUnit } from '../workspace';
import { isLibraryWork } from './libraryCalls';

const CALL = /\b([A-Za-z_]\w*)\s*(?:<[^;(){}]*>\s*)?\(/g;

/** Which host code uses the GPU, by itself or by what it calls in the workspace. */
export class GpuUse {
  private readonly known = new Map<FunctionUnit, boolean>();

  constructor(private readonly workspace: CudaWorkspace) {}

  /** Whether a function does. */
  of(unit: FunctionUnit): boolean {
    const known = this.known.get(unit);
    if (known !== undefined) return known;
    const met = new Set([unit]);
    for (const each of met) {
      if (this.known.get(each) === true || uses(each.text)) {
        this.known.set(unit, true);
        return true;
      }
      if (this.known.has(each)) continue;
      for (const callee of this.callees(each.text, each.path)) met.add(callee);
    }
    for (const each of met) this.known.set(each, false);
    return false;
  }

  /** Whether a part of a function does. */
  within(tokens: Tokens, { from, to }: TokenRange, path: string): boolean {
    const text = tokens.slice(from, to);
    return uses(text) || this.callees(text, path).some((callee) => this.of(callee));
  }

  private callees(text: string, path: string): readonly FunctionUnit[] {
    const names = new Set([...text.matchAll(CALL)].map(([, name]) => name!));
    return [...names].flatMap((name) =>
      [...this.workspace.functionsNamed(name, path), ...this.workspace.functionsLinked(name, path)].filter(
        ({ kind }) => kind === 'host',
      ),
    );
  }
}

const uses = (text: string): boolean =>
  callsGpu(text) || [...text.matchAll(CALL)].some(([, name]) => isLibraryWork(name!));
