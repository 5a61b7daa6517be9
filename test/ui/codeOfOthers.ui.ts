import { codeOfOthers } from './scenarios/foreign';
import { FOREIGN_FILES } from './scenarios/foreignFiles';
import { OPEN_SIZES, openSizes } from './scenarios/sizes';
import { Workbench } from './workbench';

/** What a user meets in code that was not written for Corun, in one window. */
describe('code of others', () => {
  let workbench: Workbench;

  before(async () => {
    const settings = {
      'corun.gpu': 'gtx-950',
      'corun.simulation.enabled': true,
      'corun.simulation.maxKernels': 9,
    };
    workbench = await Workbench.open(settings, { ...FOREIGN_FILES, 'open.cu': OPEN_SIZES });
  });
  after(() => workbench.close());

  codeOfOthers(() => workbench);
  openSizes(() => workbench);
});
