// Child processes that never outlive us: each in a process group of its own, ended as one.
import { spawn } from 'node:child_process';

const GRACE_MS = 3_000;

/**
 * Starts a command in its own process group, which ends when `stop()` is called or this process ends.
 * Returns `{ child, stop, ended }`; `ended()` says how the command ended, undefined while it runs.
 */
export function spawnGroup(file, args, options) {
  const child = spawn(file, args, { ...options, detached: true });
  let end;
  const closed = new Promise((resolve) => {
    child.once('error', (error) => resolve((end = `cannot run ${file}: ${error.message}`)));
    child.once('close', (code, signal) => resolve((end ??= signal ? `signal ${signal}` : `exit ${code}`)));
  });
  const kill = (signal) => {
    try {
      if (child.pid) process.kill(-child.pid, signal);
    } catch {
      // The group is gone already.
    }
  };
  const release = killWithUs(kill);
  const stop = async () => {
    release();
    kill('SIGTERM');
    const force = setTimeout(() => kill('SIGKILL'), GRACE_MS);
    await closed;
    clearTimeout(force);
    // A grandchild that ignored the first signal.
    kill('SIGKILL');
  };
  return { child, stop, closed, ended: () => end };
}

/** Kills at the end of this process and on the signals that would end it; returns how to take that back. */
function killWithUs(kill) {
  const onExit = () => kill('SIGKILL');
  const onSignal = (signal) => process.exit(signal === 'SIGINT' ? 130 : 143);
  process.once('exit', onExit);
  process.once('SIGINT', onSignal);
  process.once('SIGTERM', onSignal);
  process.once('SIGHUP', onSignal);
  return () => {
    process.off('exit', onExit);
    process.off('SIGINT', onSignal);
    process.off('SIGTERM', onSignal);
    process.off('SIGHUP', onSignal);
  };
}
