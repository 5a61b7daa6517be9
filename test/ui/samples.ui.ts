import { TIMED_BLOCKS } from '../support/timedBlocks';
import { StandInCompiler } from './standInCompiler';
import { STREAMS_SAMPLES } from './samples';
import { answers } from './scenarios/answers';
import { failures } from './scenarios/failures';
import { measuring } from './scenarios/measure';
import { profiles } from './scenarios/profile';
import { tasks } from './scenarios/tasks';
import { Workbench } from './workbench';

const SAMPLES = [...STREAMS_SAMPLES, 'bfs', 'profiles/hotspot.metrics.csv', 'scenarios', 'transpose'];

/** What a user meets in the bundled samples, in one window: opening one costs as much as a scenario. */
describe('the bundled samples', () => {
  let workbench: Workbench;
  const compiler = new StandInCompiler();

  before(async () => {
    workbench = await Workbench.open({ 'corun.nvcc.path': compiler.path }, TIMED_BLOCKS, SAMPLES);
  });
  after(async () => {
    await workbench.close();
    compiler.dispose();
  });

  answers(() => workbench);
  profiles(() => workbench);
  tasks(() => workbench);
  failures(() => workbench);
  measuring(() => workbench);
});
