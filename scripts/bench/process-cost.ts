import { readdirSync, readFileSync } from 'node:fs';

/** @returns milliseconds of processor time that the work took, over all threads of this process */
export async function cpuMsOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** @returns the same for this thread only, without garbage collection or file cleanup in other threads */
export async function threadCpuMsOf(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/** Linux counts in hundredths of a second. */
const MS_A_TICK = 10;

/** @returns milliseconds of processor time that another process has used since it began, over all its threads */
export function cpuMsOfProcess(pid: number): number {
  // The name of the program is in parentheses and may contain anything.
  const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '');
  const [user, system] = afterName.split(' ').slice(11, 13);
  return (Number(user) + Number(system)) * MS_A_TICK;
}

/** @returns milliseconds of processor time that the programs of this process have used, to the microsecond */
export function cpuMsOfPrograms(): number {
  const ids = readdirSync('/proc/self/task').flatMap((task) =>
    readFileSync(`/proc/self/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
  );
  const programs = ids.filter((id) =>
    readFileSync(`/proc/${id}/comm`, 'utf8').startsWith('prover-'),
  );
  const nanoseconds = programs.map((id) =>
    Number(readFileSync(`/proc/${id}/schedstat`, 'utf8').split(' ')[0]),
  );
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e6;
}

/** @returns how much memory another process uses */
export function residentMiB(pid: number): number {
  const kib = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kib ?? Number.NaN) / 1_024;
}
