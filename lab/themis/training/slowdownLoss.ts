import type { DenseNetwork } from '../../../src/stats/denseNetwork';
import type { SampleMatrix } from './samples';

/** α and λ of equation 8. */
const ALPHA = 2;
const LAMBDA = 0.001;

/**
 * Equation 8 over a batch: L_scal + L_inter + α · L_colo + λ · ‖W‖₂. The paper does not say over what its
 * norms run. Here each is the Euclidean norm of the relative errors of the batch over the root of the batch's
 * size, the root mean square: so the balance against λ does not depend on how large a batch is. ‖W‖₂ is the
 * norm itself (not its square) of all weights; biases are left out of it.
 */
export class SlowdownLoss {
  readonly gradient: Float64Array;
  private readonly mask: Uint8Array;
  private readonly slopes = new Float64Array(2);
  private readonly errors: Float64Array;
  private readonly all: Uint32Array;

  /**
   * @param scaled what the network reads for all samples
   * @param logarithms whether its outputs are logarithms of the factors
   */
  constructor(
    private readonly network: DenseNetwork,
    private readonly scaled: Float64Array,
    private readonly samples: SampleMatrix,
    private readonly logarithms = false,
  ) {
    this.gradient = new Float64Array(network.parameters.length);
    this.mask = network.weightMask();
    this.errors = new Float64Array(samples.count * 3);
    this.all = Uint32Array.from({ length: samples.count }, (_, i) => i);
  }

  get count(): number {
    return this.samples.count;
  }

  /** L_scal + L_inter + α · L_colo over all samples. */
  ofAll(): number {
    const [scal, inter, colo] = this.norms(this.all);
    return scal + inter + ALPHA * colo;
  }

  /** Loss of a batch (numbers of samples); its gradient by the parameters is left in `gradient`. */
  withGradient(batch: ArrayLike<number>): number {
    const norms = this.norms(batch);
    this.gradient.fill(0);
    for (let i = 0; i < batch.length; i++) this.addSample(batch[i]!, batch.length, norms);
    return norms[0] + norms[1] + ALPHA * norms[2] + this.regularise();
  }

  private norms(batch: ArrayLike<number>): [number, number, number] {
    const sums: [number, number, number] = [0, 0, 0];
    for (let i = 0; i < batch.length; i++) {
      this.measure(batch[i]!);
      for (let part = 0; part < 3; part++) sums[part]! += this.errors[batch[i]! * 3 + part]! ** 2;
    }
    return sums.map((sum) => Math.sqrt(sum / batch.length)) as [number, number, number];
  }

  /** Notes the relative errors of one sample (scalability, interference, slowdown); the predicted factors. */
  private measure(sample: number): Float64Array {
    const { network, samples, errors } = this;
    const width = network.inputs.length;
    for (let i = 0; i < width; i++) network.inputs[i] = this.scaled[sample * width + i]!;
    const outputs = network.evaluate();
    if (this.logarithms) for (let i = 0; i < 2; i++) outputs[i] = Math.exp(outputs[i]!);
    const scal = samples.scalability[sample]!;
    const inter = samples.interference[sample]!;
    errors[sample * 3] = outputs[0]! / scal - 1;
    errors[sample * 3 + 1] = outputs[1]! / inter - 1;
    errors[sample * 3 + 2] = (outputs[0]! * outputs[1]!) / (scal * inter) - 1;
    return outputs;
  }

  private addSample(sample: number, count: number, norms: readonly [number, number, number]): void {
    const { samples, errors, slopes } = this;
    const outputs = this.measure(sample);
    const scal = samples.scalability[sample]!;
    const inter = samples.interference[sample]!;
    const share = (part: 0 | 1 | 2): number =>
      norms[part] > 0 ? errors[sample * 3 + part]! / (count * norms[part]) : 0;
    const colo = (ALPHA * share(2)) / (scal * inter);
    slopes[0] = share(0) / scal + colo * outputs[1]!;
    slopes[1] = share(1) / inter + colo * outputs[0]!;
    if (this.logarithms) for (let i = 0; i < 2; i++) slopes[i]! *= outputs[i]!;
    this.network.backpropagate(slopes, this.gradient);
  }

  private regularise(): number {
    const { parameters } = this.network;
    let square = 0;
    for (let i = 0; i < parameters.length; i++) if (this.mask[i] === 1) square += parameters[i]! ** 2;
    const norm = Math.sqrt(square);
    if (norm > 0)
      for (let i = 0; i < parameters.length; i++)
        if (this.mask[i] === 1) this.gradient[i]! += (LAMBDA * parameters[i]!) / norm;
    return LAMBDA * norm;
  }
}
