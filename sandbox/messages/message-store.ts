import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createQueue } from '../processes/create-queue.ts';
import type { Message } from './message.ts';

/** Messages, newest first. */
export interface MessageStore {
  list(): readonly Message[];
  find(id: string): Message | null;
  /** Resolves when it is durable. */
  add(message: Message): Promise<void>;
  /** Removes these, or all of them when null. */
  remove(ids: ReadonlySet<string> | null): Promise<void>;
}

const MOST = 500;

/**
 * Opens the newest 500 messages of a file, one JSON text per line; a line truncated by a crash is skipped. Rejects
 * when the file cannot be read or written.
 */
export async function openMessageStore(file: string): Promise<MessageStore> {
  await mkdir(dirname(file), { recursive: true });
  let messages = (await readLines(file)).slice(-MOST).reverse();
  let lines = 0;
  await rewrite();
  const inOrder = createQueue();
  async function rewrite(): Promise<void> {
    const text = messages.toReversed().map((message) => `${JSON.stringify(message)}\n`);
    await writeFile(`${file}.new`, text.join(''));
    await rename(`${file}.new`, file);
    lines = messages.length;
  }
  return {
    list: () => messages,
    find: (id) => messages.find(({ ID }) => ID === id) ?? null,
    add(message) {
      messages = [message, ...messages].slice(0, MOST);
      return inOrder(async () => {
        lines += 1;
        if (lines > 2 * MOST) await rewrite();
        else await appendFile(file, `${JSON.stringify(message)}\n`);
      });
    },
    remove(ids) {
      messages = ids === null ? [] : messages.filter(({ ID }) => !ids.has(ID));
      return inOrder(rewrite);
    },
  };
}

async function readLines(file: string): Promise<Message[]> {
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return '';
    throw cause;
  });
  return text.split('\n').flatMap((line) => {
    try {
      return line === '' ? [] : [JSON.parse(line) as Message];
    } catch {
      return [];
    }
  });
}
