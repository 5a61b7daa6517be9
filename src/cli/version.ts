import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { distFolder } from './distFolder';

/** Name and version of the package that this command line belongs to. */
export async function version(): Promise<string> {
  const manifest = await readFile(path.join(distFolder(), '..', 'package.json'), 'utf8');
  const { name, version: number } = JSON.parse(manifest) as { name: string; version: string };
  return `${name} ${number}`;
}
