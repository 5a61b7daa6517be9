import type { GpuResult } from '../../analysis/results/workspaceResults';
import { say } from '../say';

/** How the numbers of a GPU are known. */
export const knownText = ({ id, name, known }: GpuResult): string =>
  say('screen.gpuKnown', { id, name, ...known });
