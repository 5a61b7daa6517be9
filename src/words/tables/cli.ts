import type { Table } from '../entry';

/** What src/cli has to say. */
export const cli = {
  'cli.checkoutOnly':
    '{name} is part of a source checkout, the package comes without it; it runs as node dist/cli.js {name} in a clone that was built (npm ci && npm run build)',
} as const satisfies Table;
