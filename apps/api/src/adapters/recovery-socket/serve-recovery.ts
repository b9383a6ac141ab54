import { once } from 'node:events';
import { chmod, lstat, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import type { AccountRecovery } from '../../ports/account-recovery.ts';
import { type DataKey, VaultBusy } from '../../ports/key-vault.ts';
import { type Message, readFrame, toFrame } from './frames.ts';
import { type RequestName, requests, toText } from './messages.ts';

interface Reply {
  readonly response: unknown;
  readonly dataKey?: Uint8Array | null;
}

export interface ServeOptions {
  readonly report: (error: { readonly message: string; readonly cause: unknown }) => void;
  /** How long a request may take to arrive; only tests pass it. */
  readonly patienceMs?: number;
  /** One more is closed immediately; only tests pass it. */
  readonly mostConnections?: number;
}

const PATIENCE_MS = 30_000;
/** Twice as many as may wait for codes to be hashed. Each may hold one message in memory. */
const MOST_CONNECTIONS = 512;
const named = z.object({
  call: z.enum(Object.keys(requests) as [RequestName]),
  request: z.unknown(),
});

/**
 * Serves account recovery on a socket that only this operating-system user and its group can open. One connection is
 * one call. It takes the place of an earlier process at once, without a moment in which calls are refused; that one
 * finishes the calls it has.
 * @returns what ends it, when the calls that it has are finished
 */
export async function serveRecovery(
  path: string,
  recovery: AccountRecovery,
  { report, patienceMs = PATIENCE_MS, mostConnections = MOST_CONNECTIONS }: ServeOptions,
): Promise<{ readonly close: () => Promise<void> }> {
  const reading = new Set<Socket>();
  const server = createServer((socket) => {
    reading.add(socket);
    const deadline = setTimeout(() => socket.destroy(), patienceMs);
    const wasRead = () => {
      clearTimeout(deadline);
      reading.delete(socket);
    };
    socket.on('error', () => socket.destroy());
    respond(recovery, socket, wasRead).catch((cause: unknown) => {
      socket.destroy();
      // Whoever only looks whether this process is listening sends nothing.
      if (socket.bytesRead > 0) report({ message: 'A call of account recovery failed.', cause });
    });
  });
  server.maxConnections = mostConnections;
  await listen(server, path);
  server.on('error', (cause) =>
    report({ message: 'A connection to account recovery failed.', cause }),
  );
  return {
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        for (const socket of reading) socket.destroy();
      }),
  };
}

/**
 * Listens in a folder that no one else can enter, until the mode is right, and then moves to the path. A named pipe of
 * Windows is no file.
 */
async function listen(server: Server, path: string): Promise<void> {
  if (path.startsWith('\\\\')) {
    server.listen(path);
    await once(server, 'listening');
    return;
  }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await refuseOtherFile(path);
  const folder = await mkdtemp(`${path}.`);
  const socket = join(folder, 's');
  try {
    server.listen(socket);
    await once(server, 'listening');
    await chmod(socket, 0o660);
    await rename(socket, path);
  } catch (cause) {
    server.close();
    throw cause;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A mistyped path must not replace a key. */
async function refuseOtherFile(path: string): Promise<void> {
  const found = await lstat(path).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ENOENT') throw cause;
    return null;
  });
  if (found === null || found.isSocket()) return;
  throw new Error(`${path} is not a socket. Account recovery needs another path, or its removal.`);
}

async function respond(
  recovery: AccountRecovery,
  socket: Socket,
  wasRead: () => void,
): Promise<void> {
  const message = await readFrame(socket).finally(wasRead);
  const { json, dataKey } = await replyTo(recovery, message);
  const frame = toFrame({ json, dataKey });
  dataKey?.fill(0);
  // Destroyed then, since a client that stays would keep this process from ending.
  socket.end(frame, () => {
    frame.fill(0);
    socket.destroy();
  });
}

async function replyTo(recovery: AccountRecovery, message: Message): Promise<Message> {
  try {
    const { response, dataKey = null } = await call(recovery, message);
    return { json: { response }, dataKey };
  } catch (cause) {
    if (!(cause instanceof VaultBusy)) throw cause;
    return { json: { busy: true }, dataKey: null };
  } finally {
    message.dataKey?.fill(0);
  }
}

async function call(recovery: AccountRecovery, { json, dataKey }: Message): Promise<Reply> {
  const { call: name, request } = named.parse(json);
  switch (name) {
    case 'about':
      return { response: { kind: await recovery.kind() } };
    case 'wrap': {
      const wrap = await recovery.wrap(requests.wrap.parse(request), keyOf(dataKey));
      return { response: { wrap: toText(wrap) } };
    }
    case 'sendCodes': {
      const sending = requests.sendCodes.parse(request);
      await recovery.sendCodes(sending.request, sending.delivery);
      return { response: {} };
    }
    case 'sendPhoneCode': {
      const sending = requests.sendPhoneCode.parse(request);
      return { response: await recovery.sendPhoneCode(sending.request, sending.typed) };
    }
    case 'completeRegistration': {
      const { registration, codes } = requests.completeRegistration.parse(request);
      const outcome = await recovery.completeRegistration(registration, codes);
      if (outcome.kind !== 'right') return { response: outcome };
      const { dataKey: opened, kind } = outcome;
      return { response: { kind, ...enrolled(outcome) }, dataKey: opened };
    }
    case 'recover': {
      const { userId, codes } = requests.recover.parse(request);
      const outcome = await recovery.recover(userId, codes);
      if (outcome.kind !== 'right') return { response: outcome };
      const { dataKey: opened, ...response } = outcome;
      return { response, dataKey: opened };
    }
    case 'confirmContactChange': {
      const { userId, codes } = requests.confirmContactChange.parse(request);
      return { response: await recovery.confirmContactChange(userId, codes) };
    }
    case 'cancelContactChange': {
      const { userId } = requests.cancelContactChange.parse(request);
      return { response: { isCancelled: await recovery.cancelContactChange(userId) } };
    }
    case 'confirm': {
      const { confirmed, codes } = requests.confirm.parse(request);
      return { response: await recovery.confirm(confirmed, codes) };
    }
    case 'enrolKeys': {
      const outcome = await recovery.enrolKeys(requests.enrolKeys.parse(request).enrolment);
      if (outcome.kind !== 'right') return { response: outcome };
      const { kind, before, after } = outcome;
      return { response: { kind, before: enrolled(before), after: enrolled(after) } };
    }
    case 'release':
      await recovery.release(requests.release.parse(request).challengeId);
      return { response: {} };
    case 'forget':
      await recovery.forget(requests.forget.parse(request).userId);
      return { response: {} };
    case 'enroll': {
      const { account } = requests.enroll.parse(request);
      return { response: enrolled(await recovery.enroll(account, keyOf(dataKey))) };
    }
  }
}

function enrolled({
  recoveryWrap,
  signature,
}: {
  readonly recoveryWrap: Uint8Array;
  readonly signature: Uint8Array;
}) {
  return { recoveryWrap: toText(recoveryWrap), signature: toText(signature) };
}

function keyOf(dataKey: Uint8Array | null): DataKey {
  if (dataKey === null) throw new Error('A data key is missing.');
  return dataKey as DataKey;
}
