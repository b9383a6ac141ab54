import { describe, expect, it } from 'vitest';
import type { PublicAddress, TransactionHash } from '#domain/address/address';
import { toBaseUnits } from '#domain/amount/base-units';
import type { OperationKind } from '#domain/operation/operation';
import {
  newWallet,
  type OpenedNote as ReceiptNote,
  recordOf,
  signedPrivately,
  transact,
  VISIBLE,
} from '#receipt/payments.test-setup';
import { receiptText, type UnsignedReceipt } from '#receipt/receipt-text';
import { verifyReceipt } from '#receipt/verify-receipt';
import { POL, USDC } from '#testing/network';
import { START, uuidOf } from '#testing/operation';
import type { BodyOf } from '#wire/contract';
import { makeReceipt as contract } from '#wire/wallet/make-receipt';
import type { ObservedOperation } from '../../ports/operations.ts';
import type { PaymentMovement } from '../../ports/payment-movements.ts';
import { ChainUnavailable } from '../../ports/public-chain.ts';
import type { OpenedNote, ShieldedMovement } from '../../ports/shielded-pool.ts';
import type { TimedHistoryItem } from '../../ports/shielded-views.ts';
import { createMakeReceipt, type MakeReceiptPorts } from './make-receipt.ts';
import { callOf, createPrivateHarness, poolOperation } from './shielded/private.test-setup.ts';

const [own, other] = [newWallet(), newWallet()];
const record = recordOf();
const hash = record.hash as TransactionHash;
const token = USDC.address ?? '0x';
const transactionId = `transaction-31337-${hash}`;
const operationId = `operation-${uuidOf(1)}`;
const FIVE = toBaseUnits(5n);

function setUp() {
  const { ports } = createPrivateHarness();
  const harness = {
    item: itemOf({}) as TimedHistoryItem | null,
    finalized: 100n,
    operation: null as ObservedOperation | null,
    movements: [] as PaymentMovement[],
    responses: null as readonly unknown[] | null,
    wait: 0,
    requestsToNodes: 0,
  };
  const all = {
    ...ports,
    wrappedNatives: new Map([[31337, token as PublicAddress]]),
    views: {
      readHistory: async (_owner: unknown, { before }: { before: number | null }) =>
        harness.item === null || before !== null ? [] : [{ position: 0, item: harness.item }],
    },
    history: { state: async () => ({ finalizedNumber: harness.finalized }) },
    operations: { find: async () => harness.operation },
    movements: { ofEntry: async () => harness.movements },
    responses: new Map([
      [
        31337,
        {
          respond: async () => {
            harness.requestsToNodes += 1;
            if (harness.responses === null) throw new ChainUnavailable(31337, new Error('away'));
            return harness.responses;
          },
        },
      ],
    ]),
    senderNames: { namesOf: async () => new Map([[own.privateAddress, 'Alice Moreau']]) },
    limits: { takeQuota: async () => harness.wait, giveBack: async () => {} },
    vault: {
      ...ports.vault,
      signPrivateReceipt: async (_bearer: unknown, text: string) => {
        const read = JSON.parse(text.slice(text.indexOf('\n') + 1)) as UnsignedReceipt;
        expect(receiptText(read)).toBe(text);
        return { ok: true, value: signedPrivately(read, own).signature };
      },
      withPublicSigner: async (_bearer: unknown, work: (signer: object) => Promise<unknown>) => ({
        ok: true,
        value: await work({
          signMessage: (message: string) => own.account.signMessage({ message }),
        }),
      }),
    },
  } as unknown as MakeReceiptPorts;
  const handler = createMakeReceipt(all);
  const request = (more: Partial<BodyOf<typeof contract>> = {}) => {
    const call = callOf<typeof contract>({ params: undefined, query: undefined });
    const body: BodyOf<typeof contract> = {
      ...{ entryId: transactionId, mode: 'private' as const, showsOwnName: true },
      ...{ otherName: null, showsMessage: true, ...more },
    };
    const addresses = {
      publicAddress: own.account.address,
      privateAddress: own.privateAddress as `0zk${string}`,
    };
    return handler({ ...call, body, session: { ...call.session, ...addresses } });
  };
  return { harness, request };
}

const moved = (amount: bigint, more: Partial<ShieldedMovement> = {}): ShieldedMovement => ({
  ...{ token: USDC, amount: toBaseUnits(amount), counterparty: other.privateAddress, memo: null },
  ...more,
});

function opened(direction: OpenedNote['direction'], note: ReceiptNote): OpenedNote {
  return {
    ...{ direction, token: USDC, tree: note.tree, position: note.position },
    value: toBaseUnits(BigInt(note.value)),
    random: note.random as `0x${string}`,
    senderRandom: note.senderRandom as `0x${string}`,
    counterparty: other.privateAddress,
  };
}

const received = transact([
  { to: own, value: 5n, recordedSender: other, isSenderVisible: true, token },
  { to: own, value: 2n, recordedSender: other, isSenderVisible: true, token },
]);
const sent = transact([{ to: other, value: 5n, recordedSender: own, token }]);

function itemOf(more: Partial<TimedHistoryItem>): TimedHistoryItem {
  return {
    ...{ transactionHash: hash, blockNumber: record.blockNumber, at: record.at },
    ...{ kind: 'received', sent: [], unshielded: [], received: [moved(5n), moved(2n)] },
    ...{ poolFee: toBaseUnits(0n), broadcasterFee: null },
    notes: received.notes.map((note) => opened('received', note)),
    ...more,
  };
}

const sentItem = itemOf({
  ...{ kind: 'sent', received: [], sent: [moved(5n, { memo: 'Rent' })] },
  notes: sent.notes.map((note) => opened('sent', note)),
});

describe('a private receipt', () => {
  it('of what was received counts the notes of one sender together, and is genuine', async () => {
    const { request } = setUp();
    const response = contract.response.parse(await request({ otherName: '  Bob   Stone ' }));
    expect(response.data).toMatchObject({
      ...{ amount: '7', from: other.privateAddress, to: own.privateAddress, issuer: 'recipient' },
      stated: { fromName: 'Bob Stone', toName: 'Alice Moreau', message: null },
    });
    const verdict = verifyReceipt(response.data, { ...record, logs: [received.log] });
    expect(verdict).toMatchObject({ isGenuine: true, results: { sender: 'stated' } });
  });

  it('of what was sent has the message when its user chooses that, and their name', async () => {
    const { harness, request } = setUp();
    harness.item = sentItem;
    harness.operation = confirmed();
    const response = contract.response.parse(await request({ entryId: operationId }));
    expect(response.data).toMatchObject({
      ...{ from: own.privateAddress, to: other.privateAddress, issuer: 'sender' },
      stated: { fromName: 'Alice Moreau', toName: null, message: 'Rent' },
    });
    expect(verifyReceipt(response.data, { ...record, logs: [sent.log] }).isGenuine).toBe(true);
    const choices = { showsOwnName: false, showsMessage: false };
    const plain = contract.response.parse(await request({ entryId: operationId, ...choices }));
    expect(plain.data.stated).toEqual({ fromName: null, toName: null, message: null });
  });

  it('asks no node about the payment', async () => {
    const { harness, request } = setUp();
    await request();
    expect(harness.requestsToNodes).toBe(0);
  });

  it('waits until the payment is final', async () => {
    const { harness, request } = setUp();
    harness.finalized = 76n;
    expect(await request()).toMatchObject({ refused: 'receipt-not-final' });
    harness.operation = poolOperation('internal-transfer');
    expect(await request({ entryId: operationId })).toMatchObject({ refused: 'receipt-not-final' });
    harness.operation = confirmed();
    harness.item = null;
    expect(await request({ entryId: operationId })).toMatchObject({ refused: 'receipt-not-final' });
  });

  it('of a row that an earlier version wrote comes later, and says when', async () => {
    const { harness, request } = setUp();
    const { notes: _none, ...earlier } = itemOf({});
    harness.item = earlier;
    expect(await request()).toEqual({
      refused: 'receipt-not-possible',
      sentence: 'We’re still preparing the proof of this payment. Try again in a few minutes.',
    });
  });

  it.each<[string, Partial<TimedHistoryItem>]>([
    ['a shield', { kind: 'shield' }],
    ['several senders', { received: [moved(5n), moved(2n, { counterparty: null })] }],
    ['several tokens', { received: [moved(5n), moved(2n, { token: POL })] }],
    ['several recipients', { ...sentItem, sent: [moved(5n), moved(1n, { counterparty: '0zk' })] }],
    ['a transfer and an unshield', { ...sentItem, unshielded: [moved(1n)] }],
    [
      'a transfer to oneself',
      { ...sentItem, sent: [moved(5n, { counterparty: own.privateAddress })] },
    ],
    ['more than its notes', { received: [moved(5n), moved(3n)] }],
    ['nothing', { received: [] }],
    ['an unshield to oneself', unshield({ counterparty: own.account.address.toLowerCase() })],
    ['an unshield of the native coin', unshield({ token: POL })],
    ['an unshield to an unknown address', unshield({ counterparty: null })],
    ['two unshields', { ...unshield({}), unshielded: [moved(1n), moved(2n)] }],
  ])('does not exist of %s', async (_name, more) => {
    const { harness, request } = setUp();
    harness.item = itemOf(more);
    expect(await request()).toEqual({ refused: 'receipt-not-possible' });
  });

  it('of an unshield names who got it, and no notes', async () => {
    const { harness, request } = setUp();
    harness.item = itemOf(unshield({ counterparty: other.account.address }));
    expect(contract.response.parse(await request()).data).toMatchObject({
      ...{ from: own.privateAddress, to: other.account.address, issuer: 'sender' },
      ...{ proof: { kind: 'unshield' }, amount: '5' },
    });
  });

  it('of a sender who is hidden has neither their address nor their random', async () => {
    const { harness, request } = setUp();
    const notes = received.notes.map((note) => ({
      ...opened('received', note),
      ...{ counterparty: null, senderRandom: null },
    }));
    const hidden = { counterparty: null };
    harness.item = itemOf({ notes, received: [moved(5n, hidden), moved(2n, hidden)] });
    const { data } = contract.response.parse(await request());
    expect(data.from).toBeNull();
    expect(JSON.stringify(data.proof)).not.toContain(VISIBLE);
  });

  it('does not exist of what is no payment of the user', async () => {
    const { harness, request } = setUp();
    harness.item = null;
    const codes: [string, string][] = [
      [transactionId, 'unknown-entry'],
      [`transaction-137-${hash}`, 'unknown-entry'],
      [operationId, 'unknown-entry'],
      ['nothing', 'unknown-entry'],
      ['order-1', 'receipt-not-possible'],
      ['swap-1', 'receipt-not-possible'],
    ];
    for (const [entryId, refused] of codes) expect(await request({ entryId })).toEqual({ refused });
  });
});

describe('a public receipt', () => {
  const movement: PaymentMovement = {
    ...{ type: 'send', isRecorded: true, chainId: 31337, tokenId: USDC.id, direction: 'out' },
    from: own.account.address as PublicAddress,
    ...{ to: other.account.address, amount: FIVE, isSuccess: true, operationId: uuidOf(1) },
    ...{ transactionHash: hash, blockNumber: 77n, at: record.at, isFinal: true },
  };
  const response = (id: number, result: unknown) => ({ id, result });
  const word = (text: string) => text.padStart(64, '0');
  const side = (address: string) => `0x${word(address.slice(2).toLowerCase())}`;
  const block = `0x${word('b')}`;
  const responses = [
    response(1, '0x7a69'),
    response(2, { hash, blockHash: block, from: own.account.address, to: token, value: '0x0' }),
    response(3, {
      ...{ transactionHash: hash, blockHash: block, blockNumber: '0x4d', status: '0x1' },
      logs: [
        {
          address: token,
          topics: [
            '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
            ...[own.account.address, other.account.address].map(side),
          ],
          data: `0x${word('5')}`,
        },
      ],
    }),
    response(4, {
      hash: block,
      number: '0x4d',
      timestamp: `0x${(record.at.getTime() / 1_000).toString(16)}`,
    }),
    response(5, `0x${word('6')}`),
    response(
      6,
      `0x${word('20')}${word('4')}${Buffer.from('USDC').toString('hex').padEnd(64, '0')}`,
    ),
  ];
  const publicly = { mode: 'public', entryId: operationId } as const;

  it('is signed by the public address, and checked against the network before it leaves', async () => {
    const { harness, request } = setUp();
    harness.movements = [movement];
    harness.responses = responses;
    const { data } = contract.response.parse(await request(publicly));
    expect(data).toMatchObject({
      amount: '5',
      issuer: 'sender',
      proof: { kind: 'public-transfer' },
    });
    expect(harness.requestsToNodes).toBe(1);
  });

  it('is not given out when a node contradicts what we stored, or doesn’t respond', async () => {
    const { harness, request } = setUp();
    harness.movements = [{ ...movement, amount: toBaseUnits(6n) }];
    harness.responses = responses;
    expect(await request(publicly)).toEqual({ refused: 'receipt-not-possible' });
    harness.responses = [
      response(1, '0x7a69'),
      response(2, null),
      response(3, null),
      response(4, null),
    ];
    expect(await request(publicly)).toEqual({ refused: 'chain-unavailable' });
    harness.responses = null;
    expect(await request(publicly)).toEqual({ refused: 'chain-unavailable' });
  });

  it.each<[string, readonly Partial<PaymentMovement>[]]>([
    ['coins that a contract passed on', [{ isRecorded: false }]],
    ['a failed payment', [{ isSuccess: false }]],
    ['a payment of nothing', [{ amount: toBaseUnits(0n) }]],
    ['an approval', [{ type: 'approve', direction: 'none' }]],
    ['a swap', [{ type: 'swap' }]],
    ['an own unshield', [{ type: 'unshield', direction: 'in' }]],
    ['two recipients', [{}, { to: own.account.address }]],
    ['both directions', [{}, { type: 'receive', direction: 'in' }]],
    ['a coin that is no longer configured', [{ tokenId: 'polygon-gone' as typeof USDC.id }]],
  ])('does not exist of %s', async (_name, rows) => {
    const { harness, request } = setUp();
    harness.movements = rows.map((row) => ({ ...movement, ...row }));
    harness.responses = responses;
    expect(await request(publicly)).toEqual({ refused: 'receipt-not-possible' });
  });

  it('waits until the payment is final', async () => {
    const { harness, request } = setUp();
    harness.movements = [{ ...movement, isFinal: false }];
    expect(await request(publicly)).toEqual({ refused: 'receipt-not-final' });
    harness.movements = [];
    harness.operation = poolOperation('internal-transfer');
    expect(await request(publicly)).toEqual({ refused: 'receipt-not-final' });
    harness.operation = null;
    expect(await request(publicly)).toEqual({ refused: 'unknown-entry' });
  });

  it('waits until the history has reached the block of the payment, where there will be one', async () => {
    const { harness, request } = setUp();
    harness.operation = confirmed('send');
    expect(await request(publicly)).toEqual({ refused: 'receipt-not-final' });
    for (const ended of [confirmed('shield'), confirmed('send', 'reverted')]) {
      harness.operation = ended;
      expect(await request(publicly)).toEqual({ refused: 'receipt-not-possible' });
    }
  });
});

it('a name that can’t be shown is refused, and so are too many receipts', async () => {
  const { harness, request } = setUp();
  for (const otherName of ['', ' ', 'Bob\u202eStone', 'a'.repeat(101)]) {
    expect(await request({ otherName })).toMatchObject({ refused: 'bad-request' });
  }
  harness.wait = 90;
  expect(await request()).toMatchObject({ refused: 'too-many-requests', retryAfter: 90 });
});

function unshield(more: Partial<ShieldedMovement>): Partial<TimedHistoryItem> {
  return { kind: 'unshield', received: [], unshielded: [moved(5n, more)], notes: [] };
}

/** An operation of the user whose transaction is final. */
function confirmed(
  kind: OperationKind = 'internal-transfer',
  status: 'confirmed' | 'reverted' = 'confirmed',
): ObservedOperation {
  const { operation, ...rest } = poolOperation('internal-transfer');
  const inclusion = {
    ...{ transactionHash: hash, blockNumber: 77n, blockHash: '0xb', isSuccess: true },
    ...{ arrived: null, feePaid: toBaseUnits(1n), minedAt: START },
  };
  return {
    ...rest,
    operation: { ...operation, kind, status, inclusion, endedAt: START } as typeof operation,
  };
}
