import { isMessage, plain, type Words } from '../../kernel/message';
import { groupBy } from '../../stats/grouping';

/** What is said of several things in the same words, once with the names of all of them. */
export function saidOnce(all: readonly Words[]): readonly Words[] {
  return [...groupBy(all, withoutName).values()].map((alike) => {
    const names = [...new Set(alike.flatMap((each) => nameIn(each) ?? []))];
    const [first] = alike as [Words];
    return isMessage(first) && names.length > 1
      ? { ...first, values: { ...first.values, name: names } }
      : first;
  });
}

/** What a message is about, where that is a name in it. */
function nameIn(words: Words): string | null {
  const name = isMessage(words) ? words.values?.['name'] : undefined;
  return typeof name === 'string' ? name : null;
}

function withoutName(words: Words): string {
  return isMessage(words) && nameIn(words) !== null
    ? plain({ ...words, values: { ...words.values, name: '' } })
    : plain(words);
}
