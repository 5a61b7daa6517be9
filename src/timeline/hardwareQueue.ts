/** Operations that reach their executor in the order of issue: each waits until it is the first. */
export class HardwareQueue<T> {
  private readonly nodes: T[] = [];
  private head = 0;

  push(node: T): void {
    this.nodes.push(node);
  }

  get first(): T | undefined {
    return this.nodes[this.head];
  }

  shift(): void {
    this.head++;
    if (this.head < 1024) return;
    this.nodes.splice(0, this.head);
    this.head = 0;
  }
}
