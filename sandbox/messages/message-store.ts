import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Message } from './message.ts';

/** Messages, the newest first. */
export interface MessageStore {
  list(): readonly Message[];
  find(id: string): Message | null;
  /** Resolves when it will still be there after a restart. */
  add(message: Message): Promise<void>;
  clear(): Promise<void>;
}

const MOST = 500;

/** Opens the messages of a file, one JSON text a line; a line that a crash cut off is left out. */
export async function openMessageStore(file: string): Promise<MessageStore> {
  await mkdir(dirname(file), { recursive: true });
  let messages = (await readLines(file)).slice(-MOST).reverse();
  let turn = rewrite();
  let lines = messages.length;
  async function rewrite(): Promise<void> {
    const text = messages.toReversed().map((message) => `${JSON.stringify(message)}\n`);
    await writeFile(`${file}.new`, text.join(''));
    await rename(`${file}.new`, file);
    lines = messages.length;
  }
  await turn;
  return {
    list: () => messages,
    find: (id) => messages.find(({ ID }) => ID === id) ?? null,
    add(message) {
      messages = [message, ...messages].slice(0, MOST);
      turn = turn.then(async () => {
        lines += 1;
        if (lines > 2 * MOST) await rewrite();
        else await appendFile(file, `${JSON.stringify(message)}\n`);
      });
      return turn;
    },
    clear() {
      messages = [];
      turn = turn.then(rewrite);
      return turn;
    },
  };
}

async function readLines(file: string): Promise<Message[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    try {
      return line === '' ? [] : [JSON.parse(line) as Message];
    } catch {
      return [];
    }
  });
}
