import type { Table } from '../entry';

/** What src/sharing has to say. */
export const sharing: Table = {
  'sharing.simulatedError': 'the simulator, not measured',
  'sharing.simulatedTogether': 'simulated together for {cycles:count} cycles, and alone on the whole GPU',
  'sharing.ofApplication': '{name}: {what}',
};
