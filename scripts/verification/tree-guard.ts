import { once } from 'node:events';
import { endTree, waitForTree } from './process-tree.ts';

// Started next to a program, in its own session: `node tree-guard.ts MARK GRACE_MS`. When its standard input
// ends, it ends the program's process tree. That happens however the process at the other end of the pipe ends,
// SIGKILL included. Prints what an ended program left running.

/** By the word received on standard input. Processes of a killed copy of the product may take half a minute to end. */
const endsByItselfWithinMs: Readonly<Record<string, number>> = { exited: 40_000, died: 0 };

const [mark = '', graceMs = ''] = process.argv.slice(2);
let input = '';
process.stdin.on('data', (chunk: Buffer) => {
  input += chunk.toString();
});
await once(process.stdin, 'close');
if (mark !== '') {
  const waitMs = endsByItselfWithinMs[input];
  const left = waitMs === undefined ? [] : await waitForTree(mark, waitMs);
  await endTree(mark, Number.parseInt(graceMs, 10));
  // No one reads this when the other process was killed.
  process.stdout.on('error', () => undefined);
  process.stdout.write(left.map(({ pid, command }) => `${pid} ${command}\n`).join(''));
}
