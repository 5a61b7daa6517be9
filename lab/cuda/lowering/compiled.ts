import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export const ARCHITECTURE = 'sm_80';

/** Why there is nothing to compare with here, or null when the compiler is at hand. */
export function missingCompiler(): string | null {
  return spawnSync('nvcc', ['--version']).status === 0 ? null : 'nvcc is not on the PATH';
}

/** What the compiler made of one kernel. */
export interface CompiledKernel {
  /** As a workload names it: `multiplyTiles<16>`. */
  readonly name: string;
  readonly registers: number;
  /** Memory instructions by space and direction (`ld.global`); null for code with loops, which counts do not describe. */
  readonly memory: Readonly<Record<string, number>> | null;
}

/** Compiles CUDA text as `compileKernels` does a file. */
export function compileText(text: string): readonly CompiledKernel[] {
  return withSource(text, compileKernels);
}

/** Does something with CUDA text as a file. */
export function withSource<Result>(text: string, action: (source: string) => Result): Result {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'corun-source-'));
  try {
    const source = path.join(folder, 'kernels.cu');
    fs.writeFileSync(source, text);
    return action(source);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** The PTX that nvcc makes of a source. */
export function compilePtx(source: string): string {
  return execFileSync(
    'nvcc',
    ['-x', 'cu', '-ptx', `-arch=${ARCHITECTURE}`, '-std=c++17', '-o', '-', source],
    {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
}

/** Compiles a source with nvcc and ptxas. */
export function compileKernels(source: string): readonly CompiledKernel[] {
  const ptx = compilePtx(source);
  return kernelsOf(ptx, assembledRegisters(ptx));
}

/** Registers of the kernels of PTX by the names of their entries, as ptxas gives them out. */
export function assembledRegisters(text: string): ReadonlyMap<string, number> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'corun-registers-'));
  try {
    const ptx = path.join(folder, 'kernels.ptx');
    fs.writeFileSync(ptx, text);
    const log = path.join(folder, 'log');
    const output = fs.openSync(log, 'w');
    execFileSync('ptxas', ['-v', `-arch=${ARCHITECTURE}`, '-o', '/dev/null', ptx], {
      stdio: ['ignore', 'ignore', output],
    });
    fs.closeSync(output);
    const entries = fs
      .readFileSync(log, 'utf8')
      .matchAll(/Compiling entry function '(\w+)'[\s\S]*?Used (\d+) registers/g);
    return new Map([...entries].map(([, entry, count]) => [entry!, Number(count)]));
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

function kernelsOf(ptx: string, registers: ReadonlyMap<string, number>): CompiledKernel[] {
  return [...ptx.matchAll(/\.entry (\w+)\([\s\S]*?\n\{([\s\S]*?)\n\}/g)].flatMap(([, entry, body]) => {
    const name = writtenName(entry!);
    const used = registers.get(entry!);
    return name === null || used === undefined ? [] : [{ name, registers: used, memory: memoryOf(body!) }];
  });
}

const TYPE_LETTERS: Readonly<Record<string, string>> = { f: 'float', d: 'double', i: 'int', j: 'unsigned' };

/**
 * `_Z13multiplyTilesILi16EEvPf` as `multiplyTiles<16>`, without namespaces; null for template arguments that are
 * neither numbers nor plain types.
 */
export function writtenName(entry: string): string | null {
  if (!entry.startsWith('_Z')) return entry;
  const names: string[] = [];
  let rest = entry.replace(/^_ZN?/, '');
  const most = entry.startsWith('_ZN') ? Infinity : 1;
  for (let length = /^\d+/.exec(rest)?.[0]; length !== undefined && names.length < most;) {
    names.push(rest.slice(length.length, length.length + Number(length)));
    rest = rest.slice(length.length + Number(length));
    length = /^\d+/.exec(rest)?.[0];
  }
  const name = names.at(-1);
  if (name === undefined) return null;
  if (!rest.startsWith('I')) return name;
  const list = /^I((?:L[ijmb]n?\d+E|[fdij])+)E/.exec(rest);
  if (list === null) return null;
  const parts = [...list[1]!.matchAll(/L[ijmb](n?\d+)E|[fdij]/g)];
  return `${name}<${parts.map(([letter, number]) => number ?? TYPE_LETTERS[letter]!).join(',')}>`;
}

function memoryOf(body: string): Readonly<Record<string, number>> | null {
  const seen = new Set<string>();
  const counts: Record<string, number> = {};
  for (const line of body.split('\n')) {
    const label = /^(\$\w+):/.exec(line)?.[1];
    if (label !== undefined) seen.add(label);
    const target = /\bbra(?:\.uni)?\s+(\$\w+)/.exec(line)?.[1];
    if (target !== undefined && seen.has(target)) return null;
    const access = /^\s*(?:@!?%p\d+\s+)?(ld|st|atom|red)(?:\.volatile)?\.(global|shared)/.exec(line);
    if (access === null) continue;
    const key = `${access[1] === 'red' ? 'atom' : access[1]}.${access[2]}`;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}
