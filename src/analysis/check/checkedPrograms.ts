import type { CheckedProgram } from '../results/checkResult';
import { keptTimeline } from '../results/keptTimeline';
import type { ApplicationResult } from '../results/timelineResult';

/** Spans of one timeline, at most: more than half the pixels of its picture. */
const MOST_OF_ONE = 1000;

/** Spans of all timelines together, at most, each about 20 bytes as JSON: VS Code keeps them in its own storage. */
const MOST_OF_ALL = 10_000;

/** Programs with their times and bars, as a later state is held against them. */
export function checkedPrograms(applications: readonly ApplicationResult[]): readonly CheckedProgram[] {
  const most = Math.min(MOST_OF_ONE, Math.floor(MOST_OF_ALL / Math.max(applications.length, 1)));
  return applications.map(({ name, path, line, predicted, measured }) => {
    const timeline = predicted ?? measured;
    return {
      name,
      path,
      line,
      timeNs: timeline?.makespanNs ?? null,
      origin: timeline?.origin ?? null,
      timeline: timeline === null ? null : keptTimeline(timeline, most),
    };
  });
}
