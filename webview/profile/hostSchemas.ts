import * as v from 'valibot';
import type { ProfileHostMessage } from '../../src/analysis/profileProtocol';
import { list, share, words, type MessageSchemas } from '../hostMessage';

/** Fields by the names in the file, which are not looked at. */
const byName = v.object({});

/** Messages to the page of a profile. */
export const PROFILE_SCHEMAS: MessageSchemas<ProfileHostMessage> = {
  reading: v.object({ fraction: v.nullable(share) }),
  page: v.object({
    page: v.object({
      path: v.string(),
      format: v.string(),
      status: v.picklist(['full', 'partial', 'refused', 'empty']),
      reason: v.optional(words),
      device: v.nullable(v.string()),
      kernels: list,
      transfers: list,
      api: list,
      ranges: v.optional(list),
      warnings: list,
      groupedEvents: v.object({}),
      metricUnits: byName,
      readings: byName,
      operations: list,
      devices: list,
    }),
  }),
  joins: v.object({
    joins: v.object({
      sources: v.record(v.string(), list),
      counted: v.optional(list),
      otherGpu: v.nullable(v.object({ id: v.string(), name: v.string() })),
      analyzed: v.nullable(v.boolean()),
    }),
  }),
  failed: v.object({ reason: words }),
};
