import * as v from 'valibot';
import { DASHBOARD_VIEWS, type HostMessage } from '../../src/analysis/protocol';
import { isPackedResults } from '../../src/analysis/results/packedResults';
import { SHARING_MODES } from '../../src/kernel/prediction';
import { list, share, words, type MessageSchemas } from '../hostMessage';

/** Fields that are not looked at. */
const fields = v.object({});
const answer = v.nullable(fields);
const fraction = v.nullable(share);

/** What states of questions have in common. */
const asked = { request: answer, busy: v.boolean(), error: v.nullable(words) };
const progress = { phase: words, fraction };
const fileRun = v.object({
  path: v.nullable(v.string()),
  busy: v.boolean(),
  ...progress,
  report: answer,
  error: v.nullable(words),
});

/** Messages to the dashboard. */
export const DASHBOARD_SCHEMAS: MessageSchemas<HostMessage> = {
  results: v.object({ results: v.custom(isPackedResults) }),
  choices: v.object({
    gpus: v.array(v.object({ id: v.string(), name: v.string() })),
    modes: v.array(v.picklist(SHARING_MODES)),
  }),
  activity: v.object({
    activity: v.object({
      busy: v.boolean(),
      message: words,
      fraction,
      background: v.boolean(),
      error: v.nullable(words),
    }),
  }),
  share: v.object({ share: v.object({ ...asked, answer, ofPrograms: answer }) }),
  yields: v.object({ yields: v.object({ ...asked, trials: list, answer }) }),
  compare: v.object({ compare: v.object({ ...asked, result: answer }) }),
  colocate: v.object({ colocate: v.object({ ...asked, ...progress, result: answer }) }),
  scenario: v.object({ scenario: fileRun }),
  queue: v.object({ queue: fileRun }),
  whatIf: v.object({ whatIf: v.object({ ...asked, result: answer }) }),
  editor: v.object({ path: v.string() }),
  focus: v.object({
    view: v.picklist(DASHBOARD_VIEWS),
    kernelId: v.nullable(v.string()),
    application: v.optional(v.string()),
    question: v.optional(fields),
  }),
};
