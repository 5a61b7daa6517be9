import path from 'node:path';
import { readJson } from '../files/json';
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
  const manifest = await readJson(path.join(distFolder(), '..', 'package.json'));
  return manifest as { name: string; version: string };
}
