import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { distFolder } from './distFolder';

/** Name and version of the package that this command line belongs to. */
export async function version(): Promise<string> {
  const { name, version: number } = await manifestOf();
  return `${name} ${number}`;
}

/** The version alone. */
export async function versionNumber(): Promise<string> {
  return (await manifestOf()).version;
}

async function manifestOf(): Promise<{ readonly name: string; readonly version: string }> {
  const manifest = await readFile(path.join(distFolder(), '..', 'package.json'), 'utf8');
  return JSON.parse(manifest) as { name: string; version: string };
}
