import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createWalletClient,
  decodeFunctionData,
  encodeFunctionData,
  formatUnits,
  type Hex,
  http,
  parseGwei,
  parseUnits,
  toHex,
} from 'viem';
import { generatePrivateKey, mnemonicToAccount, privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PublicAddress } from '#domain/address/address';
import { toBaseUnits } from '#domain/amount/base-units';
import { amountBeforeFee } from '#domain/payment-request/amount-before-fee';
import type { Token } from '#domain/token/token';
import { treasury } from '#sandbox/chain/accounts';
import type { OperationView } from '#wire/wallet/operation';
import type { PaymentRequestView } from '#wire/wallet/payment-request';
import { createPostgresOperations } from './adapters/postgres/operations/operations.ts';
import type { TransactionRole } from './adapters/postgres/schema/operations.ts';
import {
  LOCAL_NETWORK,
  proveSeparately,
} from './adapters/railgun/engine/prove-separately.test-setup.ts';
import { broadcasterWordsOf, startOwnPool, tokensOf } from './own-pool.test-setup.ts';
import {
  password,
  type ShieldedServers,
  type SignedIn,
  startShieldedServers,
} from './shielded-servers.test-setup.ts';

const SOON_MS = 600_000;
const ENDED = ['confirmed', 'failed', 'reverted', 'replaced'];
const STOCK = '0x3635c9adc5dea00000';

let servers: ShieldedServers;
let tokens: { readonly pol: Token; readonly tok: Token };
let broadcasterWords: string;
/** What the recipients of transfers were told: the database can't say. */
const messageByHash = new Map<string, object>();
/** What each user must have in the end, by token, base units. */
const ledger = new Map<string, bigint>();

beforeAll(async () => {
  servers = await startShieldedServers(['alice', 'bob']);
  const { bench } = servers;
  tokens = tokensOf(bench);
  await servers.start('main');
  await servers.start('worker');
  await servers.start('shielded-worker');
  const alice = await servers.signIn('alice');
  broadcasterWords = await broadcasterWordsOf(servers);
  const broadcaster = mnemonicToAccount(broadcasterWords).address;
  for (const address of [alice.publicAddress, broadcaster]) {
    await bench.chain.call('anvil_setBalance', [address, STOCK]);
  }
  await bench.write({
    address: bench.token,
    abi: bench.abi.token,
    functionName: 'mint',
    args: [alice.publicAddress, 10n ** 24n],
  });
});
afterAll(async () => {
  await servers?.stop();
});

describe('private money', () => {
  it('goes in as a token, with an approval of exactly the amount, and as the native coin', async () => {
    const alice = await servers.signIn('alice');
    await untilReady(alice);
    const shielded = await pay(alice, '/wallet/shield', { tokenId: 'polygon-tok', amount: '100' });
    expect(shielded.steps.map(({ name, state }) => `${name} ${state}`)).toEqual([
      'approve done',
      'submitted done',
      'confirmed done',
    ]);
    await pay(alice, '/wallet/shield', { tokenId: 'polygon-pol', amount: '5' });
    record('alice', 'polygon-tok', parseUnits('100', 18) - parseUnits('0.25', 18));
    record('alice', 'polygon-pol', parseUnits('5', 18) - parseUnits('0.0125', 18));
    await untilBooked(alice, 'alice');
    expect(await allowanceOf(alice.publicAddress)).toBe(0n);
  });

  it('goes to another user, and no one on the chain sees from whom', async () => {
    const [alice, bob] = [await servers.signIn('alice'), await servers.signIn('bob')];
    const sent = await transfer(alice, bob, 'polygon-tok', '10');
    const { from } = await servers.bench.client.getTransaction({
      hash: sent.transactionHash as `0x${string}`,
    });
    expect(from.toLowerCase()).toBe(mnemonicToAccount(broadcasterWords).address.toLowerCase());
    expect(sent).toMatchObject({ status: 'confirmed', from: alice.privateAddress });
    await untilBooked(alice, 'alice');
    await untilBooked(bob, 'bob');
  });

  it('is unshielded again, to the own address and to another', async () => {
    const alice = await servers.signIn('alice');
    const before = await unitsOf(alice.publicAddress);
    await unshield(alice, undefined, '2');
    expect((await unitsOf(alice.publicAddress)) - before).toBe(lessPoolFee(parseUnits('2', 18)));
    await untilBooked(alice, 'alice');
    const stranger = newAddress();
    await unshield(alice, stranger, '3');
    expect(await unitsOf(stranger)).toBe(lessPoolFee(parseUnits('3', 18)));
    await untilBooked(alice, 'alice');
  });

  it('is refused when more, nothing, or twice at the same time is requested', async () => {
    const [alice, bob] = [await servers.signIn('alice'), await servers.signIn('bob')];
    await untilReady(alice);
    const body = { tokenId: 'polygon-tok', amount: '1' };
    const to = { senderAddress: alice.privateAddress, recipientAddress: bob.privateAddress };
    const requested = [
      { ...body, ...to, amount: (10n ** 24n).toString() },
      { ...body, ...to, amount: '0' },
      { ...body, ...to, senderAddress: bob.privateAddress },
      { ...body, ...to, recipientAddress: `${bob.privateAddress.slice(0, -1)}b` },
    ];
    const codes = await Promise.all(requested.map((each) => postTransfer(alice, each)));
    expect(codes.map(({ body: { code } }) => code)).toEqual([
      'amount-above-balance',
      'amount-zero',
      'sender-not-own',
      'recipient-not-private',
    ]);
    const toContract = { ...body, recipientAddress: servers.bench.pool.pool };
    const refused = await post(alice, '/wallet/unshield', toContract);
    expect(refused.body.code).toBe('recipient-is-contract');
    const both = await Promise.all([
      postTransfer(alice, { ...body, ...to }),
      postTransfer(alice, { ...body, ...to }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const [taken] = both.filter(({ status }) => status === 200);
    const { status } = await follow(alice, taken?.body.operation.id);
    expect(status).toBe('confirmed');
    record('alice', 'polygon-tok', -1n);
    record('bob', 'polygon-tok', 1n);
  });

  it('pays the broadcaster out of the notes where the configuration requires it', async () => {
    await servers.kill('main');
    await servers.start('main', { BROADCASTER_FEE_BPS: '1000' });
    const [alice, bob] = [await servers.signIn('alice'), await servers.signIn('bob')];
    const sent = await transfer(alice, bob, 'polygon-pol', '1');
    const fee = BigInt(sent.broadcasterFee ?? 0);
    expect(fee).toBeGreaterThan(0n);
    record('alice', 'polygon-pol', -fee);
    record('broadcaster', 'polygon-pol', fee);
    await untilBooked(alice, 'alice');
    await servers.kill('main');
    await servers.start('main');
  });

  it('is called confirmed when a stranger sent a copy of it first, and our own transaction failed', async () => {
    const alice = await servers.signIn('alice');
    const stranger = newAddress();
    const amount = parseUnits('0.5', 18);
    const body = { tokenId: 'polygon-pol', amount: `${amount}`, recipientAddress: stranger };
    const { operationId, copy } = await payOvertaken(alice, '/wallet/unshield', body);
    const ended = await follow(alice, operationId);
    expect(ended).toMatchObject({ status: 'confirmed', transactionHash: copy, failure: null });
    expect(await outcomesOf(operationId, 'payment')).toContain('reverted');
    const { client } = servers.bench;
    expect(await client.getBalance({ address: stranger })).toBe(lessPoolFee(amount));
    record('alice', 'polygon-pol', -amount);
    await untilBooked(alice, 'alice');
  });

  it('is called confirmed, not cancelled, when a stranger sent a copy and the cancellation was mined', async () => {
    const [alice, bob] = [await servers.signIn('alice'), await servers.signIn('bob')];
    const amount = parseUnits('6', 18);
    const to = { senderAddress: alice.privateAddress, recipientAddress: bob.privateAddress };
    const body = { tokenId: 'polygon-tok', amount: `${amount}`, ...to };
    const path = '/wallet/private/internal-transfer';
    const paid = await payOvertaken(alice, path, body, { meanwhile: cancelled });
    const ended = await follow(alice, paid.operationId);
    expect(ended).toMatchObject({
      status: 'confirmed',
      transactionHash: paid.copy,
      isCancelled: false,
    });
    expect(await outcomesOf(paid.operationId, 'cancellation')).toEqual(['success']);
    record('alice', 'polygon-tok', -amount);
    record('bob', 'polygon-tok', amount);
    await untilBooked(alice, 'alice');
    await untilBooked(bob, 'bob');
  });

  it('arrives whole when it needs several proofs, none of which a stranger can send alone', async () => {
    const [alice, bob] = [await servers.signIn('alice'), await servers.signIn('bob')];
    const amount = recorded('bob', 'polygon-tok');
    const to = { senderAddress: bob.privateAddress, recipientAddress: alice.privateAddress };
    const body = { tokenId: 'polygon-tok', amount: `${amount}`, ...to };
    const path = '/wallet/private/internal-transfer';
    const { operationId } = await payOvertaken(bob, path, body, { overtake: sendPartsAlone });
    const ended = await follow(bob, operationId);
    expect(ended).toMatchObject({ status: 'confirmed', isPaidInPart: false, failure: null });
    expect(await outcomesOf(operationId, 'payment')).toEqual(['success']);
    record('bob', 'polygon-tok', -amount);
    record('alice', 'polygon-tok', amount);
    await untilBooked(alice, 'alice');
    await untilBooked(bob, 'bob');
  });

  it('that an earlier version proved is not called unsent when a stranger sent one of its proofs alone', async () => {
    const [alice, bob] = [await servers.signIn('alice'), await servers.signIn('bob')];
    for (const amount of ['1', '2', '3']) await transfer(alice, bob, 'polygon-tok', amount);
    await untilBooked(bob, 'bob');
    const recipient = newAddress();
    const amount = recorded('bob', 'polygon-tok');
    const body = { tokenId: 'polygon-tok', amount: `${amount}`, recipientAddress: recipient };
    const later = { ...body, sendWithinMinutes: 60 };
    const parts: Hex[] = [];
    const { operationId, copy } = await payOvertaken(bob, '/wallet/unshield', later, {
      prepare: (id) => replaceProofs(id, bob, amount, recipient),
      overtake: async (id) => {
        const call = await callOf(id);
        parts.push(...partsOf(call).map((part) => transact([part])));
        const [first = '0x'] = parts;
        return sendAsStranger({ to: call.to, data: first }, 'success');
      },
    });
    const ended = await follow(bob, operationId);
    expect(ended).toMatchObject({ status: 'replaced', isPaidInPart: true, transactionHash: copy });
    expect(ended.failure).toMatch(/^Your private history shows which part arrived\./);
    const arrived = await unitsOf(recipient);
    expect(arrived).toBeGreaterThan(0n);
    expect(arrived).toBeLessThan(lessPoolFee(amount));
    // The rest comes later, and is seen when the payment is looked at again.
    const [, second = '0x'] = parts;
    await sendAsStranger({ to: servers.bench.pool.pool, data: second }, 'success');
    await servers.bench.chain.call('anvil_mine', ['0x50']);
    await servers.db.query('update operations set due_at = now() where id = $1', [operationId]);
    await untilRows(`select 1 from operations where id = $1 and status = 'confirmed'`, operationId);
    expect(await unitsOf(recipient)).toBe(lessPoolFee(amount));
    record('bob', 'polygon-tok', -amount);
    await untilBooked(bob, 'bob');
  });

  it('tells its recipient who and why when the sender wants that, and a copy of the database tells nothing', async () => {
    const [alice, bob] = [await servers.signIn('alice'), await servers.signIn('bob')];
    const forRecipient = { message: `Rent for ${randomUUID()} 🏡`, showsSender: true };
    await transfer(alice, bob, 'polygon-tok', '0.5', forRecipient);
    await untilBooked(bob, 'bob');
    await untilBooked(alice, 'alice');
    const { message: memo } = forRecipient;
    const from = alice.privateAddress;
    const fromName = await nameOf('alice');
    expect(await newestOf(bob)).toMatchObject({ direction: 'in', memo, from, fromName });
    expect(await newestOf(alice)).toMatchObject({ direction: 'out', memo, fromName: null });
    const stored = await wholeDatabase();
    expect(stored).toContain(alice.privateAddress);
    expect(stored).not.toContain(memo);
    expect(stored).not.toContain(Buffer.from(memo).toString('hex'));

    await transfer(alice, bob, 'polygon-tok', '0.5', { message: 'From someone' });
    await untilBooked(bob, 'bob');
    await untilBooked(alice, 'alice');
    const quiet = { direction: 'in', memo: 'From someone', from: null, fromName: null };
    expect(await newestOf(bob)).toMatchObject(quiet);
  });

  it('is paid once, though the database lost the payments and their users repeat them', async () => {
    const alice = await servers.signIn('alice');
    const paid = await confirmedOf(alice);
    expect(paid.map(({ kind, tokenId }) => `${kind} ${tokenId}`)).toEqual([
      'internal-transfer polygon-pol',
      'internal-transfer polygon-tok',
      'unshield polygon-pol',
      'unshield polygon-tok',
    ]);
    await loseBroadcasts();
    for (const { kind, hash, ...body } of paid) {
      const path = kind === 'unshield' ? '/wallet/unshield' : '/wallet/private/internal-transfer';
      const { operation } = await untilAnswered(() => post(alice, path, body));
      const ended = await follow(alice, operation.id);
      expect(ended).toMatchObject({ status: 'confirmed', transactionHash: hash });
    }
    await untilBooked(alice, 'alice');
    await untilBooked(await servers.signIn('bob'), 'bob');
  });

  it('pays payment requests to the unit, out of the pool and within it, and each once', async () => {
    const [alice, bob] = [await servers.signIn('alice'), await servers.signIn('bob')];
    const units = parseUnits('1', 18) + 7n;
    const leaving = amountBeforeFee(toBaseUnits(units), 25n);
    const inPublic = await requestOf(bob, { amount: units.toString(), balance: 'public' });
    const paying = { tokenId: 'polygon-tok', paymentRequest: inPublic.code };
    const out = { ...paying, recipientAddress: inPublic.recipient };
    await untilReady(alice);
    const less = { ...out, amount: (leaving - 1n).toString() };
    expect((await post(alice, '/wallet/unshield', less)).body.code).toBe('payment-request-differs');
    const before = await unitsOf(bob.publicAddress);
    await pay(alice, '/wallet/unshield', { ...out, amount: formatUnits(leaving, 18) });
    record('alice', 'polygon-tok', -leaving);
    expect((await unitsOf(bob.publicAddress)) - before).toBe(units);
    await untilBooked(alice, 'alice');

    const inPrivate = await requestOf(bob, { amount: units.toString(), balance: 'private' });
    const within = { ...paying, paymentRequest: inPrivate.code };
    const sent = await transfer(alice, bob, within, formatUnits(units, 18), {});
    await untilBooked(alice, 'alice');
    await untilBooked(bob, 'bob');
    const { body } = await servers.call(bob, 'GET', '/wallet/payment-requests');
    expect(body.data).toMatchObject([
      { id: inPrivate.id, state: 'paid', transactionHash: sent.transactionHash, match: null },
      { id: inPublic.id, state: 'paid' },
    ]);
    const to = { senderAddress: alice.privateAddress, recipientAddress: bob.privateAddress };
    const again = await postTransfer(alice, { ...within, ...to, amount: units.toString() });
    expect(again.body).toMatchObject({
      code: 'payment-request-over',
      error: 'This request was already paid. Nothing was sent.',
    });
  });

  it('that came without its request is offered to whoever requested it', async () => {
    const [alice, bob] = [await servers.signIn('alice'), await servers.signIn('bob')];
    const amount = parseUnits('1.25', 18).toString();
    const requested = await requestOf(bob, { amount, balance: 'private' });
    // Blocks have whole seconds: one of the same second would be older than the request.
    await sleep(1_000);
    const sent = await transfer(alice, bob, 'polygon-tok', '1.25', { showsSender: true });
    await untilBooked(alice, 'alice');
    await untilBooked(bob, 'bob');
    const { transactionHash } = sent;
    const newest = async () =>
      (await servers.call(bob, 'GET', '/wallet/payment-requests')).body.data[0];
    await expect.poll(newest).toMatchObject({
      ...{ id: requested.id, state: 'open' },
      match: { transactionHash, from: alice.privateAddress },
    });
    const path = `/wallet/payment-requests/${requested.id}/settle`;
    const settled = await servers.call(bob, 'POST', path, { transactionHash });
    expect(settled.body.data).toMatchObject({ state: 'paid', transactionHash });
  });

  it('is the same for a fresh, independent engine', async () => {
    const eyes = await startOwnPool(servers);
    const words = new Map([['broadcaster', broadcasterWords]]);
    for (const name of ['alice', 'bob']) {
      words.set(name, await phraseOf(await servers.signIn(name)));
    }
    for (const [name, mnemonic] of words) {
      const encryptionKey = generatePrivateKey().slice(2);
      const wallet = await eyes.open({ mnemonic, encryptionKey, createdAtBlock: null });
      expect(await eyes.look({ walletId: wallet.walletId, withinMs: SOON_MS })).not.toBeNull();
      const found = await eyes.balances(wallet.walletId, [tokens.tok, tokens.pol]);
      expect([name, ...found.map(({ spendable, pending }) => spendable + pending)]).toEqual([
        name,
        recorded(name, 'polygon-tok'),
        recorded(name, 'polygon-pol'),
      ]);
    }
    await eyes.stop();
  });
});

interface Overtaking {
  /** What happens before it is signed. */
  readonly prepare?: (operationId: string) => Promise<void>;
  /** What a stranger sends while it waits; a copy by default. @returns the hash of the last transaction */
  readonly overtake?: (operationId: string) => Promise<Hex>;
  readonly meanwhile?: (operationId: string) => Promise<void>;
}

/** Alice's newest confirmed private payment of each kind and token, as it was requested, with its hash. */
async function confirmedOf({ privateAddress: senderAddress }: SignedIn) {
  const { rows } = await servers.db.query<{ kind: string; hash: Hex } & Record<string, string>>(
    `select distinct on (o.kind, o.token_id) o.kind, o.token_id as "tokenId", o.amount::text as amount,
       o.recipient as "recipientAddress", o.mined_hash as hash
     from operations o join users u on u.id = o.user_id
     where o.account = $1 and u.email = 'alice@kax.test' and o.kind in ('unshield', 'internal-transfer') and o.status = 'confirmed'
     order by o.kind, o.token_id, o.created_at desc`,
    [mnemonicToAccount(broadcasterWords).address],
  );
  return rows.map((row) =>
    row.kind === 'unshield' ? row : { ...row, ...messageByHash.get(row.hash), senderAddress },
  );
}

/** A failover, two minutes ago, lost every payment that the broadcaster sent. */
async function loseBroadcasts(): Promise<void> {
  const { address } = mnemonicToAccount(broadcasterWords);
  await servers.db.query('delete from spent_notes');
  await servers.db.query('delete from private_transactions');
  for (const table of ['operation_transactions', 'operations']) {
    await servers.db.query(`delete from ${table} where account = $1`, [address]);
  }
  await servers.db.query('update chain_accounts set next_nonce = 0 where address = $1', [address]);
  await servers.db.query("update database_history set seen_at = now() - interval '121 seconds'");
}

/**
 * Requests a private payment while the broadcaster's account lacks a nonce, so that its transaction has to wait, has a
 * stranger send its content, and gives the nonce back.
 */
async function payOvertaken(
  who: SignedIn,
  path: string,
  body: object,
  { prepare, overtake = sendCopy, meanwhile }: Overtaking = {},
): Promise<{ readonly operationId: string; readonly copy: Hex }> {
  const { chain } = servers.bench;
  await untilReady(who);
  const { address: from } = mnemonicToAccount(broadcasterWords);
  const count = BigInt(await chain.call<string>('eth_getTransactionCount', [from, 'latest']));
  await chain.call('anvil_setNonce', [from, toHex(count - 1n)]);
  const key = randomUUID();
  const { operation } = await untilAnswered(() =>
    servers.call(who, 'POST', path, body, headersFor(key)),
  );
  await prepare?.(operation.id);
  const copy = await overtake(operation.id);
  await meanwhile?.(operation.id);
  await chain.call('anvil_impersonateAccount', [from]);
  // Without a price, the node takes that of its next block, which is below the least one while the miner raises it.
  const gasPrice = toHex(parseGwei('1000'));
  const fill = { from, to: from, nonce: toHex(count - 1n), gas: toHex(21_000n), gasPrice };
  await chain.call('eth_sendTransaction', [fill]);
  await chain.call('anvil_stopImpersonatingAccount', [from]);
  return { operationId: operation.id, copy };
}

interface SentCall {
  readonly to: Hex;
  readonly data: Hex;
}

/** Waits until the payment is sent. @returns its content, which is public from then on */
async function callOf(operationId: string): Promise<SentCall> {
  const [row] = await untilRows<SentCall>(
    `select s.call_to as to, s.call_data as data from private_transactions s
     join operations o on o.id = s.operation_id where o.id = $1 and o.first_tried_at is not null`,
    operationId,
  );
  if (row === undefined) throw new Error('Nothing was sent.');
  return row;
}

/** @returns the copy, which is mined */
async function sendCopy(operationId: string): Promise<Hex> {
  return sendAsStranger(await callOf(operationId), 'success');
}

async function sendAsStranger(call: SentCall, status: 'success' | 'reverted'): Promise<Hex> {
  const { chain, client } = servers.bench;
  const wallet = createWalletClient({ transport: http(chain.rpcUrl, { retryCount: 0 }) });
  const sender = { account: treasury, chain: null, gas: 5_000_000n };
  const hash = await wallet.sendTransaction({ ...sender, ...call });
  expect(await client.waitForTransactionReceipt({ hash })).toMatchObject({ status });
  return hash;
}

/** Sends each proof alone in every way there is, all of which fail. */
async function sendPartsAlone(operationId: string): Promise<Hex> {
  const { pool, relayAdapt } = servers.bench.pool;
  const call = await callOf(operationId);
  const parts = partsOf(call);
  expect([call.to.toLowerCase(), parts.length]).toEqual([relayAdapt.toLowerCase(), 2]);
  let last: Hex = '0x';
  for (const part of parts) {
    await sendAsStranger({ to: pool, data: transact([part]) }, 'reverted');
    last = await sendAsStranger({ to: relayAdapt, data: relay([part], call) }, 'reverted');
  }
  return last;
}

function decodedOf({ data }: SentCall): readonly unknown[] {
  const { pool, relayAdapt } = servers.bench.abi;
  return decodeFunctionData({ abi: [...pool, ...relayAdapt], data }).args ?? [];
}

function partsOf(call: SentCall): readonly unknown[] {
  return decodedOf(call)[0] as readonly unknown[];
}

function transact(parts: readonly unknown[]): Hex {
  const { pool: abi } = servers.bench.abi;
  return encodeFunctionData({ abi, functionName: 'transact', args: [parts] });
}

function relay(parts: readonly unknown[], call: SentCall): Hex {
  const { relayAdapt: abi } = servers.bench.abi;
  return encodeFunctionData({ abi, functionName: 'relay', args: [parts, decodedOf(call)[1]] });
}

/**
 * Puts proofs that are valid alone in place of those of a payment that is sent later, and has it sent now. Its moment is
 * drawn, and can come before they are made.
 */
async function replaceProofs(
  operationId: string,
  who: SignedIn,
  amount: bigint,
  recipient: PublicAddress,
): Promise<void> {
  const { rowCount: postponed } = await servers.db.query(
    "update private_transactions set send_at = now() + interval '1 hour' where operation_id = $1 and proved_at is null",
    [operationId],
  );
  expect(postponed).toBe(1);
  await untilRows(`select 1 from operations where id = $1 and status = 'prepared'`, operationId);
  const own = await startOwnPool(servers);
  const mnemonic = await phraseOf(who);
  const encryptionKey = generatePrivateKey().slice(2);
  const { walletId } = await own.open({ mnemonic, encryptionKey, createdAtBlock: null });
  expect(await own.look({ walletId, withinMs: SOON_MS })).not.toBeNull();
  const payment = { kind: 'unshield', token: servers.bench.token, amount, recipient } as const;
  const proofs = await proveSeparately(LOCAL_NETWORK, { walletId, encryptionKey }, payment);
  await own.stop();
  const { rows } = await servers.db.query<{ nullifiers: readonly string[] }>(
    'select nullifiers from private_transactions where operation_id = $1',
    [operationId],
  );
  // The same notes, in two proofs as well.
  expect(new Set(rows[0]?.nullifiers)).toEqual(
    new Set(proofs.nullifiers.map((each) => each.toLowerCase())),
  );
  await servers.db.query(
    `with call as (
       update private_transactions set call_to = $2, call_data = $3, send_at = now() where operation_id = $1
     )
     update operations set due_at = now() where id = $1`,
    [operationId, proofs.to, proofs.data],
  );
}

async function phraseOf(who: SignedIn): Promise<string> {
  const content = { password, what: 'phrase' };
  const response = await servers.call(who, 'POST', '/wallet/export-keys', content);
  return response.body.phrase;
}

/** Has an operator cancel it, and waits until its cancellation was sent. */
async function cancelled(operationId: string): Promise<void> {
  const now = new Date();
  const event = { type: 'cancellation-requested', reason: 'operator', at: now } as const;
  const operations = createPostgresOperations({ pool: servers.db });
  expect(await operations.request({ userId: null, operationId, event, now })).toBe(true);
  await untilRows(
    'select 1 from operations where id = $1 and last_tried_at > cancel_requested_at',
    operationId,
  );
}

/** What became of the transactions that were signed for an operation in this role, those in no block left out. */
async function outcomesOf(operationId: string, role: TransactionRole): Promise<readonly string[]> {
  const { rows } = await servers.db.query<{ hash: Hex }>(
    'select hash from operation_transactions where operation_id = $1 and role = $2',
    [operationId, role],
  );
  const receipts = rows.map(({ hash }) =>
    servers.bench.client.getTransactionReceipt({ hash }).catch(() => null),
  );
  return (await Promise.all(receipts)).flatMap((receipt) => receipt?.status ?? []);
}

async function untilRows<Row extends object>(sql: string, id: string): Promise<readonly Row[]> {
  const deadline = Date.now() + SOON_MS;
  for (;;) {
    const { rows } = await servers.db.query<Row>(sql, [id]);
    if (rows.length > 0) return rows;
    if (Date.now() > deadline) throw new Error(`Nothing was found: ${sql}`);
    await sleep(100);
  }
}

function headersFor(key: string): Readonly<Record<string, string>> {
  return { 'idempotency-key': key, prefer: 'respond-async' };
}

function post(who: SignedIn, path: string, body: unknown) {
  return servers.call(who, 'POST', path, body, headersFor(randomUUID()));
}

function postTransfer(who: SignedIn, body: unknown) {
  return post(who, '/wallet/private/internal-transfer', body);
}

/** Repeats what was refused only because something was not ready at that moment. */
async function untilAnswered(
  request: () => ReturnType<ShieldedServers['call']>,
): Promise<{ readonly operation: OperationView }> {
  const deadline = Date.now() + SOON_MS;
  for (;;) {
    const response = await request().catch(() => null);
    if (response?.status === 200) return response.body;
    const isPassing = response === null || response.status >= 500 || response.status === 409;
    if (!isPassing || Date.now() > deadline) throw new Error(JSON.stringify(response));
    await sleep(500);
  }
}

/** Follows an operation to its end, as its user's page does. */
async function follow(who: SignedIn, id: string): Promise<OperationView> {
  const deadline = Date.now() + SOON_MS;
  let last: OperationView | undefined;
  for (;;) {
    const response = await servers.call(who, 'GET', `/wallet/operations/${id}`).catch(() => null);
    last = response?.body.data ?? last;
    if (last !== undefined && ENDED.includes(last.status)) return last;
    if (Date.now() > deadline) {
      const logs = [await servers.logOf('worker'), await servers.logOf('shielded-worker')];
      const ends = logs.map((log) => log.slice(-2_000)).join('\n');
      throw new Error(`It stayed ${JSON.stringify(last)}.\n${ends}`);
    }
    await sleep(400);
  }
}

async function pay(
  who: SignedIn,
  path: string,
  { amount, ...body }: { readonly tokenId: string; readonly amount: string },
): Promise<OperationView> {
  const content = { ...body, amount: parseUnits(amount, 18).toString() };
  const key = randomUUID();
  const { operation } = await untilAnswered(() =>
    servers.call(who, 'POST', path, content, headersFor(key)),
  );
  const ended = await follow(who, operation.id);
  expect([ended.status, ended.failure]).toEqual(['confirmed', null]);
  return ended;
}

/** A payment request of a user, as they see it. */
async function requestOf(
  who: SignedIn,
  more: { readonly amount: string; readonly balance: 'public' | 'private' },
): Promise<PaymentRequestView> {
  const usual = { tokenId: 'polygon-tok', message: '', days: 1, showsName: false };
  const { status, body } = await servers.call(
    who,
    'POST',
    '/wallet/payment-requests',
    { ...usual, ...more },
    { 'idempotency-key': randomUUID() },
  );
  expect([status, body.code]).toEqual([200, undefined]);
  return body.data;
}

async function transfer(
  alice: SignedIn,
  bob: SignedIn,
  what: string | { readonly tokenId: string; readonly paymentRequest: string },
  amount: string,
  forRecipient: { readonly message?: string; readonly showsSender?: boolean } = {},
): Promise<OperationView> {
  await untilReady(alice);
  const paying = typeof what === 'string' ? { tokenId: what } : what;
  const { tokenId } = paying;
  const to = { senderAddress: alice.privateAddress, recipientAddress: bob.privateAddress };
  const sent = await pay(alice, '/wallet/private/internal-transfer', {
    ...{ ...to, ...forRecipient, ...paying, amount },
  });
  messageByHash.set(sent.transactionHash ?? '', forRecipient);
  record('alice', tokenId, -parseUnits(amount, 18));
  record('bob', tokenId, parseUnits(amount, 18));
  return sent;
}

/** The newest row of the user's private history. */
async function newestOf(who: SignedIn): Promise<object> {
  const { body } = await servers.call(who, 'GET', '/wallet/private/history/wallet');
  return body.data.transactions[0];
}

async function nameOf(name: string): Promise<string | undefined> {
  const { rows } = await servers.db.query<{ name: string }>(
    'select name from users where email = $1',
    [`${name}@kax.test`],
  );
  return rows[0]?.name;
}

/** Every row of every table as text, bytes in hex. */
async function wholeDatabase(): Promise<string> {
  const { rows: tables } = await servers.db.query<{ name: string }>(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public'",
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await servers.db.query<{ text: string }>(
      `select row::text as text from ${name} row`,
    );
    texts.push(...rows.map(({ text }) => text));
  }
  return texts.join('\n');
}

async function unshield(
  alice: SignedIn,
  recipientAddress: PublicAddress | undefined,
  amount: string,
): Promise<void> {
  await untilReady(alice);
  const to = recipientAddress && { recipientAddress };
  await pay(alice, '/wallet/unshield', { ...to, tokenId: 'polygon-tok', amount });
  record('alice', 'polygon-tok', -parseUnits(amount, 18));
}

function record(name: string, tokenId: string, change: bigint): void {
  ledger.set(`${name} ${tokenId}`, recorded(name, tokenId) + change);
}

function recorded(name: string, tokenId: string): bigint {
  return ledger.get(`${name} ${tokenId}`) ?? 0n;
}

function untilReady(who: SignedIn): Promise<void> {
  return until(who, () => true);
}

/** Waits until the user sees what this test expects, all of it spendable. */
function untilBooked(who: SignedIn, name: string): Promise<void> {
  return until(who, (unitsById) =>
    ['polygon-tok', 'polygon-pol'].every((id) => unitsById.get(id) === recorded(name, id)),
  );
}

async function until(
  who: SignedIn,
  isSo: (unitsById: ReadonlyMap<string, bigint>) => boolean,
): Promise<void> {
  const deadline = Date.now() + SOON_MS;
  for (;;) {
    const response = await servers.call(who, 'GET', '/wallet/private/coins').catch(() => null);
    const coins: readonly { id: string; availableBaseUnits: string }[] =
      response?.body.data?.[0]?.coins ?? [];
    const unitsById = new Map(coins.map((each) => [each.id, BigInt(each.availableBaseUnits)]));
    if (response?.body.privateState?.status === 'ready' && isSo(unitsById)) return;
    if (Date.now() > deadline) throw new Error(`It stayed ${JSON.stringify(response?.body)}.`);
    await sleep(300);
  }
}

function lessPoolFee(units: bigint): bigint {
  return units - (units * 25n) / 10_000n;
}

function newAddress(): PublicAddress {
  return privateKeyToAddress(generatePrivateKey()) as PublicAddress;
}

function unitsOf(owner: PublicAddress): Promise<bigint> {
  const { bench } = servers;
  const onToken = { address: bench.token, abi: bench.abi.token };
  const read = { ...onToken, functionName: 'balanceOf', args: [owner] };
  return bench.client.readContract(read) as Promise<bigint>;
}

function allowanceOf(owner: PublicAddress): Promise<bigint> {
  const { bench } = servers;
  const onToken = { address: bench.token, abi: bench.abi.token };
  const read = { ...onToken, functionName: 'allowance', args: [owner, bench.pool.pool] };
  return bench.client.readContract(read) as Promise<bigint>;
}
