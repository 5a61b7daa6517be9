import { message } from '../../kernel/message';
import type { ApplyText } from '../applied/appliedSplit';
import { programOf } from '../applied/mps';
import type { Contender } from './way';

/** What streams and threads are called. */
const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh'] as const;

/** All launches in one stream, or in a stream of each. */
export function streamsText(contenders: readonly Contender[], apart: boolean): ApplyText {
  const streams = contenders.map((_, at) => (apart ? ORDINALS[at] : 'stream'));
  const made = [...new Set(streams)].flatMap((stream) => [
    `cudaStream_t ${stream};`,
    `cudaStreamCreateWithFlags(&${stream}, cudaStreamNonBlocking);`,
  ]);
  const launches = contenders.map(({ name }, at) => `${name}<<<grid, block, 0, ${streams[at]}>>>(…);`);
  const title = message(apart ? 'sharing.streamsTitle' : 'sharing.oneStreamTitle');
  return { title, language: 'cpp', code: [...made, ...launches].join('\n') };
}

/** All programs at the same time, with MPS or without. */
export function programsText(contenders: readonly Contender[], mps: boolean): ApplyText {
  const start = mps ? ['nvidia-cuda-mps-control -d'] : [];
  const programs = contenders.map(({ name }) => `${programOf(name)} &`);
  const title = message(mps ? 'sharing.mpsPlainTitle' : 'sharing.turnsTitle');
  return { title, language: 'shell', code: [...start, ...programs].join('\n') };
}

/** All programs, each when the one before has ended. */
export function programsInTurnText(contenders: readonly Contender[]): ApplyText {
  const code = contenders.map(({ name }) => programOf(name)).join(' && ');
  return { title: message('sharing.programsInTurnTitle'), language: 'shell', code };
}

/** All programs as host threads of one process: their default streams must not wait for each other. */
export function oneProcessText(contenders: readonly Contender[]): ApplyText {
  const threads = contenders.map(({ name }, at) => `${ORDINALS[at]}(${name.replaceAll(/\W+/g, '_')}Main)`);
  const code = [
    '// built with nvcc --default-stream per-thread',
    `std::thread ${threads.join(', ')};`,
    ...contenders.map((_, at) => `${ORDINALS[at]}.join();`),
  ];
  return { title: message('sharing.oneProcessTitle'), language: 'cpp', code: code.join('\n') };
}
