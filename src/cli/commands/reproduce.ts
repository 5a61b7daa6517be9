import type { CheckoutCommand } from '../checkout';

export const reproduce: CheckoutCommand = {
  name: 'reproduce',
  summary: "Repeats a paper's evaluation and prints it beside the paper's numbers (source checkout only).",
  needs: 'checkout',
};
