import { say } from '../say';

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
  sqlite: 'SQLite',
};

/** A format id as words: `nvprof-csv-gpu-trace` → `nvprof GPU trace, CSV`; several joined by `+`. */
export function formatText(format: string): string {
  return format.split('+').map(oneFormat).join(' + ');
}

function oneFormat(id: string): string {
  const [tool = '', ...rest] = id.split('-');
  if (!Object.hasOwn(TOOLS, tool)) return id.replaceAll('-', ' ');
  const form = rest[0] === 'csv' ? ', CSV' : rest[0] === 'text' ? say('report.profileText') : '';
  const kind = (form === '' ? rest : rest.slice(1)).map((word) =>
    word === 'rep' ? say('report.profileReport') : Object.hasOwn(WORDS, word) ? WORDS[word] : word,
  );
  return [TOOLS[tool], ...kind].join(' ') + form;
}
