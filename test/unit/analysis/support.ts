import fs from 'node:fs';
import path from 'node:path';
import type { FileResult, WorkspaceResults } from '../../../src/analysis/results/workspaceResults';
import { AnalysisSession } from '../../../src/analysis/session';
import { openProfile } from '../../../src/analysis/nodeFiles';
import {
  DEFAULT_SETTINGS,
  type AnalysisSettings,
  type ProfileInput,
} from '../../../src/analysis/workspaceState';

const root = process.env['CORUN_ROOT'] ?? process.cwd();

/** A session with the parser of node_modules. */
export function testSession(): Promise<AnalysisSession> {
  const module = (name: string) => fs.readFileSync(path.join(root, 'node_modules', name));
  const parser = {
    core: module('web-tree-sitter/web-tree-sitter.wasm'),
    cuda: module('tree-sitter-cuda/tree-sitter-cuda.wasm'),
  };
  return AnalysisSession.create({ parser, openProfile });
}

export interface TestWorkspace {
  /** Sources by path. */
  readonly sources: Readonly<Record<string, string>>;
  /** Profile texts by path. */
  readonly profiles?: Readonly<Record<string, string>>;
  readonly settings?: Partial<AnalysisSettings>;
}

/** Analyses a small workspace from nothing, for an H100 unless the settings say otherwise. */
export async function analyzed({
  sources,
  profiles = {},
  settings = {},
}: TestWorkspace): Promise<WorkspaceResults> {
  const session = await testSession();
  return session.analyze({
    sources: new Map(Object.entries(sources)),
    profiles: new Map(Object.entries(profiles).map(([name, text]) => [name, profileBytes(text)])),
    settings: { ...DEFAULT_SETTINGS, gpu: 'h100-sxm', ...settings },
  });
}

export function profileBytes(text: string): ProfileInput {
  return { kind: 'bytes', bytes: new TextEncoder().encode(text), stamp: text };
}

/** The results of one source `a.cu`. */
export async function analyzedFile(
  source: string,
  settings: Partial<AnalysisSettings> = {},
): Promise<FileResult> {
  return (await analyzed({ sources: { 'a.cu': source }, settings })).files[0]!;
}

/** What ptxas prints of one kernel. */
export function ptxasLog(name: string, architecture: string, registers: number, sharedBytes = 0): string {
  const shared = sharedBytes > 0 ? `, ${sharedBytes} bytes smem` : '';
  return [
    `ptxas info    : Compiling entry function '${name}' for '${architecture}'`,
    `ptxas info    : Function properties for ${name}`,
    '    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads',
    `ptxas info    : Used ${registers} registers${shared}, 360 bytes cmem[0]`,
    '',
  ].join('\n');
}
