import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { endProcess } from './end-process.ts';
import { identifyProcess, isStillRunning, type ProcessIdentity } from './process-identity.ts';

const seen: ProcessIdentity[] = [];
afterEach(async () => {
  for (const identity of seen.splice(0)) await endProcess(identity);
});

const program = (name: string) => JSON.stringify(join(import.meta.dirname, name));
const startsChild = `
  import { spawn } from 'node:child_process';
  import { reapOnExit } from ${program('reap-on-exit.ts')};
  const asleep = ['--eval', 'setInterval(() => undefined, 1000)'];
  const child = spawn(process.execPath, asleep, { detached: true, stdio: 'ignore' });
  reapOnExit(child);
  console.log(child.pid);
`;

test('a child of a process that was killed ends', async () => {
  const { parent, announced } = await startProgram(startsChild);
  process.kill(parent.pid, 'SIGKILL');
  await expectGone(announced);
});

test('a child of a process that exits by itself ends', async () => {
  const { announced } = await startProgram(`${startsChild} setTimeout(() => process.exit(), 200);`);
  await expectGone(announced);
});

test('a process is notified when its parent is killed', async () => {
  const watches = `
    import { watchParent } from ${program('watch-parent.ts')};
    watchParent(undefined, () => process.exit());
    setInterval(() => undefined, 1000);
    console.log(process.pid);
  `;
  const { parent, announced } = await startProgram(`
    import { spawn } from 'node:child_process';
    const watching = ['--input-type=module', '--eval', ${JSON.stringify(watches)}];
    spawn(process.execPath, watching, { stdio: ['ignore', 'inherit', 'ignore'] });
  `);
  process.kill(parent.pid, 'SIGKILL');
  await expectGone(announced);
});

/** @returns the program, and the process whose pid it printed on its first line. */
async function startProgram(
  code: string,
): Promise<{ readonly parent: ProcessIdentity; readonly announced: ProcessIdentity }> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const parent = identifyProcess(child.pid ?? 0);
  const [line] = await once(createInterface(child.stdout), 'line');
  const announced = identifyProcess(Number(line));
  if (parent === null || announced === null) throw new Error('A process ended early.');
  seen.push(parent, announced);
  return { parent, announced };
}

async function expectGone(identity: ProcessIdentity): Promise<void> {
  for (let look = 0; look < 100 && isStillRunning(identity); look += 1) await sleep(100);
  expect(isStillRunning(identity)).toBe(false);
}
