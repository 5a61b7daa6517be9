import type * as vscode from 'vscode';
import type { SeparateJob } from '../../../src/analysis/worker/client';
import { CancelledError } from '../../../src/analysis/worker/workerHandle';

/** An emitter like the editor's that keeps what it told. */
export class FakeEmitter<T> implements vscode.EventEmitter<T> {
  readonly told: T[] = [];
  readonly event = (): vscode.Disposable => ({ dispose: () => undefined });

  fire(value: T): void {
    this.told.push(value);
  }

  dispose(): void {
    this.told.length = 0;
  }
}

/** A promise that the test settles. */
export class Deferred<T> {
  resolve: (value: T) => void = () => undefined;
  reject: (reason: Error) => void = () => undefined;

  readonly promise = new Promise<T>((resolve, reject) => {
    this.resolve = resolve;
    this.reject = reject;
  });
}

/** A job that ends when the test says so. */
export class FakeJob<T> implements SeparateJob<T> {
  readonly outcome = new Deferred<T>();
  readonly result = this.outcome.promise;
  isCancelled = false;

  cancel(): void {
    this.isCancelled = true;
    this.outcome.reject(new CancelledError());
  }
}

/** Lets everything that waits for what has happened go on. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
