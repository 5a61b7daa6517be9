import type { ProfileFile } from '../kernel/profile';
import type { GpuResult } from './results/workspaceResults';

/** A profile file as its read-only editor shows it: listed rows only, long traces come grouped. */
export type ProfilePage = Omit<ProfileFile, 'kernelEvents' | 'transferEvents' | 'apiEvents'> & {
  /** Events behind the grouped rows, where the file is too long to list one by one. */
  readonly groupedEvents: { readonly kernels?: number; readonly transfers?: number; readonly api?: number };
  /** For each kernel name in the file: where the sources define it; several when ambiguous. */
  readonly sources: Readonly<Record<string, readonly { readonly path: string; readonly line: number }[]>>;
  /** The chosen GPU, when the file was recorded on another one. */
  readonly otherGpu: Pick<GpuResult, 'id' | 'name'> | null;
};

/** Extension host → profile editor. */
export type ProfileHostMessage =
  | { readonly type: 'reading'; readonly fraction: number | null }
  | { readonly type: 'page'; readonly page: ProfilePage }
  | { readonly type: 'failed'; readonly reason: string };

/** Profile editor → extension host. */
export type ProfileEditorMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'reveal'; readonly path: string; readonly line: number }
  | { readonly type: 'revealRow'; readonly line: number }
  | { readonly type: 'copy'; readonly text: string; readonly what: string }
  | { readonly type: 'save'; readonly suggestedName: string; readonly text: string };
