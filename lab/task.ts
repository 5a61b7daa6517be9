// One task of a job array: node lab-task.js BATCH.json
import { runBatch } from './sweep/slurm/runBatch';
import { runJob } from './sweep/kinds';

void runBatch(process.argv[2]!, runJob, (line) => console.error(line)).then((failed) => {
  process.exitCode = failed === 0 ? 0 : 1;
});
