import type { Node } from 'web-tree-sitter';
import type { InstructionMix } from '../../kernel/kernel';
import type { MixContext } from './context';
import type { TypeResolver } from './reading/declarators';
import { parametersOf } from './reading/inlining';
import { runFunctionBody } from './reading/statements';
import { KernelState, registerVariable } from './reading/state';
import { isFloating, scalarOf, type CType } from './model/types';
import { builtinType } from './model/typeNames';
import { Source } from './model/value';

/** Passes until it is settled which local arrays live in local memory. */
const MAX_PASSES = 3;

/**
 * Estimates the dynamic instructions of one thread, averaged over the threads of the launch.
 * @param definition the kernel's `function_definition` node
 */
export function estimateMix(definition: Node, context: MixContext): InstructionMix {
  let indexed: ReadonlySet<string> = new Set();
  for (let pass = 1; ; pass++) {
    const state = readKernel(definition, context, indexed);
    if (pass === MAX_PASSES || state.indexedArrays.size === indexed.size) return mixOf(state);
    indexed = state.indexedArrays;
  }
}

function mixOf(state: KernelState): InstructionMix {
  // The exit of every thread.
  state.ledger.charge('control', 1, state.root);
  return { perThread: state.ledger.perThread(), loops: state.loops, assumptions: [...state.assumptions] };
}

function readKernel(definition: Node, context: MixContext, indexed: ReadonlySet<string>): KernelState {
  const templates = new Map<string, CType>();
  const values = new Map<string, number>();
  for (const [name, text] of context.templateArguments) {
    const number = Number(text);
    const type = builtinType(text);
    if (text.trim() !== '' && !Number.isNaN(number)) values.set(name, number);
    else if (text === 'true' || text === 'false') values.set(name, text === 'true' ? 1 : 0);
    else if (type !== null) templates.set(name, type);
  }
  const state: KernelState = new KernelState(
    context,
    resolverFor(context, () => state),
    indexed,
  );
  state.templateScopes.push({ types: templates, values });
  bindKernelParameters(state, definition);
  const body = definition.childForFieldName('body');
  if (body !== null) runFunctionBody(state, body);
  return state;
}

/** Types and constants by name, template arguments of the functions being read first. */
function resolverFor(context: MixContext, state: () => KernelState): TypeResolver {
  return {
    namedType: (name) => {
      for (const { types } of state().templateScopes.toReversed()) {
        const type = types.get(name);
        if (type !== undefined) return type;
      }
      return context.names.namedType(name);
    },
    constant: (node) => {
      for (const { values } of state().templateScopes.toReversed()) {
        const value = values.get(node.text);
        if (value !== undefined) return value;
      }
      return context.names.constant(node.text);
    },
  };
}

/** Pointers of a kernel point to global memory; numbers known at the launch keep their values. */
function bindKernelParameters(state: KernelState, definition: Node): void {
  for (const { name, type } of parametersOf(definition, state)) {
    const passed: CType =
      type.kind === 'array' ? { kind: 'pointer', to: type.element, space: 'global', readOnly: false } : type;
    const typed: CType = passed.kind === 'pointer' ? { ...passed, space: 'global' } : passed;
    const known = state.context.parameters.get(name) ?? null;
    const numeric = typed.kind === 'scalar' && (known === null || !isFloating(scalarOf(typed)));
    const symbol = state.table.symbol(
      name,
      typed,
      Source.argument,
      numeric ? known : null,
      numeric && known !== null,
    );
    state.scopes[0]!.set(name, registerVariable(name, typed, symbol));
  }
}
