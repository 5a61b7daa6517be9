import type { CheckoutCommand } from '../checkout';
import { message } from '../../kernel/message';

export const train: CheckoutCommand = {
  name: 'train',
  summary: message('cli.train.summary'),
  needs: 'checkout',
};
