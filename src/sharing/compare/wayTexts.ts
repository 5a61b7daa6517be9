import { message } from '../../kernel/message';
import type { ApplyText } from '../applied/appliedSplit';
import { programOf } from '../applied/mps';
import type { Contender } from './way';

type Pair = readonly [Contender, Contender];

/** Both launches in one stream, or in a stream of each. */
export function streamsText(pair: Pair, apart: boolean): ApplyText {
  const streams = apart ? ['first', 'second'] : ['stream', 'stream'];
  const made = [...new Set(streams)].flatMap((stream) => [
    `cudaStream_t ${stream};`,
    `cudaStreamCreateWithFlags(&${stream}, cudaStreamNonBlocking);`,
  ]);
  const launches = pair.map(({ name }, at) => `${name}<<<grid, block, 0, ${streams[at]}>>>(…);`);
  const title = message(apart ? 'sharing.streamsTitle' : 'sharing.oneStreamTitle');
  return { title, language: 'cpp', code: [...made, ...launches].join('\n') };
}

/** Both programs at the same time, with MPS or without. */
export function programsText(pair: Pair, mps: boolean): ApplyText {
  const start = mps ? ['nvidia-cuda-mps-control -d'] : [];
  const programs = pair.map(({ name }) => `${programOf(name)} &`);
  const title = message(mps ? 'sharing.mpsPlainTitle' : 'sharing.turnsTitle');
  return { title, language: 'shell', code: [...start, ...programs].join('\n') };
}

/** Both programs, the second when the first has ended. */
export function programsInTurnText(pair: Pair): ApplyText {
  const code = pair.map(({ name }) => programOf(name)).join(' && ');
  return { title: message('sharing.programsInTurnTitle'), language: 'shell', code };
}

/** Both programs as host threads of one process: their default streams must not wait for each other. */
export function oneProcessText(pair: Pair): ApplyText {
  const entries = pair.map(({ name }) => `${name.replaceAll(/\W+/g, '_')}Main`);
  const code = [
    '// built with nvcc --default-stream per-thread',
    `std::thread first(${entries[0]}), second(${entries[1]});`,
    'first.join();',
    'second.join();',
  ];
  return { title: message('sharing.oneProcessTitle'), language: 'cpp', code: code.join('\n') };
}
