import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseSass, type SassInstruction } from './sass';

/** The architecture whose machine code the study counts; its constant bank is what the emulator knows. */
export const STUDY_ARCHITECTURE = 'sm_80';

/** Byte offset of the first kernel parameter in constant bank 0 on sm_80. */
export const PARAMETER_BASE = 0x160;

/** Why the study cannot run here, or null when compiler and disassembler are at hand. */
export function missingTool(): string | null {
  for (const tool of ['nvcc', 'cuobjdump', 'nvdisasm']) {
    if (spawnSync(tool, ['--version']).status !== 0) return `${tool} is not on the PATH`;
  }
  return null;
}

/** First line of the compiler's version that names a release. */
export function compilerVersion(): string {
  const text = execFileSync('nvcc', ['--version'], { encoding: 'utf8' });
  return /release .*/.exec(text)?.[0] ?? 'unknown release';
}

/** Compiles a CUDA source and disassembles its kernels. */
export function disassemble(source: string): ReadonlyMap<string, readonly SassInstruction[]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'corun-mix-'));
  try {
    const [input, cubin] = [path.join(folder, 'study.cu'), path.join(folder, 'study.cubin')];
    fs.writeFileSync(input, source);
    execFileSync('nvcc', ['-cubin', `-arch=${STUDY_ARCHITECTURE}`, '-std=c++17', '-o', cubin, input], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const listing = execFileSync('cuobjdump', ['-sass', cubin], {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return parseSass(listing);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
