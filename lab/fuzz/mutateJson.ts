import type { RandomStream } from '../../src/stats/random';

/** Stands for a number that JSON can write and no double can hold. */
const HUGE = '@huge';
const MOST_CHANGES = 4;
const MOST_DEPTH = 500;

const VALUES: readonly unknown[] = [
  ...[null, true, false, '', ' ', 'x', '\0', '\u001B[2J', 'a'.repeat(5000), '__proto__'],
  ...[0, -0, -1, 1, 0.5, 2 ** 31, 2 ** 53, 1e308, 5e-324, HUGE, [], {}, [[]], [null], { x: 1 }],
  ...['1e9', 'n*n*n*n', '('.repeat(2000), '1/0', 'blockIdx.x+'.repeat(500), '../../etc/passwd', '/dev/zero'],
];

type Node = Record<string, unknown>;

/** JSON text like a document, with up to four of its values changed, left out, doubled or moved. */
export function mutatedJson(document: unknown, random: RandomStream): string {
  const root: Node = { document: structuredClone(document) };
  for (let left = 1 + random.below(MOST_CHANGES); left > 0; left--) change(root, random);
  return JSON.stringify(root['document'] ?? null).replaceAll(`"${HUGE}"`, '1e999');
}

function change(root: Node, random: RandomStream): void {
  const places = placesIn(root);
  const place = places[random.below(places.length)]!;
  const [node, key] = place;
  const value = node[key];
  switch (random.below(6)) {
    case 0:
      if (Array.isArray(node)) node.splice(Number(key), 1);
      else if (node !== root) Reflect.deleteProperty(node, key);
      return;
    case 1:
      if (Array.isArray(node)) node.splice(Number(key), 0, structuredClone(value));
      else Object.assign(node, { [`${key} `]: structuredClone(value) });
      return;
    case 2: {
      const [from, name] = places[random.below(places.length)]!;
      node[key] = structuredClone(from[name]);
      return;
    }
    case 3:
      node[key] = nested(value, 1 + random.below(MOST_DEPTH));
      return;
    default:
      // A copy: later changes would change the list of values, and could make one a part of itself.
      node[key] = structuredClone(VALUES[random.below(VALUES.length)]);
  }
}

/** Every value of a document, by what holds it. */
function placesIn(root: Node): (readonly [Node, string])[] {
  const places: (readonly [Node, string])[] = [];
  const waiting = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop())
    for (const [key, value] of Object.entries(node)) {
      places.push([node, key]);
      if (typeof value === 'object' && value !== null) waiting.push(value as Node);
    }
  return places;
}

function nested(value: unknown, depth: number): unknown {
  let whole: unknown = value;
  for (let level = 0; level < depth; level++) whole = [whole];
  return whole;
}
