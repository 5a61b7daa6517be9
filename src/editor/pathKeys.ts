/**
 * A name for each folder of a workspace, under which the paths of its files begin: its own, without `/`, and with a
 * number where another one before it has that name.
 */
export function folderKeys(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const own = name.replaceAll('/', '_');
    let key = own;
    for (let number = 2; taken.has(key); number++) key = `${own} (${number})`;
    taken.add(key);
    return key;
  });
}

const SCHEME = /^[a-z][a-z0-9+.-]+:/i;

/** Whether a key is a whole URI: files whose names begin like one have `./` in front. */
export const isUriKey = (key: string): boolean => SCHEME.test(key);

/** The key of a path below a folder. */
export const keyOfPath = (path: string): string => (SCHEME.test(path) ? `./${path}` : path);
