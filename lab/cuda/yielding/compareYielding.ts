import { withEdits } from '../../../src/cuda/edits/tryOut';
import type { PtxFunction, PtxModule } from '../../../src/cuda/ptx/module';
import type { SourceEdit } from '../../../src/cuda/edits/outcome';
import type { CudaWorkspace } from '../../../src/cuda/workspace';
import type { Kernel } from '../../../src/kernel/kernel';
import { demangle } from '../../../src/profiles/names/demangle';
import { YIELDING_TRANSFORMER } from '../../../src/predictors';
import { hostText } from '../../../src/predictors/gspace/transform/runtime';
import { YIELD_VARIANTS, type YieldVariant } from '../../../src/predictors/yieldingPort';
import { english } from '../../../src/words';
import { differenceOf, runOnData } from '../edits/runs';
import type { CompileTree } from '../compile/compileTree';
import { shortHash } from '../../shortHash';
import { deviceSides } from '../compile/deviceSide';
import type { KnownLaunches, SmallLaunch } from './launches';
import { runYielding } from './runYielding';

const SEED = 7;
/** Sizes above this are lowered where the original does not run with those of its launch. */
const MOST_ELEMENTS = 61;

/** What came of one kernel. */
export interface YieldingResult {
  readonly kernel: string;
  /** Digits of a hash over what both variants write for the GPU; null where the transformation is refused. */
  readonly text: string | null;
  /** `same`, or why it was refused, not compiled or not compared; a difference begins with `differs:`. */
  readonly outcome: string;
  /** Runs that were compared, over variants, launches and instances. */
  readonly runs: number;
}

/** Edits without what only the host runs: that is the same for all kernels, and compiled by itself. */
function onGpu(variant: YieldVariant, edits: readonly SourceEdit[]): readonly SourceEdit[] {
  return edits.map((edit) => ({ ...edit, newText: edit.newText.replace(hostText(variant), () => '') }));
}

/** The hash over the edits of both variants; the reason where they are refused. */
export function transformed(
  workspace: CudaWorkspace,
  kernel: Kernel,
): { readonly text: string; readonly edits: Readonly<Record<YieldVariant, readonly SourceEdit[]>> } | string {
  const made = YIELD_VARIANTS.map((variant) =>
    YIELDING_TRANSFORMER.edit(workspace, kernel, { variant, launch: null }),
  );
  const [pair, array] = made;
  if (pair?.kind !== 'edit' || array?.kind !== 'edit') {
    const refusal = made.find(({ kind }) => kind === 'refused');
    return refusal?.kind === 'refused' ? english(refusal.reason) : '';
  }
  const text = shortHash([onGpu('pair', pair.edits), onGpu('array', array.edits)], 12);
  return { text, edits: { pair: pair.edits, array: array.edits } };
}

/**
 * Compiles sources as they are and with yielding kernels beside all of theirs, and compares what both leave in memory,
 * kernel by kernel.
 */
export class YieldingComparison {
  private readonly forms = new Map<string, Forms>();

  constructor(
    private readonly workspace: CudaWorkspace,
    private readonly tree: CompileTree,
    private readonly launches: KnownLaunches,
  ) {}

  compare(kernel: Kernel): YieldingResult {
    const made = transformed(this.workspace, kernel);
    if (typeof made === 'string') return result(kernel, null, `refused: ${made}`);
    const known = this.launches.of(kernel);
    if (known.length === 0) return result(kernel, made.text, 'no launch with a known block');
    const { before, after } = this.formsOf(kernel);
    if (before === null) return result(kernel, made.text, 'the original does not compile here');
    let [runs, reason] = [0, 'no instance of the template is compiled'];
    for (const variant of YIELD_VARIANTS) {
      const module = after[variant] ?? this.alone(kernel, before, made.edits[variant]);
      if (module === null)
        return result(kernel, made.text, `differs: the ${variant} variant does not compile`);
      for (const launch of known)
        for (const [plain, yielding] of pairsOf(before, module, kernel)) {
          if (!isInstance(plain.entry, launch.template)) continue;
          const run = { before, after: module, plain, yielding, kernel, variant };
          const outcome = comparedRun(run, [launch, small(launch), tiny(launch)]);
          if (outcome.startsWith('differs')) return result(kernel, made.text, `${outcome} (${variant})`);
          if (outcome === 'same') runs++;
          else reason = outcome;
        }
    }
    return { ...result(kernel, made.text, runs > 0 ? 'same' : reason), runs };
  }

  /** The compiled forms of a kernel's file; null for what does not compile. */
  private formsOf({ path }: Kernel): Forms {
    let forms = this.forms.get(path);
    if (forms === undefined) this.forms.set(path, (forms = this.madeForms(path)));
    return forms;
  }

  private madeForms(path: string): Forms {
    const kernels = (this.workspace.file(path)?.kernels ?? []).filter(
      ({ inactive }) => inactive === undefined,
    );
    const uses = kernels.flatMap((kernel) =>
      kernel.template.length === 0
        ? []
        : this.launches.of(kernel).map(({ template }) => `${kernel.qualifiedName}${template}`),
    );
    // Template arguments of a launch may be names of its function: what the host code itself makes is there anyway.
    const before = this.compiled(path, [], uses) ?? this.compiled(path, [], []);
    const form = (variant: YieldVariant): PtxModule | null => {
      const chosen = kernels.flatMap((kernel) => {
        const made = transformed(this.workspace, kernel);
        return typeof made === 'string' ? [] : [{ kernel, edits: made.edits[variant] }];
      });
      if (before === null || chosen.length === 0) return null;
      const all = chosen.flatMap(({ kernel }) => yieldingUses(before, kernel));
      return this.compiled(
        path,
        chosen.flatMap(({ edits }) => edits),
        all,
      );
    };
    return { before, after: { pair: form('pair'), array: form('array') } };
  }

  private alone(kernel: Kernel, before: PtxModule, edits: readonly SourceEdit[]): PtxModule | null {
    return this.compiled(kernel.path, edits, yieldingUses(before, kernel));
  }

  private compiled(path: string, edits: readonly SourceEdit[], uses: readonly string[]): PtxModule | null {
    const { workspace, tree } = this;
    const lines = [...new Set(uses)].map((use, n) => `static auto corun_made_${n} = &${use};`);
    return withEdits(workspace, edits, () => {
      const changed = new Map([[path, [workspace.text(path)!, ...lines].join('\n')]]);
      return tree.compile(path, changed, () => {
        const device = new Map(deviceSides(workspace, path));
        return device.set(path, [device.get(path)!, ...lines].join('\n'));
      });
    });
  }
}

/** Compiled forms of one source. */
interface Forms {
  readonly before: PtxModule | null;
  readonly after: Readonly<Record<YieldVariant, PtxModule | null>>;
}

const result = ({ id }: Kernel, text: string | null, outcome: string): YieldingResult => ({
  kernel: id,
  text,
  outcome,
  runs: 0,
});

/** Uses of the yielding form of each instance of a template that is compiled. */
function yieldingUses(before: PtxModule, { name, qualifiedName, template }: Kernel): readonly string[] {
  if (template.length === 0) return [];
  return entriesOf(before, name).map(({ entry }) => `${qualifiedName}_yielding${instanceOf(entry)}`);
}

/** Whether an instance may be what a launch starts: where that writes numbers, the instance has the same. */
function isInstance(entry: string, template: string): boolean {
  const parts = (text: string): string[] =>
    text
      .slice(1, -1)
      .split(',')
      .map((part) => part.trim().replace(/(?<=\d)[uUlL]+$/, ''));
  const [own, written] = [parts(instanceOf(entry)), parts(template)];
  return written.every((part, place) => !/^\d+$/.test(part) || part === own[place]);
}

/** Instances of a kernel with their yielding forms. */
function pairsOf(before: PtxModule, after: PtxModule, { name }: Kernel): [PtxFunction, PtxFunction][] {
  const yielding = entriesOf(after, `${name}_yielding`);
  return entriesOf(before, name).flatMap((plain) => {
    const found = yielding.find(({ entry }) => instanceOf(entry) === instanceOf(plain.entry));
    return found === undefined ? [] : [[plain, found] as [PtxFunction, PtxFunction]];
  });
}

function entriesOf(module: PtxModule, name: string): PtxFunction[] {
  return [...module.functions.values()].filter(
    ({ entry, isKernel }) =>
      isKernel && (demangle(entry)?.qualifiedName ?? entry).split('::').at(-1) === name,
  );
}

/** `<float, 16>` of a symbol; empty for a kernel that is no template. */
function instanceOf(entry: string): string {
  const given = demangle(entry)?.templateArguments ?? null;
  return given === null ? '' : `<${given.join(', ')}>`;
}

interface ComparedRun {
  readonly before: PtxModule;
  readonly after: PtxModule;
  readonly plain: PtxFunction;
  readonly yielding: PtxFunction;
  readonly kernel: Kernel;
  readonly variant: YieldVariant;
}

/** A launch on a problem that fits the interpreter's buffers. */
function small(launch: SmallLaunch): SmallLaunch {
  const values = launch.values.map((value) =>
    value === null || !Number.isInteger(value) ? value : Math.min(value, MOST_ELEMENTS),
  );
  return { ...launch, values };
}

/** A launch of three blocks on such a problem. */
function tiny(launch: SmallLaunch): SmallLaunch {
  const [x, y, z] = launch.grid;
  return {
    ...small(launch),
    grid: [Math.min(x, 3), x > 1 ? 1 : Math.min(y, 3), x * y > 1 ? 1 : Math.min(z, 3)],
  };
}

/** Compares on the first of some launches on which the original runs. */
function comparedRun(
  { before, after, plain, yielding, kernel, variant }: ComparedRun,
  launches: readonly SmallLaunch[],
): string {
  const { parameters } = kernel;
  let reason = '';
  for (const launch of launches) {
    const original = runOnData({ module: before, entry: plain.entry, parameters, ...launch }, SEED);
    if (original.kind === 'failed') {
      reason = `the original cannot be run: ${original.reason}`;
      continue;
    }
    const made = runYielding({ module: after, kernel: yielding, parameters, launch, variant }, SEED);
    if (made.kind === 'failed') return `differs: ${made.reason}`;
    const what = differenceOf(original.contents, made.contents);
    return what === null ? 'same' : `differs: ${what}`;
  }
  return reason;
}
