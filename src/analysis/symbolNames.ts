import { demangle } from '../profiles/names/demangle';

/** A kernel's name with its namespaces, of the mangled symbol in a PTX file; null for symbols that are no such names. */
export function nameOfSymbol(symbol: string): string | null {
  return demangle(symbol)?.qualifiedName ?? null;
}
