import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { LANGUAGES } from '#language/languages';
import {
  type AccountRecovery,
  type CodeRequest,
  RecoveryUnavailable,
} from '../../ports/account-recovery.ts';
import type { Account } from '../../ports/accounts.ts';
import { type DataKey, VaultBusy } from '../../ports/key-vault.ts';
import { connectRecovery } from './connect-recovery.ts';
import { toFrame } from './frames.ts';
import { type ServeOptions, serveRecovery } from './serve-recovery.ts';

type Completion = Awaited<ReturnType<AccountRecovery['completeRegistration']>>;
type Opening = Awaited<ReturnType<AccountRecovery['recover']>>;

/** More than any network between two processes of one machine needs, and little enough to wait for. */
const SHORT_MS = 200;
const BROKEN = 'the database is gone';

let folder: string;
let path: string;
let calls: unknown[][];
let reported: { readonly message: string; readonly cause: unknown }[];
/** What the recovery returns. */
let wrap: Uint8Array;
let completion: Completion;
let opening: Opening;
let confirming: Awaited<ReturnType<AccountRecovery['confirm']>>;
let confirmingChange: Awaited<ReturnType<AccountRecovery['confirmContactChange']>>;
let texting: Awaited<ReturnType<AccountRecovery['sendPhoneCode']>>;
/** Run before each call of the recovery. */
let before: () => Promise<void>;
let closing: (() => unknown)[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kax-socket-'));
  path = join(folder, 'recovery.sock');
  calls = [];
  reported = [];
  wrap = randomBytes(100);
  completion = { kind: 'wrong' };
  opening = { kind: 'wrong' };
  texting = { kind: 'wrong' };
  confirming = { kind: 'wrong' };
  confirmingChange = { kind: 'wrong' };
  before = async () => undefined;
  closing = [];
});
afterEach(async () => {
  for (const close of closing) await close();
  rmSync(folder, { recursive: true, force: true });
});

/** A recovery that records its calls, with copies of the keys, which are overwritten afterwards. */
function recordingRecovery(): AccountRecovery {
  const record = async <T>(result: () => T, ...call: unknown[]): Promise<T> => {
    calls.push(call.map((each) => (each instanceof Uint8Array ? Uint8Array.from(each) : each)));
    await before();
    return result();
  };
  const enrolled = { recoveryWrap: Buffer.of(1, 2), signature: Buffer.of(3, 4) };
  return {
    kind: async () => 'file',
    wrap: (registering, dataKey) => record(() => wrap, 'wrap', registering, dataKey),
    sendCodes: (request, how) => record(() => undefined, 'sendCodes', request, how),
    sendPhoneCode: (request, codesTyped) =>
      record(() => texting, 'sendPhoneCode', request, codesTyped),
    completeRegistration: (registration, codes) =>
      record(() => completion, 'completeRegistration', registration, codes),
    recover: (userId, codes) => record(() => opening, 'recover', userId, codes),
    confirmContactChange: (userId, codes) =>
      record(() => confirmingChange, 'confirmContactChange', userId, codes),
    cancelContactChange: (userId) => record(() => true, 'cancelContactChange', userId),
    confirm: (confirmed, codes) => record(() => confirming, 'confirm', confirmed, codes),
    enrolKeys: (enrolment) =>
      record(() => ({ kind: 'right', before: enrolled, after: enrolled }), 'enrolKeys', enrolment),
    release: (challengeId) => record(() => undefined, 'release', challengeId),
    forget: (userId) => record(() => undefined, 'forget', userId),
    enroll: (account, dataKey) => record(() => enrolled, 'enroll', account, dataKey),
  };
}

async function serve(options: Partial<ServeOptions> = {}, recovery = recordingRecovery()) {
  const report = (error: (typeof reported)[number]) => reported.push(error);
  const server = await serveRecovery(path, recovery, { report, ...options });
  closing.push(server.close);
  return server;
}

async function serveAndConnect(options: Partial<ServeOptions> = {}): Promise<AccountRecovery> {
  await serve(options);
  return connectRecovery(path);
}

/** A connection of someone else. */
async function connect(): Promise<Socket> {
  const socket = createConnection(path);
  socket.on('error', () => undefined);
  closing.push(() => socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/** @returns all that is sent back to these bytes, until the connection ends */
async function sendRaw(bytes: Uint8Array): Promise<Buffer> {
  const socket = await connect();
  socket.end(bytes);
  return readAll(socket);
}

async function readAll(socket: Socket): Promise<Buffer> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  if (!socket.closed) await new Promise((done) => socket.once('close', done));
  return Buffer.concat(chunks);
}

/** Serves these bytes, whatever is requested. @returns what was requested, and how often */
async function serveRaw(respond: (socket: Socket) => void): Promise<readonly Buffer[]> {
  const requested: Buffer[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', (chunk: Buffer) => {
      requested.push(Buffer.from(chunk));
      respond(socket);
    });
  });
  server.listen(path);
  await once(server, 'listening');
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((done) => server.close(done));
  });
  return requested;
}

function frameOf(call: unknown, request: unknown, dataKey: Uint8Array | null = null): Buffer {
  return toFrame({ json: { call, request }, dataKey });
}

function lengths(textBytes: number, keyBytes: number): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt32BE(textBytes, 0);
  header.writeUInt32BE(keyBytes, 4);
  return header;
}

/** The socket passes addresses on; those of these tests are any text. */
function asAccount(made: object): Account {
  return made as Account;
}

function newDataKey(): DataKey {
  return new Uint8Array(randomBytes(32)) as DataKey;
}

const userId = randomUUID();
const anAccount = asAccount({
  ...{ userId, name: 'Alice Moreau', email: 'alice@kax.test', phone: '+14155550100' },
  wallet: {
    id: randomUUID(),
    name: 'Main',
    publicAddress: '0x01',
    privateAddress: '0zk1',
    custody: 'assisted',
  },
});
const typed = {
  ...{ emailOTP: '123456', phoneOTP: '654321', ip: '203.0.113.7', unknownName: 'a@b.c' },
  requesters: ['device one', 'network 203.0.113'],
};
const delivery = {
  ...{ requester: 'device one', isKnownDevice: true, phoneCode: 'sent' as const },
  origin: { device: 'Chrome on Linux', place: 'Portugal', language: 'en' as const },
};

/** Every UTF-16 text, halves of pairs included. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 60 })
    .map((units) => String.fromCharCode(...units)),
  fc.constantFrom('__proto__', '"}', '\u0000', '𝒂@kax.test', 'e\u0301', 'x'.repeat(1_000)),
);
const bytes = fc.uint8Array({ maxLength: 2_000 });
const dataKey = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((each) => each as DataKey);
const account: fc.Arbitrary<Account> = fc
  .record({
    ...{ userId: fc.uuid(), name: text, email: text, phone: text },
    wallet: fc.record({
      ...{ id: fc.uuid(), name: text, publicAddress: text, privateAddress: text },
      custody: fc.constantFrom('assisted', 'only-me'),
    }),
  })
  .map(asAccount);
const registering = fc.record({ registrationId: fc.uuid(), account });
const requesters = fc.array(text, { minLength: 1, maxLength: 3 });
const codes = fc.record({
  ...{ emailOTP: text, phoneOTP: text, ip: text, unknownName: text, requesters },
});
const origin = fc.record({
  ...{ device: text, place: text, language: fc.constantFrom(...LANGUAGES) },
});
const emailCode = fc.record({ emailOTP: text, ip: text, requesters, origin });
const deliveries = fc.record({
  ...{ requester: text, isKnownDevice: fc.boolean(), origin },
  phoneCode: fc.constantFrom('sent' as const, 'after-email-code' as const),
});
const receives = fc.record({ email: fc.boolean(), phone: fc.boolean() });
const newContact = fc.record({
  channel: fc.constantFrom('email' as const, 'phone' as const),
  value: text,
});
const seconds = fc.nat();
const refused = fc.oneof(
  fc.constant({ kind: 'wrong' as const }),
  fc.record({ kind: fc.constantFrom('paused' as const, 'capped' as const), seconds }),
);
const runs = { numRuns: 60 };

describe('a call over the socket', () => {
  it('reaches the process with the values it was made with, and so do its results', async () => {
    const recovery = await serveAndConnect();
    expect(await recovery.kind()).toBe('file');
    await fc.assert(
      fc.asyncProperty(registering, dataKey, bytes, async (given, key, result) => {
        wrap = result;
        const sent = Uint8Array.from(key) as DataKey;
        expect(Buffer.from(await recovery.wrap(given, sent))).toEqual(Buffer.from(result));
        expect(calls.pop()).toEqual(['wrap', given, key]);
        expect(sent).toEqual(key);
        const enrolled = await recovery.enroll(given.account, sent);
        expect(enrolled).toEqual({
          recoveryWrap: Uint8Array.of(1, 2),
          signature: Uint8Array.of(3, 4),
        });
        expect(calls.pop()).toEqual(['enroll', given.account, key]);
      }),
      runs,
    );
    const request: fc.Arbitrary<CodeRequest> = fc.oneof(
      fc
        .tuple(registering, receives)
        .map(([given, each]) => ({ purpose: 'register' as const, receives: each, ...given })),
      fc.uuid().map((id) => ({ purpose: 'reset' as const, userId: id })),
      fc.record({
        purpose: fc.constant('contact-change' as const),
        userId: fc.uuid(),
        contact: newContact,
      }),
      fc.record({
        purpose: fc.constantFrom('register' as const, 'reset' as const, 'contact-change' as const),
        unknownName: text,
      }),
    );
    await fc.assert(
      fc.asyncProperty(request, deliveries, fc.uuid(), async (sent, how, id) => {
        await recovery.sendCodes(sent, how);
        expect(calls.pop()).toEqual(['sendCodes', sent, how]);
        await recovery.release(id);
        expect(calls.pop()).toEqual(['release', id]);
        await recovery.forget(id);
        expect(calls.pop()).toEqual(['forget', id]);
      }),
      runs,
    );
    const texted = fc.oneof(fc.constant({ kind: 'right' as const }), refused);
    await fc.assert(
      fc.asyncProperty(request, emailCode, texted, async (sent, entered, outcome) => {
        texting = outcome;
        expect(await recovery.sendPhoneCode(sent, entered)).toEqual(outcome);
        expect(calls.pop()).toEqual(['sendPhoneCode', sent, entered]);
      }),
      runs,
    );
    expect(reported).toEqual([]);
  });

  it('confirms and cancels changes of contacts with the same outcome', async () => {
    const recovery = await serveAndConnect();
    const change = fc
      .tuple(
        newContact,
        fc.uuid(),
        fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-12-31') }),
      )
      .map(([contact, id, at]) => ({ ...contact, userId: id, at }));
    const outcomes = fc.oneof(fc.record({ kind: fc.constant('right' as const), change }), refused);
    await fc.assert(
      fc.asyncProperty(
        fc.uuid(),
        codes,
        outcomes,
        async (id, { unknownName, ...entered }, outcome) => {
          expect(unknownName).toBeTypeOf('string');
          confirmingChange = outcome;
          expect(await recovery.confirmContactChange(id, entered)).toEqual(outcome);
          expect(calls.pop()).toEqual(['confirmContactChange', id, entered]);
          expect(await recovery.cancelContactChange(id)).toBe(true);
          expect(calls.pop()).toEqual(['cancelContactChange', id]);
        },
      ),
      runs,
    );
    expect(reported).toEqual([]);
  });

  it('signs for another wallet with all that proves it', async () => {
    const recovery = await serveAndConnect();
    const proof = { address: `0x${'1'.repeat(130)}`, privateAddress: `0x${'2'.repeat(128)}` };
    const enrolment = {
      ...{ userId: randomUUID(), challenge: 'a'.repeat(64), proof, succession: '0x03' as const },
      ...{ publicAddress: '0x04' as never, privateAddress: '0zk5' as never },
      sight: Uint8Array.from(randomBytes(96)),
    };
    const kept = { recoveryWrap: Uint8Array.of(1, 2), signature: Uint8Array.of(3, 4) };
    const outcome = { kind: 'right', before: kept, after: kept };
    expect(await recovery.enrolKeys(enrolment)).toEqual(outcome);
    expect(calls.pop()).toEqual(['enrolKeys', enrolment]);
  });

  it('completes registrations and opens wallets with the same outcome', async () => {
    const recovery = await serveAndConnect();
    const completed: fc.Arbitrary<Completion> = fc.oneof(
      fc.record({
        kind: fc.constant('right' as const),
        dataKey: fc.option(dataKey),
        recoveryWrap: bytes,
        signature: bytes,
      }),
      refused,
    );
    const registration = fc.option(fc.record({ registrationId: fc.uuid(), account, wrap: bytes }));
    await fc.assert(
      fc.asyncProperty(
        registration,
        fc.tuple(codes, fc.boolean()),
        completed,
        async (given, [entered, needsDataKey], outcome) => {
          completion = structuredClone(outcome);
          const withFlag = { ...entered, needsDataKey };
          expect(await recovery.completeRegistration(given, withFlag)).toEqual(outcome);
          expect(calls.pop()).toEqual(['completeRegistration', given, withFlag]);
        },
      ),
      runs,
    );
    const opened: fc.Arbitrary<Opening> = fc.oneof(
      fc.record({ kind: fc.constant('right' as const), challengeId: fc.uuid(), dataKey }),
      refused,
    );
    await fc.assert(
      fc.asyncProperty(fc.option(fc.uuid()), codes, opened, async (id, entered, outcome) => {
        opening = structuredClone(outcome);
        expect(await recovery.recover(id, entered)).toEqual(outcome);
        expect(calls.pop()).toEqual(['recover', id, entered]);
      }),
      runs,
    );
    expect(reported).toEqual([]);
  });

  it('has a data key beside its JSON, never in it', async () => {
    const key = newDataKey();
    const about = toFrame({ json: { response: { kind: 'file' } }, dataKey: null });
    const requested = await serveRaw((socket) => socket.end(Buffer.from(about)));
    const recovery = connectRecovery(path);
    // A response of another call ends it.
    const given = { registrationId: randomUUID(), account: anAccount };
    await expect(recovery.wrap(given, key)).rejects.toBeInstanceOf(RecoveryUnavailable);
    await expect(recovery.enroll(anAccount, key)).rejects.toBeInstanceOf(RecoveryUnavailable);
    expect(requested).toHaveLength(2);
    expectBesideJson(requested[0], key);
    expectBesideJson(requested[1], key);
    await serve();
    const challengeId = randomUUID();
    opening = { kind: 'right', challengeId, dataKey: Uint8Array.from(key) as DataKey };
    expectBesideJson(await sendRaw(frameOf('recover', { userId, codes: typed })), key);
  });

  it('leaves no data key in the memory of the process', async () => {
    const recovery = await serveAndConnect();
    const challengeId = randomUUID();
    opening = { kind: 'right', challengeId, dataKey: newDataKey() };
    expect((await recovery.recover(userId, typed)).kind).toBe('right');
    expect(opening.dataKey).toEqual(new Uint8Array(32));
    const seen: Uint8Array[] = [];
    const keeping = recordingRecovery();
    path = join(folder, 'keeping.sock');
    await serve({}, { ...keeping, enroll: async (_, key) => Promise.reject(seen.push(key)) });
    const other = connectRecovery(path);
    await expect(other.enroll(anAccount, newDataKey())).rejects.toThrow(RecoveryUnavailable);
    expect(seen).toEqual([new Uint8Array(32)]);
  });
});

describe('what someone else sends', () => {
  const forget = () => frameOf('forget', { userId });

  /** It had no effect, and the next call has one. */
  async function expectRefused(frame: Uint8Array, recovery: AccountRecovery): Promise<void> {
    calls = [];
    expect(await sendRaw(frame)).toHaveLength(0);
    expect(calls).toEqual([]);
    await recovery.forget(userId);
    expect(calls).toEqual([['forget', userId]]);
  }

  it('is refused when it is cut, at every byte', async () => {
    const recovery = await serveAndConnect();
    const frame = frameOf('enroll', { account: anAccount }, newDataKey());
    for (let end = 0; end < frame.length; end += 1) {
      await expectRefused(frame.subarray(0, end), recovery);
    }
    // Nothing but a connection is no error.
    expect(reported).toHaveLength(frame.length - 1);
    calls = [];
    expect((await sendRaw(frame)).length).toBeGreaterThan(8);
    expect(calls).toHaveLength(1);
  });

  it('is understood when it arrives byte by byte', async () => {
    await serve();
    const socket = await connect();
    socket.setNoDelay(true);
    for (const byte of forget()) {
      socket.write(Buffer.of(byte));
      await nextTurn();
    }
    expect((await readAll(socket)).subarray(8).toString()).toBe('{"response":{}}');
    expect(calls).toEqual([['forget', userId]]);
  });

  const body = Buffer.from(JSON.stringify({ call: 'forget', request: { userId } }));
  const json = (value: string) =>
    Buffer.concat([lengths(Buffer.byteLength(value), 0), Buffer.from(value)]);
  const refusedFrames: Readonly<Record<string, () => Uint8Array>> = {
    'a text of 4 GB': () => Buffer.concat([lengths(0xffffffff, 0), body]),
    'a text and a key of 4 GB': () => Buffer.concat([lengths(0xffffffff, 0xffffffff), body]),
    'a length of more than a message has': () => Buffer.concat([lengths(65_529, 0), body]),
    'more bytes than a message has': () =>
      Buffer.concat([lengths(200_000, 0), Buffer.alloc(200_000, ' ')]),
    'a huge key': () => Buffer.concat([lengths(body.length, 0xffffffff), body]),
    'a key that is short': () => frameOf('enroll', { account: anAccount }, randomBytes(31)),
    'a key that is long': () => frameOf('enroll', { account: anAccount }, randomBytes(33)),
    'a length that is one too short': () => Buffer.concat([lengths(body.length - 1, 0), body]),
    'a length that is one too long': () => Buffer.concat([lengths(body.length + 1, 0), body]),
    'a length of nothing': () => Buffer.concat([lengths(0, 0), body]),
    'more bytes after it': () => Buffer.concat([forget(), Buffer.of(0)]),
    'two messages': () => Buffer.concat([forget(), forget()]),
    zeros: () => Buffer.alloc(100),
    'random bytes': () => randomBytes(1_000),
    'an HTTP request': () => Buffer.from('GET / HTTP/1.1\r\nHost: kax\r\n\r\n'),
    'text that is not JSON': () => json('{"call":"forget"'),
    'bytes that are not UTF-8': () =>
      Buffer.concat([lengths(4, 0), Buffer.of(0xff, 0xfe, 0xc0, 0x80)]),
    null: () => json('null'),
    'an array': () => json('[]'),
    'a deeply nested array': () => json('['.repeat(30_000)),
    'no call': () => json('{}'),
    'a call that there is not': () => frameOf('unwrap', { userId }),
    'the prototype as a call': () => json('{"call":"__proto__","request":{}}'),
    'a method of every object as a call': () => frameOf('toString', {}),
    'the constructor as a call': () => frameOf('constructor', {}),
    'a list of calls': () => frameOf(['forget'], { userId }),
    'no request': () => frameOf('forget', undefined),
    'a number as an id': () => frameOf('forget', { userId: 7 }),
    'a path as an id': () => frameOf('forget', { userId: '../../recovery.pem' }),
    'a list as an id': () => frameOf('forget', { userId: [userId] }),
    'an id that is inherited': () =>
      json(`{"call":"forget","request":{"__proto__":{"userId":"${userId}"}}}`),
    'codes that are numbers': () =>
      frameOf('recover', { userId, codes: { ...typed, emailOTP: 123_456 } }),
    'codes that are long': () =>
      frameOf('recover', { userId, codes: { ...typed, emailOTP: '1'.repeat(1_001) } }),
    'codes for no one in particular': () =>
      frameOf('sendCodes', { request: { purpose: 'reset' }, delivery }),
    'codes for another purpose': () =>
      frameOf('sendCodes', { request: { purpose: 'export', userId }, delivery }),
    'codes for no requester': () =>
      frameOf('sendCodes', { request: { purpose: 'reset', userId }, delivery: {} }),
    'codes of more requesters than one client can be': () =>
      frameOf('recover', { userId, codes: { ...typed, requesters: Array(4).fill('device') } }),
    'no data key': () => frameOf('enroll', { account: anAccount }),
    'a wrap that is not base64': () =>
      frameOf('completeRegistration', {
        registration: { registrationId: userId, account: anAccount, wrap: '<wrap>' },
        codes: { ...typed, needsDataKey: true },
      }),
  };

  test.each(Object.entries(refusedFrames))('is refused when it is %s', async (_, frame) => {
    const recovery = await serveAndConnect();
    await expectRefused(frame(), recovery);
    expect(reported.map(({ message }) => message)).toEqual(['A call of account recovery failed.']);
  });

  it('is refused without being quoted', async () => {
    const recovery = await serveAndConnect();
    const code = '918273';
    const key = newDataKey();
    const refusedWith = { userId: 'x', codes: { ...typed, emailOTP: code, phoneOTP: [code] } };
    await expectRefused(frameOf('recover', refusedWith), recovery);
    await expectRefused(frameOf(`recover ${code}`, refusedWith, key), recovery);
    await expectRefused(json(`{"emailOTP": x${code}`), recovery);
    await expectRefused(json(`"${code}`), recovery);
    expect(reported).toHaveLength(4);
    const written = inspect(reported, { depth: 20, showHidden: true });
    expect(written).not.toContain(code);
    expect(written).not.toContain(Buffer.from(key).toString('hex'));
    expect(written).not.toContain(Buffer.from(key).join(', '));
  });

  it('is read whatever it is, and no call waits for it', async () => {
    const recovery = await serveAndConnect();
    const silent = await Promise.all(Array.from({ length: 50 }, connect));
    for (const socket of silent) socket.write(forget().subarray(0, 1));
    await Promise.all(Array.from({ length: 20 }, () => recovery.forget(userId)));
    expect(calls).toHaveLength(20);
    expect(silent.every((socket) => !socket.destroyed)).toBe(true);
  });

  it('has to arrive in time as a whole, however many bytes keep coming', async () => {
    await serve({ patienceMs: SHORT_MS });
    const socket = await connect();
    const isClosed = new Promise((done) => socket.once('close', () => done('closed')));
    const frame = Buffer.concat([lengths(60_000, 0), Buffer.alloc(60_000, ' ')]);
    for (const byte of frame) {
      if (socket.destroyed) break;
      socket.write(Buffer.of(byte));
      await sleep(SHORT_MS / 10);
    }
    expect(await isClosed).toBe('closed');
    expect(calls).toEqual([]);
  });

  it('takes no more connections than there are', async () => {
    await serve({ mostConnections: 3 });
    const idle = await Promise.all([connect(), connect(), connect()]);
    const one = await connect();
    expect(await readAll(one)).toHaveLength(0);
    await expect(connectRecovery(path).kind()).rejects.toBeInstanceOf(RecoveryUnavailable);
    idle[0]?.destroy();
    await expect
      .poll(() =>
        connectRecovery(path)
          .kind()
          .catch(() => null),
      )
      .toBe('file');
  });
});

describe('a process that does not respond as it should', () => {
  const right = { kind: 'right', challengeId: randomUUID() };
  const key = randomBytes(32);
  const responseOf = (json: unknown, dataKey: Uint8Array | null = null) =>
    toFrame({ json: { response: json }, dataKey });
  const whole = () => responseOf(right, key);
  const responses: Readonly<Record<string, (socket: Socket) => void>> = {
    closes: (socket) => socket.end(),
    'is killed': (socket) => socket.destroy(),
    'closes within its lengths': (socket) => socket.end(whole().subarray(0, 5)),
    'closes within its response': (socket) => socket.end(whole().subarray(0, 30)),
    'closes within a data key': (socket) => socket.end(whole().subarray(0, -1)),
    'says more than a response': (socket) => socket.end(Buffer.concat([whole(), whole()])),
    'responds with random bytes': (socket) => socket.end(randomBytes(500)),
    'announces 4 GB': (socket) => socket.write(lengths(0xffffffff, 0)),
    'responds without JSON': (socket) =>
      socket.end(Buffer.concat([lengths(4, 0), Buffer.from('nope')])),
    'responds with nothing': (socket) => socket.end(toFrame({ json: {}, dataKey: null })),
    'opens no data key': (socket) => socket.end(responseOf(right)),
    'opens half a data key': (socket) => socket.end(responseOf(right, randomBytes(16))),
    'names no challenge': (socket) => socket.end(responseOf({ kind: 'right' }, key)),
    'gives an unknown reason': (socket) => socket.end(responseOf({ kind: 'tired' })),
    'gives no time to wait': (socket) => socket.end(responseOf({ kind: 'paused', seconds: '5' })),
    'never responds': () => undefined,
    'responds slower than anyone waits': async (socket) => {
      for (const byte of whole()) {
        if (socket.destroyed) return;
        socket.write(Buffer.of(byte));
        await sleep(SHORT_MS / 10);
      }
    },
  };

  test.each(Object.entries(responses))('is unavailable when it %s', async (_, respond) => {
    await serveRaw(respond);
    const recovery = connectRecovery(path, SHORT_MS);
    await expect(recovery.recover(userId, typed)).rejects.toBeInstanceOf(RecoveryUnavailable);
  });

  it('is unavailable when nothing listens', async () => {
    await expect(connectRecovery(path).kind()).rejects.toMatchObject({
      name: 'RecoveryUnavailable',
      cause: { message: expect.stringContaining('ENOENT') },
    });
  });

  it('is unavailable to one call that fails in it, is reported once, and responds to the next', async () => {
    const recovery = await serveAndConnect();
    before = async () => Promise.reject(new Error(BROKEN));
    const { name } = (await recovery
      .recover(userId, typed)
      .catch((cause: Error) => cause)) as Error;
    expect(name).toBe('RecoveryUnavailable');
    expect(reported).toMatchObject([{ cause: { message: BROKEN } }]);
    const written = inspect(reported, { depth: 20 });
    for (const secret of [typed.emailOTP, typed.phoneOTP]) expect(written).not.toContain(secret);
    before = async () => undefined;
    expect(await recovery.recover(userId, typed)).toEqual({ kind: 'wrong' });
  });

  it('says when it has too much to do, so that nothing is counted', async () => {
    const recovery = await serveAndConnect();
    before = async () => Promise.reject(new VaultBusy());
    await expect(recovery.recover(userId, typed)).rejects.toBeInstanceOf(VaultBusy);
    await expect(
      recovery.sendCodes({ purpose: 'reset', unknownName: 'a' }, delivery),
    ).rejects.toBeInstanceOf(VaultBusy);
    expect(reported).toEqual([]);
  });
});

describe('the socket', () => {
  const modeOf = (file: string) => statSync(file).mode & 0o777;

  it('can be opened by its user and group, in a folder of this user', async () => {
    path = join(folder, 'recovery', 'new', 'recovery.sock');
    await serve();
    expect(modeOf(path)).toBe(0o660);
    expect(modeOf(dirname(path))).toBe(0o700);
    expect(readdirSync(dirname(path))).toEqual(['recovery.sock']);
  });

  it('can be opened by no one else at any moment, whatever modes new files have', async () => {
    chmodSync(folder, 0o777);
    const mask = process.umask(0);
    closing.push(() => process.umask(mask));
    const modes = new Set<string>();
    let isStarting = true;
    const watching = (async () => {
      while (isStarting) {
        for (const name of readdirSync(folder)) modes.add(describeEntry(join(folder, name)));
        await nextTurn();
      }
    })();
    for (let round = 0; round < 20; round += 1) await (await serve()).close();
    isStarting = false;
    await watching;
    expect(modes).toContain('socket 660');
    expect([...modes].filter((mode) => mode !== 'socket 660' && mode !== 'folder 700')).toEqual([]);
  });

  function describeEntry(file: string): string {
    try {
      const kind = statSync(file).isDirectory() ? 'folder' : 'socket';
      return `${kind} ${modeOf(file).toString(8)}`;
    } catch {
      // It was moved between the two looks.
      return 'socket 660';
    }
  }

  it('takes the place of one that a killed process left', async () => {
    await leaveSocketFile();
    expect(existsSync(path)).toBe(true);
    await expect(connectRecovery(path).kind()).rejects.toMatchObject({
      cause: { message: expect.stringContaining('ECONNREFUSED') },
    });
    const recovery = await serveAndConnect();
    await recovery.forget(userId);
    expect(calls).toEqual([['forget', userId]]);
  });

  /** As a killed process does. */
  async function leaveSocketFile(): Promise<void> {
    const listening = `require('node:net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`;
    await once(spawn(process.execPath, ['-e', listening]), 'exit');
  }

  it('replaces no file that is something else', async () => {
    writeFileSync(path, 'a key');
    await expect(serve()).rejects.toThrow(`${path} is not a socket.`);
    expect(readFileSync(path, 'utf8')).toBe('a key');
    rmSync(path);
    mkdirSync(path);
    await expect(serve()).rejects.toThrow(`${path} is not a socket.`);
    expect(readdirSync(folder)).toEqual(['recovery.sock']);
  });

  it('moves from one process to the next without a call that fails', async () => {
    const earlier = await serve();
    const recovery = connectRecovery(path);
    let isMoving = true;
    const calling = (async () => {
      let count = 0;
      for (; isMoving; count += 1) await recovery.forget(userId);
      return count;
    })();
    const later = recordingRecovery();
    const taken: string[] = [];
    await serve({}, { ...later, forget: async (id) => void taken.push(id) });
    await earlier.close();
    await expect.poll(() => taken.length).toBeGreaterThan(5);
    isMoving = false;
    expect(await calling).toBeGreaterThan(5);
    calls = [];
    await recovery.forget(userId);
    expect(calls).toEqual([]);
    expect(statSync(path).isSocket()).toBe(true);
  });

  it('closes while a connection is idle, half a message has come or a client stays', async () => {
    const server = await serve();
    await connect();
    (await connect()).write(frameOf('forget', { userId }).subarray(0, 10));
    const staying = createConnection({ path, allowHalfOpen: true });
    closing.push(() => staying.destroy());
    staying.write(frameOf('forget', { userId }));
    await once(staying, 'data');
    const beganAt = performance.now();
    await server.close();
    expect(performance.now() - beganAt).toBeLessThan(5_000);
    await expect(connectRecovery(path).kind()).rejects.toBeInstanceOf(RecoveryUnavailable);
  });

  it('closes when the calls that it has are finished', async () => {
    const server = await serve();
    const recovery = connectRecovery(path);
    let finish = () => {};
    before = () => new Promise((done) => (finish = done));
    opening = { kind: 'right', challengeId: randomUUID(), dataKey: newDataKey() };
    const opened = recovery.recover(userId, typed);
    await expect.poll(() => calls.length).toBe(1);
    let isClosed = false;
    const closed = server.close().then(() => (isClosed = true));
    await sleep(20);
    expect(isClosed).toBe(false);
    finish();
    expect((await opened).kind).toBe('right');
    await closed;
  });
});

function expectBesideJson(frame: Buffer | undefined, key: Uint8Array): void {
  const bytesOf = frame ?? Buffer.alloc(8);
  const keyBegins = 8 + bytesOf.readUInt32BE(0);
  expect(bytesOf.readUInt32BE(4)).toBe(32);
  expect(bytesOf.subarray(keyBegins)).toEqual(Buffer.from(key));
  const json = bytesOf.toString('latin1', 8, keyBegins);
  const raw = Buffer.from(key);
  for (const form of [raw.toString('hex'), raw.toString('base64'), raw.join(',')]) {
    expect(json).not.toContain(form.slice(0, 12));
  }
}
