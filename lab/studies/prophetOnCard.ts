// Holds kernels that share SMs against kernels on SMs of their own, on pairs of kernels measured on an H100.
//   npm run study -- prophet-on-card   some three minutes of processor time
import { requireGpu } from '../../src/gpu/findGpu';
import { prophet } from '../../src/predictors/prophet/latencies';
import { errorsOf } from '../hardware/applications/errors';
import { measuredApplications } from '../hardware/applications/measured';
import { predictedPairs, tracedSetting } from '../hardware/applications/together';
import { spread } from '../prophet/spread/latencies';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();
const measured = measuredApplications(ROOT);
const setting = measured.settings.find(({ id }) => id === 'kernels-mps')!;
const traced = await tracedSetting(ROOT, measured, setting);
for (const predictor of [prophet, spread]) {
  const { pairs, starved } = predictedPairs(traced, requireGpu(measured.gpu), predictor, false);
  console.log(predictor.id, { ...errorsOf(pairs), noAnswer: starved });
}
