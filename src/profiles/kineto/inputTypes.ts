import type { ByteTexts } from '../json/texts';

/** Several lists of types under one name. */
const SEVERAL = -2;

/** Types of what generated kernels work on, by the number of their names: those of the operators that are called alike. */
export class InputTypes {
  private readonly byName = new Map<number, number>();

  constructor(private readonly types: ByteTexts) {}

  /** Notes the types of an operator; -1 for none. */
  note(name: number, types: number): void {
    if (types < 0) return;
    const known = this.byName.get(name) ?? types;
    this.byName.set(name, known === types ? types : SEVERAL);
  }

  /** Types under a name, without scalars; empty where there are none, or several lists of them. */
  of(name: number): readonly string[] {
    const number = this.byName.get(name) ?? SEVERAL;
    if (number === SEVERAL) return [];
    try {
      const list: unknown = JSON.parse(this.types.text(number));
      return Array.isArray(list) ? list.filter((type) => typeof type === 'string' && /[a-z]/.test(type)) : [];
    } catch {
      return [];
    }
  }
}
