import fs from 'node:fs';
import path from 'node:path';
import { createRandom, type RandomStream } from '../../src/stats/random';
import { writeLongProfile, type LongProfile } from '../profiles/longProfile';

/** How large a workspace is written. */
export interface WorkspaceSize {
  /** Files that end with `.cu`. */
  readonly sources: number;
  readonly profiles: number;
  readonly bytesPerProfile: number;
  readonly seed: number;
}

const FOLDERS = ['samples', 'suite'];
const SOURCE = /\.(cu|cuh|h)$/;
const KINDS: readonly LongProfile[] = ['trace', 'metrics', 'kineto'];
const KERNEL = /__global__\s+void\s+(?:__launch_bounds__\s*\([^)]*\)\s*)?(\w+)/g;

/**
 * Writes a large workspace: the programs of `workloads` with their headers, again and again, each time with other
 * names of kernels and other powers of two in their macros, and profiles in turn of three tools.
 *
 * @param root the checkout
 */
export async function writeWorkspace(root: string, folder: string, size: WorkspaceSize): Promise<void> {
  const texts = programTexts(path.join(root, 'workloads'));
  const kernels = new Set(
    [...texts.values()].flatMap((text) => [...text.matchAll(KERNEL)].map((match) => match[1]!)),
  );
  const random = createRandom(size.seed);
  let left = size.sources;
  for (let copy = 0; left > 0; copy++)
    for (const [file, text] of texts) {
      if (file.endsWith('.cu') && left-- <= 0) continue;
      const target = path.join(folder, `part${copy}`, file);
      fs.mkdirSync(path.dirname(target), { recursive: true });
      fs.writeFileSync(target, copyOf(text, kernels, copy, random));
    }
  const names = [...kernels].map((name) => `${name}_0(float*, int)`);
  fs.mkdirSync(path.join(folder, 'profiles'));
  for (let at = 0; at < size.profiles; at++) {
    const kind = KINDS[at % KINDS.length]!;
    const file = path.join(folder, 'profiles', `profile${at}.${kind === 'kineto' ? 'json' : 'csv'}`);
    await writeLongProfile(file, kind, size.bytesPerProfile, names);
  }
}

function programTexts(folder: string): ReadonlyMap<string, string> {
  const files = FOLDERS.flatMap((part) =>
    fs
      .readdirSync(path.join(folder, part), {
        recursive: true,
        encoding: 'utf8',
      })
      .map((file) => path.join(part, file)),
  );
  const sources = files.filter((file) => SOURCE.test(file)).sort();
  return new Map(sources.map((file) => [file, fs.readFileSync(path.join(folder, file), 'utf8')]));
}

function copyOf(text: string, kernels: ReadonlySet<string>, copy: number, random: RandomStream): string {
  const renamed = text.replace(/\w+/g, (word) => (kernels.has(word) ? `${word}_${copy}` : word));
  return renamed.replace(/^(#define \w+ )(\d+)$/gm, (line, head: string, digits: string) => {
    const value = Number(digits);
    const isPower = value >= 64 && Number.isInteger(Math.log2(value));
    return isPower ? `${head}${value << random.below(2)}` : line;
  });
}
