// Property tests draw the same cases in every run, so that what a commit's tests say is of the commit.
// CORUN_SEED=random draws others; CORUN_SEED=N repeats a run of those.
import { createRequire } from 'node:module';

// The tests are bundled as CommonJS, which has a fast-check of its own.
const fc = createRequire(import.meta.url)('fast-check');

const wanted = process.env.CORUN_SEED ?? '1';
const seed = wanted === 'random' ? Date.now() % 2 ** 31 : Number(wanted);
if (!Number.isInteger(seed))
  throw new Error(`CORUN_SEED: expected a whole number or 'random', got '${wanted}'`);
fc.configureGlobal({ seed });
if (wanted === 'random') console.log(`CORUN_SEED=${seed}`);
