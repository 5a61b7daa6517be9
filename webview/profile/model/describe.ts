import type { ProfilePage } from '../../../src/analysis/profileProtocol';
import { say } from '../../../src/words';

const TOOLS: Readonly<Record<string, string>> = {
  nvprof: 'nvprof',
  ncu: 'Nsight Compute',
  nsys: 'Nsight Systems',
  ptxas: 'ptxas',
  computeprof: 'COMPUTE_PROFILE',
  kineto: 'PyTorch profiler (Kineto)',
  nvvp: 'Visual Profiler',
  pgi: 'PGI profiler',
};

const WORDS: Readonly<Record<string, string>> = {
  gpu: 'GPU',
  api: 'API',
  rep: say('webview.profile.report'),
  sqlite: 'SQLite',
};

/** A format id as words: `nvprof-csv-gpu-trace` → `nvprof GPU trace, CSV`; several joined by `+`. */
export function formatText(format: string): string {
  return format.split('+').map(oneFormat).join(' + ');
}

function oneFormat(id: string): string {
  const [tool = '', ...rest] = id.split('-');
  if (!Object.hasOwn(TOOLS, tool)) return id.replaceAll('-', ' ');
  const form = rest[0] === 'csv' ? ', CSV' : rest[0] === 'text' ? say('webview.profile.text') : '';
  const kind = (form === '' ? rest : rest.slice(1)).map((word) =>
    Object.hasOwn(WORDS, word) ? WORDS[word] : word,
  );
  return [TOOLS[tool], ...kind].join(' ') + form;
}

/** The commands that a reason names, in its order: what follows `with:` up to the end of the clause. */
export function commandsIn(reason: string): readonly string[] {
  const pattern = /\bwith: ((?:"(?:\\.|[^"\\])*"|[^"();])+)/g;
  return [...reason.matchAll(pattern)].map((match) => match[1]!.trim());
}

/** What files with grouped rows have to say about it; null for a file that is listed one by one. */
export function groupedNote({ groupedEvents }: ProfilePage): string | null {
  const { kernels, transfers, api } = groupedEvents;
  const parts = [
    grouped(kernels, say('webview.profile.launches'), say('webview.profile.kernelAndLaunchShape')),
    grouped(transfers, say('webview.profile.transfers'), say('webview.profile.directionAndStream')),
    grouped(api, say('webview.profile.apiCalls'), say('webview.profile.functionWord')),
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : say('webview.profile.thisTraceIsLong', { parts: parts.join('; ') });
}

function grouped(events: number | undefined, what: string, by: string): string | null {
  return events === undefined
    ? null
    : say('webview.profile.areSummedBy', { events: events.toLocaleString('en-US'), what, by });
}
