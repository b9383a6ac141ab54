import fc from 'fast-check';
import { encodeAbiParameters, parseAbiParameters } from 'viem';
import { describe, expect, it } from 'vitest';
import { newWallet, TOKEN, transact, unsigned } from './payments.test-setup.ts';
import { recordedNotes, recordedUnshields, TRANSACT_TOPIC, UNSHIELD_TOPIC } from './pool-events.ts';
import { readChainRecord } from './read-chain-record.ts';
import { REQUEST_IDS, recordRequests } from './record-requests.ts';
import { recordedTransfers, TRANSFER_TOPIC } from './token-transfers.ts';

const HASH = `0x${'aa'.repeat(32)}`;
const BLOCK = `0x${'bb'.repeat(32)}`;
const ADDRESS = '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B';
const string = (text: string) => encodeAbiParameters(parseAbiParameters('string'), [text]);
const decimals = encodeAbiParameters(parseAbiParameters('uint8'), [6]);

const parts = {
  chain: '0x7a69' as unknown,
  transaction: { hash: HASH, blockHash: BLOCK, from: ADDRESS, to: ADDRESS, value: '0x5' } as
    | object
    | null,
  receipt: {
    ...{ transactionHash: HASH, blockHash: BLOCK, blockNumber: '0x4d', status: '0x1' },
    logs: [{ address: ADDRESS, topics: [HASH], data: '0xAB' }],
  } as object | null,
  block: { hash: BLOCK, number: '0x4d', timestamp: '0x10' } as object | null,
  decimals: decimals as unknown,
  symbol: string('USDC') as unknown,
};

function read(over: Partial<typeof parts> = {}) {
  const given = { ...parts, ...over };
  const ids = Object.entries(REQUEST_IDS) as [keyof typeof parts, number][];
  return readChainRecord(
    ids.map(([name, id]) => ({ jsonrpc: '2.0', id, result: given[name] })).toReversed(),
  );
}

describe('the responses of a node', () => {
  it('are one record, in any order', () => {
    const address = ADDRESS.toLowerCase();
    expect(read()).toEqual({
      ok: true,
      record: {
        ...{ chainId: 31337, hash: HASH, blockNumber: 77, at: new Date(16_000), isSuccess: true },
        ...{ from: address, to: address, value: 5n },
        logs: [{ address, topics: [HASH], data: '0xab' }],
        token: { decimals: 6, symbol: 'USDC' },
      },
    });
  });

  it('are requested by the hash and by the number of the block, which has only one block of the chain', () => {
    const receipt = { ...unsigned({ blockNumber: 77 }), signature: '0x' };
    const methods = recordRequests(receipt).map(({ method, params }) => [method, params[0]]);
    expect(methods).toEqual([
      ['eth_chainId', undefined],
      ['eth_getTransactionByHash', receipt.transactionHash],
      ['eth_getTransactionReceipt', receipt.transactionHash],
      ['eth_getBlockByNumber', '0x4d'],
      ['eth_call', { to: TOKEN, data: '0x313ce567' }],
      ['eth_call', { to: TOKEN, data: '0x95d89b41' }],
    ]);
    const native = { ...receipt, token: { ...receipt.token, address: null } };
    expect(recordRequests(native)).toHaveLength(4);
  });

  it.each<[string, Partial<typeof parts>]>([
    ['of a block that the network gave up', { block: { ...parts.block, hash: HASH } }],
    ['of another block', { block: { ...parts.block, number: '0x4e' } }],
    ['of a block that the node doesn’t have', { block: null }],
    ['of another transaction', { transaction: { ...parts.transaction, hash: BLOCK } }],
    [
      'of a transaction in another block',
      { transaction: { ...parts.transaction, blockHash: HASH } },
    ],
  ])('%s contradict each other', (_name, over) => {
    expect(read(over)).toEqual({ ok: false, problem: 'inconsistent' });
  });

  it('say when the transaction is unknown or in no block', () => {
    const problem = { ok: false, problem: 'unknown-transaction' };
    expect(read({ transaction: null })).toEqual(problem);
    expect(read({ receipt: null })).toEqual(problem);
    const waiting = { ...parts.transaction, blockHash: null };
    expect(read({ transaction: waiting, receipt: null })).toEqual(problem);
  });

  it('are no record of a failed transaction as if it had succeeded', () => {
    const failed = read({ receipt: { ...parts.receipt, status: '0x0' } });
    expect(failed).toMatchObject({ ok: true, record: { isSuccess: false } });
  });

  it('with an error are refused, but the token’s own, which is then unknown', () => {
    const error = { code: -32000, message: 'no' };
    expect(readChainRecord([{ id: 1, error }])).toEqual({ ok: false, problem: 'refused' });
    expect(read({ decimals: undefined })).toMatchObject({ ok: true, record: { token: null } });
    expect(read({ decimals: '0x' })).toMatchObject({ ok: true, record: { token: null } });
    expect(read({ symbol: '0x' })).toMatchObject({ ok: true, record: { token: null } });
  });

  it('name a token as text, or as 32 bytes', () => {
    const bytes = `0x${Buffer.from('MKR').toString('hex').padEnd(64, '0')}`;
    expect(read({ symbol: bytes })).toMatchObject({ record: { token: { symbol: 'MKR' } } });
    const long = 'A token with a name that needs more than one word of 32 bytes';
    expect(read({ symbol: string(long) })).toMatchObject({ record: { token: { symbol: long } } });
    expect(read({ symbol: `0x${'ff'.repeat(32)}` })).toMatchObject({ record: { token: null } });
  });

  it('that are anything else are not readable', () => {
    const whole = [1, 2, 3, 4, 5, 6].map((id, index) => ({
      id,
      result: Object.values(parts)[index],
    }));
    expect(readChainRecord(whole)).toMatchObject({ ok: true });
    const twice = [...whole, { id: 1, result: '0x89' }];
    expect(readChainRecord(twice)).toEqual({ ok: false, problem: 'unreadable' });
    for (const given of [null, 'text', {}, [{ id: 'one' }], [{ id: 1 }, { id: 1 }]]) {
      expect(readChainRecord(given)).toMatchObject({ ok: false, problem: 'unreadable' });
    }
    expect(read({ chain: 31337 })).toMatchObject({ ok: false, problem: 'unreadable' });
    expect(read({ receipt: { ...parts.receipt, logs: [{}] } })).toMatchObject({ ok: false });
    fc.assert(fc.property(fc.jsonValue(), (given) => void readChainRecord(given)));
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(...Object.keys(parts)), (given, name) => {
        read({ [name]: given });
      }),
    );
  });
});

describe('an event', () => {
  const words = fc.array(
    fc.oneof(
      fc.bigInt({ min: 0n, max: 400n }),
      fc.constantFrom(32n, 64n, 96n, 128n, 160n, 2n ** 31n, 2n ** 256n - 32n),
      fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
    ),
    { maxLength: 24 },
  );

  it('with any content is read or left out, and never fails', () => {
    fc.assert(
      fc.property(
        words,
        fc.constantFrom(TRANSACT_TOPIC, UNSHIELD_TOPIC, TRANSFER_TOPIC),
        (each, topic) => {
          const data = `0x${each.map((word) => word.toString(16).padStart(64, '0')).join('')}`;
          const logs = [{ address: TOKEN, topics: [topic], data }];
          const found = [...(recordedNotes(logs).get(TOKEN) ?? [])];
          expect(found.length).toBeLessThanOrEqual(each.length);
          recordedUnshields(logs);
          recordedTransfers(
            [{ ...logs[0], topics: [topic, HASH, HASH] } as (typeof logs)[number]],
            TOKEN,
          );
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('with more hashes than blinded keys opens no note', () => {
    const wallet = newWallet();
    const plan = { to: wallet, value: 5n, recordedSender: wallet };
    const { log } = transact([plan, plan]);
    const digits = log.data.slice(2);
    // Its fourth word says where the ciphertexts begin, with their count.
    const at = Number.parseInt(digits.slice(3 * 64, 4 * 64), 16) * 2;
    const data = `0x${digits.slice(0, at)}${'1'.padStart(64, '0')}${digits.slice(at + 64)}`;
    expect(recordedNotes([{ ...log, data }]).get(log.address)).toEqual([]);
  });

  it('cut short anywhere opens no note that the whole one hasn’t', () => {
    const wallet = newWallet();
    const plan = { to: wallet, value: 5n, recordedSender: wallet };
    const { log } = transact([plan, plan, plan]);
    const whole = recordedNotes([log]).get(log.address) ?? [];
    expect(whole).toHaveLength(3);
    for (let length = 2; length < log.data.length; length += 64) {
      const cut = recordedNotes([{ ...log, data: log.data.slice(0, length) }]).get(log.address);
      for (const note of cut ?? []) expect(whole).toContainEqual(note);
    }
  });
});
