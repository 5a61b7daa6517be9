import { createHash } from 'node:crypto';
import { readBytes } from '../../files/readText';
import type { Words } from '../../kernel/message';

/** What caches of a workspace are made with. */
export interface CacheOptions {
  /** Where they are stored; null where nothing can be. */
  readonly folder: string | null;
  /** Tells the product that stores from every other one. */
  readonly stamp: () => Promise<string>;
  /** Is told when something could not be stored: it is worked out again another time. */
  readonly note: (line: Words) => void;
}

/**
 * SHA-256 of the code that makes answers, in hex: the bundles hold the figures of GPUs as well, so that nothing
 * that was changed in them leaves old answers behind.
 *
 * @param bundles files that are read once, when the stamp is first asked for
 */
export function productStamp(bundles: readonly string[]): () => Promise<string> {
  let known: Promise<string> | null = null;
  return () => (known ??= stampOfFiles(bundles));
}

async function stampOfFiles(files: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of files) hash.update(await readBytes(file));
  return hash.digest('hex');
}
