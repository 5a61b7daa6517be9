import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { PtxModule } from '../../../src/cuda/ptx/module';
import { parsePtx } from '../../../src/cuda/ptx/parsePtx';
import { InputError } from '../../../src/kernel/result';
import { ARCHITECTURE, assembledRegisters } from '../lowering/compiled';

/** Folders beside a source, or above it, that its headers are often in. */
const HEADER_FOLDERS = ['', 'common', 'include', 'inc', 'utilities', 'util', 'utils', 'src', 'common/inc'];

/** Calls that are gone from the runtime, and what took their place. */
const RENAMED = ['-DcudaThreadSynchronize=cudaDeviceSynchronize', '-DcudaThreadExit=cudaDeviceReset'];
const MOST_HEADERS = 20;

/** What stands in for a missing header: names of types of which variables are declared. */
const STUBS: Readonly<Record<string, string>> = {
  'cublas_v2.h':
    'typedef struct cublasContext *cublasHandle_t; typedef int cublasStatus_t; typedef int cublasComputeType_t;',
  'cublasLt.h': 'typedef struct cublasLtContext *cublasLtHandle_t;',
};

/** Texts in the place of those on disk, by path from the root. */
export type ChangedTexts = ReadonlyMap<string, string>;

/**
 * Sources of a folder, compiled as they are or with other texts for some of them; the folder is not touched. Headers
 * that are missing are taken as empty; where a source does not compile then, its device functions alone do.
 */
export class CompileTree {
  private readonly root: string;
  private readonly kept = new Map<string, PtxModule | null>();
  private readonly texts = new Map<PtxModule, string>();
  private readonly registers = new Map<PtxModule, ReadonlyMap<string, number>>();

  /** @param flags that nvcc gets besides, as where it is not to choose which products and sums it makes one */
  constructor(
    folder: string,
    private readonly flags: readonly string[] = [],
  ) {
    this.root = fs.mkdtempSync(path.join(os.tmpdir(), 'corun-tree-'));
    fs.cpSync(folder, this.root, { recursive: true });
    fs.mkdirSync(this.stubs);
  }

  /** PTX of a source; null where it does not compile here. `deviceSides` gives texts without host functions. */
  compile(source: string, changed: ChangedTexts, deviceSides: () => ChangedTexts): PtxModule | null {
    const key = JSON.stringify([source, ...[...changed].sort()]);
    const known = this.kept.get(key);
    if (known !== undefined) return known;
    const made =
      this.with(changed, () => this.compiled(source)) ??
      this.with(new Map([...changed, ...deviceSides()]), () => this.compiled(source));
    this.kept.set(key, made);
    return made;
  }

  /** Registers that ptxas gives a kernel of a module made here; null where it takes none of the module's code. */
  registersOf(module: PtxModule, entry: string): number | null {
    if (!this.registers.has(module)) this.registers.set(module, this.assembled(module));
    return this.registers.get(module)!.get(entry) ?? null;
  }

  close(): void {
    fs.rmSync(this.root, { recursive: true, force: true });
  }

  private get stubs(): string {
    return path.join(this.root, '.missing');
  }

  private with<T>(changed: ChangedTexts, action: () => T): T {
    const place = (file: string): string => path.join(this.root, file);
    const originals = [...changed.keys()].map((file) => [file, fs.readFileSync(place(file))] as const);
    try {
      for (const [file, text] of changed) fs.writeFileSync(place(file), text);
      return action();
    } finally {
      for (const [file, text] of originals) fs.writeFileSync(place(file), text);
    }
  }

  private compiled(source: string): PtxModule | null {
    const always = ['-x', 'cu', '-ptx', `-arch=${ARCHITECTURE}`, '-std=c++17', '-w', ...RENAMED];
    const flags = [...always, ...this.flags];
    for (let made = 0; made < MOST_HEADERS; made++) {
      const { status, stdout, stderr } = spawnSync(
        'nvcc',
        [...flags, ...this.includes(source), '-o', '-', path.join(this.root, source)],
        { encoding: 'utf8', maxBuffer: 1 << 28, timeout: 60_000 },
      );
      if (status === 0) return this.read(stdout, source);
      const header = /error: ([\w./+-]+): No such file/.exec(stderr)?.[1];
      const folder = header?.startsWith('..') ? path.join(this.root, path.dirname(source)) : this.stubs;
      const stub = path.join(folder, header ?? '');
      if (header === undefined || !stub.startsWith(this.root) || fs.existsSync(stub)) return null;
      fs.mkdirSync(path.dirname(stub), { recursive: true });
      fs.writeFileSync(stub, STUBS[header] ?? '');
    }
    return null;
  }

  private includes(source: string): string[] {
    const folders: string[] = [];
    for (let folder = path.dirname(source); ; folder = path.dirname(folder)) {
      folders.push(...HEADER_FOLDERS.map((name) => path.join(this.root, folder, name)));
      if (folder === '.') break;
    }
    return [...folders.filter((folder) => fs.existsSync(folder)), this.stubs].map((folder) => `-I${folder}`);
  }

  /** Null for PTX with what our reader does not know. */
  private read(text: string, source: string): PtxModule | null {
    try {
      const module = parsePtx(text, source);
      this.texts.set(module, text);
      return module;
    } catch (error) {
      if (error instanceof InputError) return null;
      throw error;
    }
  }

  private assembled(module: PtxModule): ReadonlyMap<string, number> {
    try {
      return assembledRegisters(this.texts.get(module)!);
    } catch {
      return new Map();
    }
  }
}
