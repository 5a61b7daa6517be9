/** Processor time of this process in seconds: unlike the wall clock it is fair on a shared machine. */
export function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
