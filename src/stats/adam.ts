/** Step sizes of Adam (Kingma and Ba, ICLR 2015); the defaults are the paper's but for the rate. */
export interface AdamOptions {
  readonly rate: number;
  readonly decay1?: number;
  readonly decay2?: number;
  readonly epsilon?: number;
}

/** Minimises a function of many parameters from noisy gradients. */
export class Adam {
  private readonly first: Float64Array;
  private readonly second: Float64Array;
  private steps = 0;

  constructor(
    private readonly parameters: Float64Array,
    private readonly options: AdamOptions,
  ) {
    this.first = new Float64Array(parameters.length);
    this.second = new Float64Array(parameters.length);
  }

  /**
   * Moves the parameters against a gradient.
   *
   * @param rateScale factor on the rate, for schedules
   */
  step(gradient: Float64Array, rateScale = 1): void {
    const { rate, decay1 = 0.9, decay2 = 0.999, epsilon = 1e-8 } = this.options;
    const { parameters, first, second } = this;
    this.steps++;
    const correction1 = 1 - decay1 ** this.steps;
    const correction2 = 1 - decay2 ** this.steps;
    for (let i = 0; i < parameters.length; i++) {
      const slope = gradient[i]!;
      first[i] = decay1 * first[i]! + (1 - decay1) * slope;
      second[i] = decay2 * second[i]! + (1 - decay2) * slope * slope;
      const deviation = Math.sqrt(second[i]! / correction2) + epsilon;
      parameters[i]! -= (rateScale * rate * (first[i]! / correction1)) / deviation;
    }
  }
}
