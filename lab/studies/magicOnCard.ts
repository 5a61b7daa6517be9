// Queues of measured applications that an H100 ran as schedulers planned them, against what was told of each plan before.
//   npm run study -- magic-on-card [--write]                    writes the tables of docs/queue-scheduling.md
//   npm run study -- magic-on-card --plan FOLDER [--queues N] [--from N] [--policies ID,ID…]   writes what the conductor of lab/hardware/card is to run
//   npm run study -- magic-on-card --raw FOLDER…                makes lab/data/h100_queues.json of what it printed
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { writeWhole } from '../../src/files/writeFile';
import { condensedQueues } from '../magic/onCard/condense';
import { queuesOnCard } from '../magic/onCard/measured';
import { cardPlanFiles } from '../magic/onCard/planFiles';
import { replayTable } from '../magic/onCard/replay';
import { queueTables, toldErrorTable } from '../magic/onCard/table';
import { writeBlock } from '../reportBlocks';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();
const PAGE = path.join(ROOT, 'docs/queue-scheduling.md');
const { values } = parseArgs({
  options: {
    plan: { type: 'string' },
    queues: { type: 'string', default: '6' },
    from: { type: 'string', default: '0' },
    policies: { type: 'string' },
    raw: { type: 'string', multiple: true },
    write: { type: 'boolean', default: false },
  },
});
if (values.plan !== undefined) {
  fs.mkdirSync(values.plan, { recursive: true });
  const only = values.policies?.split(',');
  const isWanted = (policy: string): boolean => only?.includes(policy) ?? true;
  for (const [name, content] of await cardPlanFiles(
    ROOT,
    Number(values.queues),
    Number(values.from),
    isWanted,
  ))
    await writeWhole(path.join(values.plan, name), content);
} else {
  if (values.raw !== undefined) {
    const { about, gpu, scripts } = queuesOnCard(ROOT);
    const lines = values.raw.flatMap(condensedQueues).map((queue) => JSON.stringify(queue));
    const fields = Object.entries({ about, gpu, scripts }).map(
      ([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`,
    );
    const text = `{\n ${[...fields, `"queues": [\n  ${lines.join(',\n  ')}\n ]`].join(',\n ')}\n}\n`;
    fs.writeFileSync(path.join(ROOT, 'lab/data/h100_queues.json'), text);
  }
  const { queues } = queuesOnCard(ROOT);
  const blocks = {
    'card-queues': queueTables(queues),
    'card-queues-told': toldErrorTable(queues),
    'card-queues-rules': replayTable(ROOT, queues),
  };
  for (const [name, text] of Object.entries(blocks)) {
    console.log(text);
    if (values.write) await writeBlock(PAGE, name, text);
  }
}
