import { areSame, type Circumstances } from '../constants/memo';

/**
 * Which of the files that one includes defines a name: a source that includes a hundred headers asks all of them for
 * each name that none has. Found once for each name while the circumstances are the same.
 */
export class DefiningFiles {
  private found = new Map<string, string | null>();
  private under: Circumstances = [];

  /** The path of the first file that `has` the name; null for none. */
  of(name: string, circumstances: Circumstances, paths: Iterable<string>, has: Has): string | null {
    if (!areSame(circumstances, this.under)) {
      this.found = new Map();
      this.under = circumstances;
    }
    const known = this.found.get(name);
    if (known !== undefined) return known;
    const path = first(paths, (one) => has(one, name));
    // A part of a variable (`config.block`) comes to be known when something is given to it.
    if (path !== null || !/[.[]/.test(name)) this.found.set(name, path);
    return path;
  }
}

type Has = (path: string, name: string) => boolean;

function first(paths: Iterable<string>, isIt: (path: string) => boolean): string | null {
  for (const path of paths) if (isIt(path)) return path;
  return null;
}
