import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export const ARCHITECTURE = 'sm_80';

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
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'corun-registers-'));
  try {
    const source = path.join(folder, 'kernels.cu');
    fs.writeFileSync(source, text);
    return compileKernels(source);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Compiles a source with nvcc and ptxas. */
export function compileKernels(source: string): readonly CompiledKernel[] {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'corun-registers-'));
  try {
    const ptx = path.join(folder, 'kernels.ptx');
    execFileSync('nvcc', ['-x', 'cu', '-ptx', `-arch=${ARCHITECTURE}`, '-std=c++17', '-o', ptx, source], {
      stdio: 'ignore',
    });
    const log = path.join(folder, 'log');
    const output = fs.openSync(log, 'w');
    execFileSync('ptxas', ['-v', `-arch=${ARCHITECTURE}`, '-o', '/dev/null', ptx], {
      stdio: ['ignore', 'ignore', output],
    });
    fs.closeSync(output);
    return kernelsOf(fs.readFileSync(ptx, 'utf8'), fs.readFileSync(log, 'utf8'));
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

function kernelsOf(ptx: string, log: string): CompiledKernel[] {
  const registers = new Map<string, number>();
  for (const [, entry, count] of log.matchAll(
    /Compiling entry function '(\w+)'[\s\S]*?Used (\d+) registers/g,
  ))
    registers.set(entry!, Number(count));
  return [...ptx.matchAll(/\.entry (\w+)\([\s\S]*?\n\{([\s\S]*?)\n\}/g)].flatMap(([, entry, body]) => {
    const name = writtenName(entry!);
    const used = registers.get(entry!);
    return name === null || used === undefined ? [] : [{ name, registers: used, memory: memoryOf(body!) }];
  });
}

/** `_Z13multiplyTilesILi16EEvPf` as `multiplyTiles<16>`; null for template arguments that are no numbers. */
function writtenName(entry: string): string | null {
  if (!entry.startsWith('_Z')) return entry;
  const length = /^_Z(\d+)/.exec(entry);
  if (length === null) return null;
  const from = length[0].length;
  const name = entry.slice(from, from + Number(length[1]));
  const rest = entry.slice(from + Number(length[1]));
  if (!rest.startsWith('I')) return name;
  const list = /^I((?:L[ijmb]n?\d+E)+)E/.exec(rest);
  return list === null ? null : `${name}<${[...list[1]!.matchAll(/\d+/g)].join(',')}>`;
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
