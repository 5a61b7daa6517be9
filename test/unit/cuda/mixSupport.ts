import { MIX_DEFAULTS, type MixContext } from '../../../src/cuda/mix/context';
import { estimateMix } from '../../../src/cuda/mix/estimate';
import { PLAIN_SOURCE } from '../../../src/cuda/mix/plainSource';
import { functionName, SourceNames } from '../../../src/cuda/mix/sourceNames';
import type { CudaParser, SyntaxNode } from '../../../src/cuda/syntax/parser';
import type { InstructionClass, InstructionMix } from '../../../src/kernel/kernel';

interface Given {
  readonly launch?: MixContext['launch'];
  readonly parameters?: Readonly<Record<string, number>>;
  readonly template?: Readonly<Record<string, string>>;
  readonly constants?: Readonly<Record<string, number>>;
}

function findFunction(node: SyntaxNode, name: string): SyntaxNode | null {
  if (node.type === 'function_definition' && functionName(node.childForFieldName('declarator')) === name)
    return node;
  for (const child of node.namedChildren) {
    const found = child === null ? null : findFunction(child, name);
    if (found !== null) return found;
  }
  return null;
}

/** The mix of the kernel `k` in a source text; null when the parser finds none. */
export function tryMixOf(parser: CudaParser, source: string, given: Given = {}): InstructionMix | null {
  const tree = parser.parse(source);
  try {
    const definition = findFunction(tree.root, 'k');
    if (definition === null) return null;
    const evaluate = (text: string): number | null =>
      /^\d+$/.test(text) ? Number(text) : (given.constants?.[text] ?? null);
    return estimateMix(definition, {
      names: new SourceNames([tree.root], evaluate),
      source: PLAIN_SOURCE,
      launch: given.launch === undefined ? { grid: [64, 1, 1], block: [256, 1, 1] } : given.launch,
      parameters: new Map(Object.entries(given.parameters ?? {})),
      templateArguments: new Map(Object.entries(given.template ?? {})),
      defaults: MIX_DEFAULTS,
    });
  } finally {
    tree.delete();
  }
}

/** The mix of the kernel `k` in a source text. */
export function mixOf(parser: CudaParser, source: string, given: Given = {}): InstructionMix {
  const mix = tryMixOf(parser, source, given);
  if (mix === null) throw new Error('the source has no kernel k');
  return mix;
}

/** Only the classes that occur. */
export function counts(mix: InstructionMix): Partial<Record<InstructionClass, number>> {
  return Object.fromEntries(Object.entries(mix.perThread).filter(([, count]) => count !== 0));
}
