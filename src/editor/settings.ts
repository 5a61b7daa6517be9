import { availableParallelism, homedir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { SharingMode } from '../kernel/prediction';
import { SOURCE_GLOB } from '../analysis/sourceKinds';
import type { AnalysisSettings } from '../analysis/workspaceState';
import type { CompilerSettings } from './nvcc/invocation';

function configuration(): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration('corun');
}

/** What the settings say that changes answers. */
export function readAnalysisSettings(): Omit<AnalysisSettings, 'paired'> {
  const settings = configuration();
  return {
    gpu: settings.get<string>('gpu', 'auto'),
    mode: settings.get<SharingMode>('sharingMode', 'streams'),
    // A copy: what the editor hands out is a proxy, which cannot be sent to a worker.
    assumptions: { ...settings.get<Record<string, number | string>>('assumptions', {}) },
    defaultThreadsPerBlock: settings.get<number>('defaults.threadsPerBlock', 256),
    defaultRegistersPerThread: settings.get<number>('defaults.registersPerThread', 32),
  };
}

/** What is simulated without being asked for. */
export interface SimulationSettings {
  readonly enabled: boolean;
  readonly maxKernels: number;
}

export function readSimulationSettings(): SimulationSettings {
  const settings = configuration();
  return {
    enabled: settings.get<boolean>('simulation.enabled', true),
    maxKernels: Math.max(1, Math.min(40, Math.floor(settings.get<number>('simulation.maxKernels', 10)))),
  };
}

/** Simulations that run at the same time: half of the cores, as a machine is also used for other things. */
export function simulationThreads(): number {
  return Math.max(1, Math.min(4, Math.ceil(availableParallelism() / 2)));
}

/** Which files are looked at. */
export interface FileSettings {
  readonly sources: string;
  readonly profiles: string;
  readonly exclude: string;
  readonly maxSourceBytes: number;
}

export function readFileSettings(): FileSettings {
  const settings = configuration();
  return {
    sources: settings.get<string>('files.sources', SOURCE_GLOB),
    profiles: settings.get<string>('files.profiles', ''),
    exclude: settings.get<string>('files.exclude', ''),
    maxSourceBytes: settings.get<number>('files.maxSourceMB', 8) * 1_000_000,
  };
}

/** The compiler that the user may let run; off unless turned on. */
export function readCompilerSettings(): CompilerSettings {
  const settings = configuration();
  return {
    enabled: settings.get<boolean>('nvcc.enabled', false),
    path: settings.get<string>('nvcc.path', 'nvcc'),
    flags: [...settings.get<readonly string[]>('nvcc.flags', [])],
  };
}

/** Folder with trained models of the user's own; null where there is none. */
export function readModelFolder(): string | null {
  const given = configuration().get<string>('models.folder', '').trim();
  return given === '' ? null : fromWorkspace(given);
}

/** Files that describe GPUs of the user's own. */
export function readGpuPaths(): readonly string[] {
  const given = configuration().get<readonly unknown[]>('gpuFiles', []);
  return given.flatMap((one) =>
    typeof one === 'string' && one.trim() !== '' ? [fromWorkspace(one.trim())] : [],
  );
}

/** A relative path starts at the first folder of the workspace. */
function fromWorkspace(given: string): string {
  const first = vscode.workspace.workspaceFolders?.[0]?.uri;
  return path.resolve(first?.scheme === 'file' ? first.fsPath : homedir(), given);
}

export const LENS_KINDS = ['kernelClass', 'blockSize', 'coRun', 'ownSms', 'measured', 'launch'] as const;
export type LensKind = (typeof LENS_KINDS)[number];

/** The lens kinds that are switched on. */
export function enabledLenses(): ReadonlySet<LensKind> {
  const settings = configuration();
  if (!settings.get<boolean>('codeLens.enabled', true)) return new Set();
  return new Set(LENS_KINDS.filter((kind) => settings.get<boolean>(`codeLens.${kind}`, true)));
}

export function diagnosticsEnabled(): boolean {
  return configuration().get<boolean>('diagnostics.enabled', true);
}

/** What the manifest says of each value of a setting, in the editor's language. */
interface DescribedSetting {
  readonly enum?: readonly string[];
  readonly enumDescriptions?: readonly string[];
}

interface Manifest {
  readonly contributes: {
    readonly configuration: { readonly properties: Readonly<Record<string, DescribedSetting>> };
  };
}

/** Values of a setting with their descriptions, as the settings editor shows them. */
export function describedValues(name: string): ReadonlyMap<string, string> {
  const manifest = vscode.extensions.getExtension('corun.corun')?.packageJSON as Manifest | undefined;
  const setting = manifest?.contributes.configuration.properties[name];
  return new Map(setting?.enum?.map((value, at) => [value, setting.enumDescriptions?.[at] ?? '']));
}

/** Writes a setting where the user would look for it: the workspace if there is one. */
export async function writeSetting(key: string, value: unknown): Promise<void> {
  const target = vscode.workspace.workspaceFolders
    ? vscode.ConfigurationTarget.Workspace
    : vscode.ConfigurationTarget.Global;
  await configuration().update(key, value, target);
}

/** Replaces (or, with null, forgets) the user's values for assumptions, by their keys. */
export async function writeAssumptions(given: ReadonlyMap<string, number | string | null>): Promise<void> {
  const current = Object.entries(configuration().get<Record<string, number | string>>('assumptions', {}));
  const others = current.filter(([name]) => !given.has(name));
  const set = [...given].filter(([, value]) => value !== null);
  await writeSetting('assumptions', Object.fromEntries([...others, ...set]));
}
