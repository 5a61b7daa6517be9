import type { CheckoutCommand } from '../checkout';

export const train: CheckoutCommand = {
  name: 'train',
  summary:
    "Collects a predictor's training data on the simulator and fits its parameters (source checkout only).",
  needs: 'checkout',
};
