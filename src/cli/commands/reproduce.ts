import type { CheckoutCommand } from '../checkout';
import { message } from '../../kernel/message';

export const reproduce: CheckoutCommand = {
  name: 'reproduce',
  summary: message('cli.reproduce.summary'),
  needs: 'checkout',
};
