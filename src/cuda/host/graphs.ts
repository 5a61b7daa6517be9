import type { HostCall } from './hostCall';

interface Capture {
  readonly stream: string;
  /** Number of calls in front of it. */
  readonly from: number;
}

/** Calls of one graph, and the stream that they were captured from; null for a graph that is put together by nodes. */
interface Graph {
  readonly calls: HostCall[];
  stream: string | null;
}

/** The graphs of a program: captured from streams or put together by nodes, and run as often as they are launched. */
export class Graphs {
  private readonly byName = new Map<string, Graph>();
  private readonly captures: Capture[] = [];

  /** @param from number of calls so far */
  begin(stream: string, from: number): void {
    this.captures.push({ stream, from });
  }

  /** Makes a graph of what was called since the capture began; the program itself ran none of it. */
  end(stream: string, graph: string, calls: HostCall[]): void {
    const at = this.captures.findLastIndex((capture) => capture.stream === stream);
    const [capture] = at < 0 ? [] : this.captures.splice(at);
    if (capture === undefined) return;
    this.byName.set(graph, { calls: calls.splice(capture.from), stream });
  }

  add(graph: string, call: HostCall): void {
    const known = this.byName.get(graph) ?? { calls: [], stream: null };
    this.byName.set(graph, known);
    known.calls.push(call);
  }

  instantiate(executable: string, graph: string): void {
    const known = this.byName.get(graph);
    if (known !== undefined) this.byName.set(executable, known);
  }

  /** The calls of a graph as a launch of it in a stream makes them. */
  launched(executable: string, stream: string): readonly HostCall[] {
    const graph = this.byName.get(executable);
    if (graph === undefined) return [];
    return graph.calls.map((call): HostCall => {
      const isMain = graph.stream === null || call.stream === graph.stream;
      return isMain ? { ...call, stream } : call;
    });
  }
}
