import { message } from '../../kernel/message';
import type { ProfileBuilder } from '../builder';
import type { SqliteDatabase } from '../sqlite/database';

/**
 * Metrics of a recording stand under numbers that only CUPTI on the same GPU can name: they are counted and
 * told, with the command that prints them by name, and no value is guessed.
 */
export async function readRecordedMetrics(database: SqliteDatabase, builder: ProfileBuilder): Promise<void> {
  const ids = new Set<number>();
  let values = 0;
  for (const name of ['CUPTI_ACTIVITY_KIND_METRIC', 'CUPTI_ACTIVITY_KIND_METRIC_INSTANCE']) {
    const table = database.table(name);
    if (table === null) continue;
    const id = table.at('id');
    await database.scan(table, (row) => {
      const number = row.integer(id);
      if (number !== null) ids.add(number);
      values++;
    });
  }
  if (values === 0) return;
  const listed = [...ids].sort((a, b) => a - b).map((id) => `0x${id.toString(16)}`);
  builder.warnings.add('metric-numbers', message('profiles.metricNumbers', { ids: listed }));
  builder.markPartial(message('profiles.metricsByNumber', { values, path: builder.path }));
}
