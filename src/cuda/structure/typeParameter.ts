import { KeptAnswer, type Circumstances } from '../constants/memo';
import { resolvedType } from '../constants/resolvedType';
import type { CallArgument, TypeSymbol } from '../constants/scope';
import { bareType } from '../constants/types';

/** The questions for types that are open, one for the answer to the other. */
class OpenQuestions {
  private depth = 0;
  /** The outermost question that was met once more while the innermost one was being answered. */
  private met = Infinity;
  /** How often open questions were met. */
  meetings = 0;

  /** To be told when a question is met while it is open, by its place. */
  meet(place: number): void {
    this.met = Math.min(this.met, place);
    this.meetings++;
  }

  /** Answers a question; an answer is whole where no question around it was met. */
  answer<T>(find: (place: number, isWhole: () => boolean) => T): T {
    const before = this.met;
    const place = this.depth++;
    this.met = Infinity;
    const isWhole = (): boolean => this.met >= place;
    try {
      return find(place, isWhole);
    } finally {
      this.depth--;
      this.met = isWhole() ? before : Math.min(before, this.met);
    }
  }
}

const QUESTIONS = new OpenQuestions();

/** The types that all known calls give a type parameter, each once. */
class GivenTypes {
  private readonly kept = new KeptAnswer<readonly string[]>();
  private place: number | null = null;

  constructor(
    private readonly circumstances: () => Circumstances,
    private readonly calls: () => readonly CallArgument[] | null,
  ) {}

  /** Each caller's types are those of its own callers: found anew each time, they would cost a power of the depth. */
  get all(): readonly string[] {
    const circumstances = this.circumstances();
    const known = this.kept.under(circumstances);
    if (known !== null) return known.answer;
    // A function that calls itself asks for its own.
    if (this.place !== null) {
      QUESTIONS.meet(this.place);
      return [];
    }
    return QUESTIONS.answer((place, isWhole) => {
      this.place = place;
      try {
        return this.kept.find(circumstances, () => this.found(), isWhole);
      } finally {
        this.place = null;
      }
    });
  }

  private found(): readonly string[] {
    return [...new Set((this.calls() ?? []).flatMap(typesCalled))];
  }
}

/**
 * What a call names a type: of a type parameter of the caller all that this is called with, where those are several, and
 * nothing where that is what is being asked: a function that calls itself with its own type tells no other.
 */
function typesCalled({ text, scope }: CallArgument): readonly string[] {
  const found = scope.lookup(bareType(text))?.symbol;
  const before = QUESTIONS.meetings;
  const types = found?.kind === 'type' && found.target === null ? (found.types?.() ?? []) : [];
  if (types.length === 0 && QUESTIONS.meetings > before) return [];
  return types.length > 1 ? types : [resolvedType(text, scope)];
}

/** A type parameter stands for its default, else for the type that all known calls give it. */
export function typeParameter(
  name: string,
  fallback: string | undefined,
  circumstances: () => Circumstances,
  calls: () => readonly CallArgument[] | null,
): TypeSymbol {
  if (fallback !== undefined) return { kind: 'type', name, target: fallback, members: [] };
  const given = new GivenTypes(circumstances, calls);
  return {
    kind: 'type',
    name,
    members: [],
    calls,
    types: () => given.all,
    get target() {
      const [type, ...others] = given.all;
      return type === undefined || others.length > 0 || type === name ? null : type;
    },
  };
}
