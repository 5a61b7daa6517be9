import type { WorkspaceResults } from './workspaceResults';

/**
 * Results in which equal parts stand once. Pairs of kernels share most of what they rest on: the 60 kernels of a
 * large workspace take 22 MB as JSON and less than 1 MB like this, which is what travels to the dashboard with
 * every simulation and what is stored.
 */
export interface PackedResults {
  /** Parts before what is made of them; the last one is the whole. */
  readonly nodes: readonly Node[];
}

/**
 * A text, a number, a truth value or null as it is; a list as −1 and the indices of its items; an object as the
 * index of the list of its field names and then those of their values.
 */
type Node = string | number | boolean | null | readonly number[];

const LIST = -1;

/** Fields that are undefined are left out, as JSON does. */
export function packResults(results: WorkspaceResults): PackedResults {
  const packer = new Packer();
  packer.add(results);
  return { nodes: packer.nodes };
}

/**
 * The inverse of `packResults`; equal parts are the same object.
 *
 * @param shown what stands for a part in the results, e.g. words for a message; called once for equal parts
 */
export function unpackResults(
  { nodes }: PackedResults,
  shown: (part: unknown) => unknown = (part) => part,
): WorkspaceResults {
  const values: unknown[] = [];
  for (const node of nodes) values.push(isComposed(node) ? shown(composed(node, values)) : node);
  return values.at(-1) as WorkspaceResults;
}

/** Lists that every snapshot has. */
const LISTS: readonly (keyof WorkspaceResults)[] = [
  'files',
  'applications',
  'predictors',
  'unavailable',
  'together',
  'profiles',
  'advice',
  'assumptions',
];

/**
 * Whether a value is what `packResults` makes: parts of earlier parts alone, and of the whole the lists. What stands in
 * them is not looked at.
 */
export function isPackedResults(value: unknown): value is PackedResults {
  if (typeof value !== 'object' || value === null || !('nodes' in value)) return false;
  const { nodes } = value;
  return Array.isArray(nodes) && nodes.every(isNode) && hasLists(nodes as readonly Node[]);
}

function isNode(node: unknown, index: number, nodes: readonly unknown[]): boolean {
  if (!Array.isArray(node)) return node === null || ['string', 'number', 'boolean'].includes(typeof node);
  const [shape, ...items] = node as readonly unknown[];
  const isEarlier = (part: unknown): boolean =>
    typeof part === 'number' && Number.isInteger(part) && part >= 0 && part < index;
  return (
    items.every(isEarlier) &&
    (shape === LIST || (isEarlier(shape) && isShape(nodes, shape as number, items.length)))
  );
}

/** Whether a part is the list of as many field names. */
function isShape(nodes: readonly unknown[], index: number, fields: number): boolean {
  const names = nodes[index];
  if (!Array.isArray(names) || names[0] !== LIST || names.length !== fields + 1) return false;
  return names.slice(1).every((name: number) => typeof nodes[name] === 'string');
}

function hasLists(nodes: readonly Node[]): boolean {
  const whole = nodes.at(-1);
  if (!isComposed(whole!) || whole[0] === LIST) return false;
  const names = nodes[whole[0]!] as readonly number[];
  const places = new Map(names.slice(1).map((name, at) => [nodes[name], nodes[whole[at + 1]!]]));
  return LISTS.every((name) => {
    const list = places.get(name);
    return isComposed(list!) && list[0] === LIST;
  });
}

function isComposed(node: Node): node is readonly number[] {
  return Array.isArray(node);
}

function composed([shape, ...items]: readonly number[], values: readonly unknown[]): unknown {
  const parts = items.map((index) => values[index]);
  if (shape === LIST) return parts;
  const names = values[shape!] as readonly string[];
  return Object.fromEntries(names.map((name, index) => [name, parts[index]]));
}

class Packer {
  readonly nodes: Node[] = [];
  private readonly plain = new Map<Node, number>();
  /** Lists and objects by the indices that they are made of. */
  private readonly made = new Map<string, number>();
  private readonly shapes = new Map<string, number>();
  /** Objects that stand in many places are looked at once. */
  private readonly seen = new WeakMap<object, number>();

  add(value: unknown): number {
    if (typeof value !== 'object' || value === null)
      return this.node(this.plain, value as Node, value as Node);
    const known = this.seen.get(value);
    if (known !== undefined) return known;
    const index = Array.isArray(value) ? this.list(value) : this.object(value);
    this.seen.set(value, index);
    return index;
  }

  private list(items: readonly unknown[]): number {
    return this.composite([LIST, ...items.map((item) => this.add(item ?? null))]);
  }

  private object(value: object): number {
    const node = [0];
    const names: string[] = [];
    for (const [name, field] of Object.entries(value)) {
      if (field === undefined) continue;
      names.push(name);
      node.push(this.add(field));
    }
    node[0] = this.shape(names);
    return this.composite(node);
  }

  /** The index of a list of field names; most objects have one that was seen before. */
  private shape(names: readonly string[]): number {
    const key = JSON.stringify(names);
    const index = this.shapes.get(key) ?? this.list(names);
    this.shapes.set(key, index);
    return index;
  }

  private composite(node: readonly number[]): number {
    return this.node(this.made, node.join(), node);
  }

  private node<K>(indices: Map<K, number>, key: K, node: Node): number {
    const index = indices.get(key) ?? this.nodes.push(node) - 1;
    indices.set(key, index);
    return index;
  }
}
