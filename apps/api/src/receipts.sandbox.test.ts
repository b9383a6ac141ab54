import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { entropyToMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { parseUnits } from 'viem';
import { generatePrivateKey, mnemonicToAccount, privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entryIdOf } from '#domain/activity/entry-id';
import type { ChainRecord } from '#receipt/chain-record';
import { readChainRecord } from '#receipt/read-chain-record';
import { readReceipt } from '#receipt/read-receipt';
import { receiptCode } from '#receipt/receipt-code';
import { recordRequests } from '#receipt/record-requests';
import { verifyReceipt } from '#receipt/verify-receipt';
import { POOL_CHAIN_ID } from '#sandbox/railgun/pool.test-setup';
import type { OperationView } from '#wire/wallet/operation';
import type { Receipt } from '#wire/wallet/receipt';
import {
  type ShieldedServers,
  type SignedIn,
  startShieldedServers,
} from './shielded-servers.test-setup.ts';

const SOON_MS = 600_000;
const ENDED = ['confirmed', 'failed', 'reverted', 'replaced'];
const STOCK = '0x3635c9adc5dea00000';
const ALL_PROVEN = {
  transaction: 'proven',
  time: 'proven',
  token: 'proven',
  amount: 'proven',
  recipient: 'proven',
  sender: 'proven',
  signature: 'proven',
};
const TRANSFER = '/wallet/private/internal-transfer';

let servers: ShieldedServers;
let alice: SignedIn;
let bob: SignedIn;
/** What was verified, for the tests of the package: the same bytes without a chain. */
const recorded: { name: string; receipt: Receipt; responses: readonly unknown[] }[] = [];

beforeAll(async () => {
  servers = await startShieldedServers(['alice', 'bob']);
  for (const name of ['main', 'worker', 'shielded-worker'] as const) await servers.start(name);
  alice = await servers.signIn('alice');
  bob = await servers.signIn('bob');
  const { bench } = servers;
  const entropy = await readFile(join(servers.folder, 'keys', 'worker', 'broadcaster-1'), 'utf8');
  const words = entropyToMnemonic(Buffer.from(entropy.trim(), 'hex'), wordlist);
  const broadcaster = mnemonicToAccount(words).address;
  for (const address of [alice.publicAddress, bob.publicAddress, broadcaster]) {
    await bench.chain.call('anvil_setBalance', [address, STOCK]);
  }
  await bench.write({
    address: bench.token,
    abi: bench.abi.token,
    functionName: 'mint',
    args: [alice.publicAddress, 10n ** 24n],
  });
  await untilPrivate(alice, () => true);
  await untilPrivate(bob, () => true);
});
afterAll(async () => {
  const file = process.env.RECORD_RECEIPTS;
  // The transaction's call and the bloom filter are long, and no receipt is about them.
  const shown = (key: string, value: unknown) =>
    ['input', 'logsBloom'].includes(key) ? undefined : value;
  if (file !== undefined) await writeFile(file, `${JSON.stringify(recorded, shown, 2)}\n`);
  await servers?.stop();
});

describe('a public payment', () => {
  it.each([
    ['a token', 'polygon-tok', '40'],
    ['the native coin', 'polygon-pol', '0.5'],
  ])('of %s is proven whole, by either side', async (name, tokenId, amount) => {
    const sent = await pay(alice, '/wallet/public/send-tokens', {
      ...{ tokenId, amount, recipientAddress: bob.publicAddress },
    });
    const entries = { sender: idOf(sent), recipient: idOfReceived(sent) };
    const ofSender = await receiptOf(alice, entries.sender, 'public', { otherName: 'Bob' });
    expect(ofSender).toMatchObject({
      from: alice.publicAddress,
      to: bob.publicAddress,
      amount: parseUnits(amount, 18).toString(),
      stated: { fromName: 'alice', toName: 'Bob', message: null },
      issuer: 'sender',
    });
    const ofRecipient = await receiptOf(bob, entries.recipient, 'public');
    expect(ofRecipient).toMatchObject({ issuer: 'recipient', from: alice.publicAddress });
    for (const receipt of [ofSender, ofRecipient]) {
      const verdict = await verify(`public payment of ${name}, ${receipt.issuer}`, receipt);
      expect(verdict).toEqual({ isGenuine: true, results: ALL_PROVEN, pool: null });
    }
  });

  it('has no receipt for anyone else, nor in the other balance', async () => {
    const sent = await pay(alice, '/wallet/public/send-tokens', {
      ...{ tokenId: 'polygon-tok', amount: '1' },
      recipientAddress: privateKeyToAddress(generatePrivateKey()),
    });
    for (const entryId of [idOf(sent), idOfReceived(sent)]) {
      expect(await refusalOf(bob, entryId, 'public')).toBe('unknown-entry');
      expect(await refusalOf(bob, entryId, 'private')).toBe('unknown-entry');
    }
    expect(await refusalOf(alice, idOfReceived(sent), 'private')).toBe('unknown-entry');
    expect(await refusalOf(alice, 'swap-nothing', 'public')).toBe('receipt-not-possible');
    expect(await refusalOf(alice, 'nothing', 'public')).toBe('unknown-entry');
  });
});

describe('a private payment', () => {
  it('whose sender is hidden is proven by the sender; the recipient proves all but who paid', async () => {
    const shielded = await pay(alice, '/wallet/shield', { tokenId: 'polygon-tok', amount: '100' });
    const sent = await transfer(alice, bob, '10', { showsSender: false });
    expect(await refusalOf(alice, idOf(shielded), 'private')).toBe('receipt-not-possible');
    expect(await refusalOf(alice, idOf(shielded), 'public')).toBe('receipt-not-possible');
    const ofSender = await receiptOf(alice, idOf(sent), 'private', { showsOwnName: false });
    expect(ofSender).toMatchObject({
      from: alice.privateAddress,
      to: bob.privateAddress,
      stated: { fromName: null, toName: null, message: null },
      issuer: 'sender',
    });
    expect(await verify('private payment, sender hidden, sender', ofSender)).toEqual({
      ...{ isGenuine: true, results: ALL_PROVEN },
      pool: servers.bench.pool.pool.toLowerCase(),
    });
    const ofRecipient = await receiptOf(bob, idOfReceived(sent), 'private');
    expect(ofRecipient).toMatchObject({ from: null, to: bob.privateAddress, issuer: 'recipient' });
    expect(await verify('private payment, sender hidden, recipient', ofRecipient)).toEqual({
      ...{ isGenuine: true, results: { ...ALL_PROVEN, sender: 'absent' } },
      pool: servers.bench.pool.pool.toLowerCase(),
    });
  });

  it('whose sender is shown is proven by the sender; of the recipient, who paid is a statement', async () => {
    const message = 'Pizza, 22 November';
    const sent = await transfer(alice, bob, '6', { showsSender: true, message });
    const ofSender = await receiptOf(alice, idOf(sent), 'private', { showsMessage: true });
    expect(ofSender.stated.message).toBe(message);
    const verdict = await verify('private payment, sender shown, sender', ofSender);
    expect(verdict).toMatchObject({ isGenuine: true, results: ALL_PROVEN });
    const ofRecipient = await receiptOf(bob, idOfReceived(sent), 'private', { showsMessage: true });
    expect(ofRecipient).toMatchObject({ from: alice.privateAddress, stated: { message } });
    expect(await verify('private payment, sender shown, recipient', ofRecipient)).toMatchObject({
      ...{ isGenuine: true, results: { ...ALL_PROVEN, sender: 'stated' } },
    });
    const without = await receiptOf(bob, idOfReceived(sent), 'private');
    expect(without.stated.message).toBeNull();
  });

  it('of the native coin names the contract that stands for it in the pool', async () => {
    await pay(alice, '/wallet/shield', { tokenId: 'polygon-pol', amount: '5' });
    const sent = await transfer(alice, bob, '1', { tokenId: 'polygon-pol' });
    const receipt = await receiptOf(alice, idOf(sent), 'private');
    expect(receipt.token).toEqual({
      ...{ symbol: 'POL', decimals: 18, address: servers.bench.wrappedNative },
    });
    const verdict = await verify('private payment of the native coin, sender', receipt);
    expect(verdict).toMatchObject({ isGenuine: true, results: ALL_PROVEN });
  });

  it('that took several proofs is one payment for both sides', async () => {
    await transfer(alice, bob, '1', {});
    const amount = 17n * 10n ** 18n;
    await untilPrivate(bob, (unitsById) => unitsById.get('polygon-tok') === amount);
    const sent = await transfer(bob, alice, '17', { showsSender: true });
    const ofSender = await receiptOf(bob, idOf(sent), 'private');
    const ofRecipient = await receiptOf(alice, idOfReceived(sent), 'private');
    for (const receipt of [ofSender, ofRecipient]) {
      expect(receipt.amount).toBe(amount.toString());
      expect(receipt.proof.kind === 'private-transfer' && receipt.proof.notes.length).toBe(2);
      const verdict = await verify(`private payment of several proofs, ${receipt.issuer}`, receipt);
      expect(verdict.isGenuine).toBe(true);
    }
  });
});

describe('a payment out of the pool', () => {
  it('to another public address is proven but for who paid; its recipient can prove what arrived', async () => {
    const sent = await pay(alice, '/wallet/unshield', {
      ...{ tokenId: 'polygon-tok', amount: '3', recipientAddress: bob.publicAddress },
    });
    const receipt = await receiptOf(alice, idOf(sent), 'private');
    const fee = (parseUnits('3', 18) * 25n) / 10_000n;
    expect(receipt).toMatchObject({
      from: alice.privateAddress,
      to: bob.publicAddress,
      amount: (parseUnits('3', 18) - fee).toString(),
      proof: { kind: 'unshield' },
    });
    expect(await verify('payment out of the pool, sender', receipt)).toEqual({
      ...{ isGenuine: true, results: { ...ALL_PROVEN, sender: 'stated' } },
      pool: servers.bench.pool.pool.toLowerCase(),
    });
    const ofRecipient = await receiptOf(bob, idOfReceived(sent), 'public');
    expect(ofRecipient.from?.toLowerCase()).toBe(servers.bench.pool.pool.toLowerCase());
    const verdict = await verify('payment out of the pool, recipient', ofRecipient);
    expect(verdict).toMatchObject({ isGenuine: true, results: ALL_PROVEN });
  });

  it('to one’s own address, or of the native coin, has no receipt', async () => {
    const own = await pay(alice, '/wallet/unshield', { tokenId: 'polygon-tok', amount: '2' });
    const native = await pay(alice, '/wallet/unshield', {
      ...{ tokenId: 'polygon-pol', amount: '1', recipientAddress: bob.publicAddress },
    });
    expect(await refusalOf(alice, idOf(own), 'private')).toBe('receipt-not-possible');
    expect(await refusalOf(alice, idOf(own), 'public')).toBe('receipt-not-possible');
    expect(await refusalOf(alice, idOf(native), 'private')).toBe('receipt-not-possible');
    expect(await refusalOf(bob, idOfReceived(native), 'public')).toBe('receipt-not-possible');
  });
});

it('a receipt of which anything was changed, left out or taken from another is not genuine', async () => {
  expect(recorded.length).toBeGreaterThan(10);
  for (const { name, receipt, responses } of recorded) {
    const record = recordOf(responses);
    for (const other of recorded.filter((each) => each.receipt !== receipt)) {
      for (const [field, value] of Object.entries(other.receipt)) {
        const mixed = { ...receipt, [field]: value };
        if (JSON.stringify(mixed) === JSON.stringify(receipt)) continue;
        expect(verifyReceipt(mixed, record).isGenuine, `${name}, other ${field}`).toBe(false);
      }
      const isOther = other.receipt.transactionHash !== receipt.transactionHash;
      if (isOther) expect(verifyReceipt(receipt, recordOf(other.responses)).isGenuine).toBe(false);
    }
  }
});

it('a rate limit is far above what a user needs', async () => {
  const codes = await Promise.all(
    Array.from({ length: 230 }, () => refusalOf(bob, 'swap-nothing', 'public')),
  );
  expect(codes.filter((code) => code === 'too-many-requests').length).toBeGreaterThan(0);
  expect(codes.filter((code) => code === 'receipt-not-possible').length).toBeGreaterThan(100);
});

function recordOf(responses: readonly unknown[]): ChainRecord {
  const read = readChainRecord(responses);
  if (!read.ok) throw new Error(read.problem);
  return read.record;
}

/** What anyone does who got the printed receipt and has a node. */
async function verify(name: string, receipt: Receipt) {
  const printed = (receiptCode(receipt).match(/.{1,64}/g) ?? []).join('\r\n');
  const read = readReceipt(printed);
  if (read === null) throw new Error('The printed receipt is not readable.');
  expect(read).toEqual(receipt);
  const response = await fetch(servers.bench.chain.rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(recordRequests(read)),
  });
  const responses = (await response.json()) as readonly unknown[];
  recorded.push({ name, receipt, responses });
  return verifyReceipt(read, recordOf(responses));
}

interface Choices {
  readonly showsOwnName?: boolean;
  readonly otherName?: string | null;
  readonly showsMessage?: boolean;
}

function make(who: SignedIn, entryId: string, mode: 'public' | 'private', choices: Choices = {}) {
  return servers.call(who, 'POST', '/wallet/receipts', {
    ...{ entryId, mode, showsOwnName: true, otherName: null, showsMessage: false, ...choices },
  });
}

/** Until it is final, and known to both sides. */
async function receiptOf(
  who: SignedIn,
  entryId: string,
  mode: 'public' | 'private',
  choices: Choices = {},
): Promise<Receipt> {
  const deadline = Date.now() + SOON_MS;
  for (;;) {
    const { status, body } = await make(who, entryId, mode, choices);
    if (status === 200) return body.data;
    const isPassing = ['receipt-not-final', 'unknown-entry'].includes(body.code);
    if (!isPassing || Date.now() > deadline) throw new Error(JSON.stringify(body));
    await sleep(400);
  }
}

/** Once the payment is final, where it has to be. */
async function refusalOf(who: SignedIn, entryId: string, mode: 'public' | 'private') {
  const deadline = Date.now() + SOON_MS;
  for (;;) {
    const { status, body } = await make(who, entryId, mode);
    if (status === 200) return 'none';
    if (body.code !== 'receipt-not-final' || Date.now() > deadline) return body.code;
    await sleep(400);
  }
}

function idOf({ id }: OperationView): string {
  return entryIdOf({ ...NOTHING, operationId: id });
}

/** The sender's operation is not the recipient's: for them it is a transaction. */
function idOfReceived({ transactionHash }: OperationView): string {
  return entryIdOf({ ...NOTHING, transactionHash: transactionHash as `0x${string}` & never });
}

const NOTHING = {
  ...{ id: 'row', chainId: POOL_CHAIN_ID, transactionHash: null },
  ...{ operationId: null, swapId: null, orderId: null },
};

interface Transfer {
  readonly tokenId?: string;
  readonly showsSender?: boolean;
  readonly message?: string;
}

function transfer(
  from: SignedIn,
  to: SignedIn,
  amount: string,
  { tokenId = 'polygon-tok', ...forRecipient }: Transfer,
): Promise<OperationView> {
  return pay(from, TRANSFER, {
    ...{ tokenId, amount, ...forRecipient },
    senderAddress: from.privateAddress,
    recipientAddress: to.privateAddress,
  });
}

/** Requests a payment again while something isn't ready, and follows it to its end. */
async function pay(
  who: SignedIn,
  path: string,
  { amount, ...body }: { readonly amount: string; readonly [field: string]: unknown },
): Promise<OperationView> {
  const content = { ...body, amount: parseUnits(amount, 18).toString() };
  const headers = { 'idempotency-key': randomUUID() };
  const deadline = Date.now() + SOON_MS;
  for (;;) {
    const response = await servers.call(who, 'POST', path, content, headers).catch(() => null);
    if (response?.status === 200) return follow(who, response.body.operation.id);
    const isPassing =
      response === null ||
      response.status >= 500 ||
      response.status === 409 ||
      response.body.code === 'amount-above-balance';
    if (!isPassing || Date.now() > deadline) throw new Error(JSON.stringify(response));
    await sleep(500);
  }
}

async function follow(who: SignedIn, id: string): Promise<OperationView> {
  const deadline = Date.now() + SOON_MS;
  for (;;) {
    const { body } = await servers.call(who, 'GET', `/wallet/operations/${id}`);
    if (ENDED.includes(body.data.status)) {
      expect([body.data.status, body.data.failure]).toEqual(['confirmed', null]);
      return body.data;
    }
    if (Date.now() > deadline) throw new Error(`It stayed ${JSON.stringify(body)}.`);
    await sleep(400);
  }
}

async function untilPrivate(
  who: SignedIn,
  isSo: (unitsById: ReadonlyMap<string, bigint>) => boolean,
): Promise<void> {
  const deadline = Date.now() + SOON_MS;
  for (;;) {
    const { body } = await servers.call(who, 'GET', '/wallet/private/coins');
    const coins: readonly { id: string; availableBaseUnits: string }[] =
      body.data?.[0]?.coins ?? [];
    const unitsById = new Map(coins.map((each) => [each.id, BigInt(each.availableBaseUnits)]));
    if (body.privateState?.status === 'ready' && isSo(unitsById)) return;
    if (Date.now() > deadline) throw new Error(`It stayed ${JSON.stringify(body)}.`);
    await sleep(300);
  }
}
