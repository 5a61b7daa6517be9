import { message } from '../../kernel/message';
import type { LaunchGroup, ProfileBuilder } from '../builder';
import { trustedShared } from '../checks';
import { NumberRows } from '../columns';
import { trustedLaunch } from '../launch';
import { NamedGroups, type GroupView } from '../namedGroups';
import { NumberMap } from '../numberMap';
import { argument, type EventReader } from './event';
import type { InputTypes } from './inputTypes';
import { hostCall, type TraceLinks } from './links';
import { PLACE, type TracePlaces } from './places';

const COLUMNS = [
  ...(['name', ...PLACE] as const),
  ...(['gridX', 'gridY', 'gridZ', 'blockX', 'blockY', 'blockZ'] as const),
  ...(['registers', 'shared', 'graph'] as const),
] as const;

const [GROUP, START, DURATION, LINK, CORRELATION, LINE] = [0, 1, 2, 3, 4, 5] as const;
const [REGISTERS, SHARED] = [argument('registers per thread'), argument('shared memory')];
const [NUMBER, GRAPH] = [argument('correlation'), argument('graph id')];

/** The kernels of a trace, kept until calls and operators are all known. */
export class Launches {
  private readonly groups = new NamedGroups(COLUMNS);
  private readonly rows = new NumberRows(6);
  private readonly values = new Float64Array(COLUMNS.length);

  constructor(
    private readonly builder: ProfileBuilder,
    private readonly inputTypes: InputTypes,
  ) {}

  get count(): number {
    return this.rows.length;
  }

  add(event: EventReader, startNs: number, durationNs: number, line: number): void {
    const { values } = this;
    values[0] = event.name;
    values.set(event.place, 1);
    values.set(event.grid, 4);
    values.set(event.block, 7);
    values[10] = argumentOf(event, REGISTERS);
    values[11] = argumentOf(event, SHARED);
    values[12] = argumentOf(event, GRAPH);
    const group = this.groups.of(values, line);
    this.rows.push(group, startNs, durationNs, event.link, argumentOf(event, NUMBER), line);
  }

  /** Hands the launches over with what led to them; `breathe` is called now and then. */
  async finish(
    links: TraceLinks,
    places: TracePlaces,
    nameOf: (name: number) => string,
    breathe: () => Promise<void>,
  ): Promise<void> {
    const { store } = this.builder.launches;
    const numbers = new NumberMap();
    const facts = new Map<number, LaunchGroup>();
    for (let row = 0; row < this.rows.length; row++) {
      if (row % BREATH === 0) await breathe();
      const correlation = this.rows.at(row, CORRELATION);
      const call = links.callOf(correlation);
      const operator = links.operatorOf(this.rows.at(row, LINK), correlation, call);
      const own = this.rows.at(row, GROUP);
      const key = own * OPERATORS + operator + 1;
      let group = numbers.get(key);
      if (group < 0) {
        let known = facts.get(own);
        if (known === undefined) facts.set(own, (known = this.group(own, places, nameOf)));
        group = this.builder.launches.addGroup(
          operator < 0 ? known : { ...known, operator: nameOf(operator) },
        );
        numbers.set(key, group);
      }
      store.push(group, this.rows.at(row, START), this.rows.at(row, DURATION), null, this.rows.at(row, LINE));
      if (call !== null) store.setCall(hostCall(call));
    }
  }

  private group(group: number, places: TracePlaces, nameOf: (name: number) => string): LaunchGroup {
    const value = this.groups.view(group);
    const graph = value('graph');
    const name = value('name') ?? -1;
    const inputTypes = this.inputTypes.of(name);
    return {
      name: nameOf(name),
      ...(inputTypes.length > 0 && { inputTypes }),
      ...this.shape(value, this.groups.firstLine(group), places.isForeign),
      ...(graph !== null && graph !== 0 && { graph: String(graph) }),
      ...places.of(value),
      metrics: {},
    };
  }

  /** Launch facts; of GPUs of other makers none, since they count grids and registers in their own ways. */
  private shape(
    value: GroupView<(typeof COLUMNS)[number]>,
    line: number,
    isForeign: boolean,
  ): ReturnType<typeof trustedLaunch> & { sharedBytes?: number } {
    const of = (column: (typeof COLUMNS)[number]): number | null => (isForeign ? null : value(column));
    const launch = trustedLaunch(
      this.builder,
      {
        grid: [of('gridX'), of('gridY'), of('gridZ')],
        block: [of('blockX'), of('blockY'), of('blockZ')],
        registers: of('registers'),
        staticSharedBytes: null,
        dynamicSharedBytes: null,
      },
      line,
    );
    const told = of('shared');
    const sharedBytes = told === null ? null : trustedShared(told, 0);
    if (told !== null && sharedBytes === null)
      this.builder.warnings.add(
        'impossible-launch',
        message('profiles.impossibleLaunch', { what: message('profiles.launch.shared', { bytes: told }) }),
        line,
      );
    return { ...launch, ...(sharedBytes !== null && { sharedBytes }) };
  }
}

const argumentOf = ({ args }: EventReader, place: number): number => args[place] ?? Number.NaN;

/** Rows between two calls of `breathe`. */
const BREATH = 1 << 15;
/** More than any trace has names of operators. */
const OPERATORS = 2 ** 24;
