import { decodeFunctionData, encodeFunctionResult, keccak256, multicall3Abi, toHex } from 'viem';
import { describe, expect, it } from 'vitest';
import type { PublicAddress, TransactionHash } from '#domain/address/address';
import { toBaseUnits } from '#domain/amount/base-units';
import type { Token, TokenId } from '#domain/token/token';
import { ChainUnavailable } from '../../ports/public-chain.ts';
import { nodesAt } from './nodes-at.test-setup.ts';
import { createPublicChain } from './public-chain.ts';
import { TRANSFER } from './token-transfer.ts';

type Reply = { result: unknown } | { error: { code: number; message: string } } | 'silent' | 'html';
type Node = (method: string, params: readonly unknown[]) => Reply;

const owner = '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B' as PublicAddress;
const friend = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' as PublicAddress;
const multicallAddress = '0xcA11bde05977b3631167028862bE2a173976CA11' as PublicAddress;
const hash = `0x${'ab'.repeat(32)}` as TransactionHash;
const OTHER_HASH = `0x${'cd'.repeat(32)}` as TransactionHash;
const raw = '0x02f8';

const native = tokenOf('POL', null);
const usdc = tokenOf('USDC', '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359' as PublicAddress);

function tokenOf(symbol: string, address: PublicAddress | null): Token {
  const id = `polygon-${symbol.toLowerCase()}` as TokenId;
  return {
    id,
    chainId: 137,
    address,
    symbol,
    name: symbol,
    decimals: 6,
    isShieldable: true,
    image: '',
  };
}

/** A chain over nodes that live in the test, and the requests each received. */
function chainOf(nodes: Readonly<Record<string, Node>>, minimumTip = 0n) {
  const requests: string[] = [];
  const chain = createPublicChain({
    network: { chainId: 137, multicallAddress, blocksUntilFinal: 64, tokens: [native, usdc] },
    feeRules: { minimumTip, feeCap: 10n ** 18n },
    nodes: nodesAt({
      chainId: 137,
      rpcUrls: Object.keys(nodes).map((name) => `http://${name}/secret-key`),
      timeoutMs: 50,
      post: async (url, { body }) => {
        const { host } = new URL(url);
        const { id, method, params } = JSON.parse(String(body));
        if (method === 'eth_chainId') return Response.json({ jsonrpc: '2.0', id, result: '0x89' });
        requests.push(`${host} ${method}`);
        const response = nodes[host]?.(method, params) ?? 'silent';
        if (response === 'silent') throw new Error('The operation timed out.');
        if (response === 'html') return new Response('<html>Bad gateway</html>', { status: 502 });
        return Response.json({ jsonrpc: '2.0', id, ...response });
      },
    }),
  });
  return { chain, requests };
}

/** A node's response to the balance call: its block number, then the balances. */
function balances(blockNumber: bigint, ...units: bigint[]): Reply {
  const result = [blockNumber, ...units].map((value) => ({
    success: true,
    returnData: toHex(value, { size: 32 }),
  }));
  return {
    result: encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result }),
  };
}

describe('balances', () => {
  it('are read with one call for all tokens of an owner', async () => {
    const calls: number[] = [];
    const { chain, requests } = chainOf({
      one: (_method, [call]) => {
        const { data } = call as { data: `0x${string}` };
        calls.push(decodeFunctionData({ abi: multicall3Abi, data }).args.length);
        return balances(7n, 5n, 6n);
      },
    });
    const expected = { blockNumber: 7n, units: [5n, 6n] };
    expect(await chain.balances(owner, [native, usdc])).toEqual(expected);
    expect(requests).toEqual(['one eth_call']);
    expect(calls).toEqual([1]);
  });

  it('come from the next node when the first is silent, and the next node stays the first', async () => {
    const { chain, requests } = chainOf({ one: () => 'silent', two: () => balances(7n, 5n) });
    expect((await chain.balances(owner, [native])).units).toEqual([5n]);
    expect((await chain.balances(owner, [native])).units).toEqual([5n]);
    expect(requests).toEqual(['one eth_call', 'two eth_call', 'two eth_call']);
  });

  it('are not taken from a node that is far behind while another is not', async () => {
    let isBehind = false;
    const { chain } = chainOf({
      one: () => (isBehind ? balances(90n, 1n) : balances(100n, 5n)),
      two: () => balances(101n, 6n),
    });
    expect((await chain.balances(owner, [native])).units).toEqual([5n]);
    isBehind = true;
    expect((await chain.balances(owner, [native])).units).toEqual([6n]);
  });

  it('are believed when the only node starts again from the beginning', async () => {
    let block = 100n;
    const { chain } = chainOf({ one: () => balances(block, block) });
    await chain.balances(owner, [native]);
    block = 3n;
    expect((await chain.balances(owner, [native])).units).toEqual([3n]);
  });

  it.each<Reply>([
    'silent',
    'html',
    { result: '0x' },
    { result: null },
    { error: { code: -32000, message: 'header not found' } },
  ])('are never 0 when they could not be read (%s)', async (response) => {
    const { chain } = chainOf({ one: () => response });
    await expect(chain.balances(owner, [native])).rejects.toBeInstanceOf(ChainUnavailable);
  });

  it('fail without revealing the URL of a node, which may hold a key', async () => {
    const { chain } = chainOf({ one: () => 'html' });
    const failure = await chain.balances(owner, [native]).catch((cause: unknown) => cause);
    expect(JSON.stringify(describeDeep(failure))).not.toContain('secret-key');
  });
});

describe('preparing a transfer', () => {
  const history = { baseFeePerGas: ['0x64', '0x78'], reward: [['0x0'], ['0x5'], ['0x9'], ['0x7']] };
  const transfer = { token: usdc, from: owner, to: friend, amount: toBaseUnits(25n) };
  /** The selector of `transfer(address,uint256)`. */
  const TRANSFER_CALL = '0xa9059cbb';

  function node(estimate: Reply, balance = 0n, returned = `0x${'1'.padStart(64, '0')}`): Node {
    return (method, [call]) => {
      if (method === 'eth_estimateGas') return estimate;
      if (method === 'eth_getCode') return { result: '0x60' };
      if (method === 'eth_feeHistory') return { result: history };
      if (method === 'eth_maxPriorityFeePerGas') return { result: '0x3' };
      if (JSON.stringify(call).includes(TRANSFER_CALL)) return { result: returned };
      return { result: toHex(balance, { size: 32 }) };
    };
  }

  it('takes the median tip, twice the next base fee as limit, and a margin of gas', async () => {
    const { chain } = chainOf({ one: node({ result: '0xc350' }) });
    const response = await chain.prepareTransfer(transfer);
    expect(response).toMatchObject({
      ok: true,
      prepared: {
        to: usdc.address,
        value: 0n,
        gas: 50_000n + 10_000n + 17_100n,
        fees: { maxFeePerGas: 247n, maxPriorityFeePerGas: 7n, feeCap: 10n ** 18n },
        expectedFee: 50_000n * 127n,
      },
    });
  });

  it('takes the node’s suggestion where hardly anyone paid a tip, and not what the one in a hurry did', async () => {
    const reward = [['0x0'], ['0x3b9aca00'], ['0x0'], ['0x3b9aca00']];
    const quiet: Node = (method, params) =>
      method === 'eth_feeHistory'
        ? { result: { ...history, reward } }
        : node({ result: '0xc350' })(method, params);
    expect(await chainOf({ one: quiet }).chain.prepareTransfer(transfer)).toMatchObject({
      prepared: { fees: { maxFeePerGas: 243n, maxPriorityFeePerGas: 3n } },
    });
  });

  it('believes no node that lacks the token, as before it has loaded its state', async () => {
    const empty: Node = (method, params) =>
      method === 'eth_getCode'
        ? { result: '0x' }
        : node({ result: '0x57bc' }, 0n, '0x')(method, params);
    const whole = node({ result: '0xc350' });
    const { chain } = chainOf({ one: empty, two: whole });
    expect(await chain.prepareTransfer(transfer)).toMatchObject({
      ok: true,
      prepared: { gas: 50_000n + 10_000n + 17_100n },
    });
    const alone = chainOf({ one: empty }).chain.prepareTransfer(transfer);
    await expect(alone).rejects.toBeInstanceOf(ChainUnavailable);
  });

  it('pays the lowest tip that the network accepts', async () => {
    const { chain } = chainOf({ one: node({ result: '0x5208' }) }, 25n);
    const response = await chain.prepareTransfer({ ...transfer, token: native });
    expect(response).toMatchObject({
      ok: true,
      prepared: {
        to: friend,
        value: 25n,
        data: '0x',
        gas: 21_000n,
        fees: { maxPriorityFeePerGas: 25n },
      },
    });
  });

  const reverted = { error: { code: 3, message: 'execution reverted: no' } };

  it('distinguishes missing tokens from a transfer that the token refuses', async () => {
    const short = await chainOf({ one: node(reverted, 24n) }).chain.prepareTransfer(transfer);
    expect(short).toMatchObject({ ok: false, reason: 'insufficient-funds' });
    const refused = await chainOf({ one: node(reverted, 25n) }).chain.prepareTransfer(transfer);
    expect(refused).toMatchObject({ ok: false, reason: 'would-revert' });
  });

  it.each([
    ['false', `0x${'0'.repeat(64)}`, false],
    ['something other than true', `0x${'2'.padStart(64, '0')}`, false],
    ['true', `0x${'1'.padStart(64, '0')}`, true],
    ['nothing, as older tokens do', '0x', true],
  ])('believes a token that returns %s: %s', async (_what, returned, ok) => {
    const { chain } = chainOf({ one: node({ result: '0xc350' }, 25n, returned) });
    const response = await chain.prepareTransfer(transfer);
    expect(response).toMatchObject(ok ? { ok } : { ok, reason: 'returned-false' });
  });

  it('says that funds are missing when the node says so', async () => {
    const error = { code: -32000, message: 'insufficient funds for transfer' };
    const { chain } = chainOf({ one: node({ error }) });
    const response = await chain.prepareTransfer({ ...transfer, token: native });
    expect(response).toMatchObject({ ok: false, reason: 'insufficient-funds' });
  });

  it('does not take an error of the node for an error of the payment', async () => {
    const error = { code: -32603, message: 'internal error' };
    const { chain } = chainOf({ one: node({ error }) });
    await expect(chain.prepareTransfer(transfer)).rejects.toBeInstanceOf(ChainUnavailable);
  });
});

describe('broadcasting', () => {
  const refusing: Node = () => ({ error: { code: -32000, message: 'nonce too low' } });

  it('sends the bytes to every node', async () => {
    const { chain, requests } = chainOf({
      one: refusing,
      two: () => ({ result: keccak256(raw) }),
    });
    expect(await chain.broadcast(raw)).toEqual({ kind: 'accepted' });
    expect(requests).toEqual(['one eth_sendRawTransaction', 'two eth_sendRawTransaction']);
  });

  it('does not know the outcome when no node responds, and does not throw', async () => {
    const { chain } = chainOf({ one: () => 'silent', two: () => 'html' });
    expect(await chain.broadcast(raw)).toMatchObject({ kind: 'unknown' });
  });

  it('does not believe a node that responds with another hash', async () => {
    const { chain } = chainOf({ one: () => ({ result: hash }) });
    expect(await chain.broadcast(raw)).toMatchObject({ kind: 'unknown' });
  });
});

describe('finality', () => {
  const block = (number: bigint): Reply => ({ result: { number: toHex(number), hash } });

  it('is what the node calls final', async () => {
    const { chain } = chainOf({ one: (_method, [tag]) => block(tag === 'latest' ? 100n : 98n) });
    expect(await chain.heads()).toMatchObject({
      latest: { number: 100n },
      finalized: { number: 98n },
    });
  });

  it('is a fixed number of blocks back when the node does not know the tag', async () => {
    const { chain } = chainOf({
      one: (_method, [tag]) => {
        if (tag === 'finalized') return { error: { code: -32602, message: 'unknown block tag' } };
        return block(tag === 'latest' ? 100n : BigInt(String(tag)));
      },
    });
    expect(await chain.heads()).toMatchObject({ finalized: { number: 36n } });
  });
});

describe('looking for a transaction', () => {
  const none: Node = () => ({ result: null });
  const receipt = {
    transactionHash: hash,
    blockNumber: '0x7',
    blockHash: hash,
    to: friend,
    logs: [],
    status: '0x1',
    gasUsed: '0x5208',
    effectiveGasPrice: '0x2',
  };
  /** A node that has the receipt, and on whose chain block 7 is `blockHash`, with the transaction or without it. */
  const having =
    (blockHash: string, transactions: readonly string[] = [hash], more: object = {}): Node =>
    (method) =>
      method === 'eth_getTransactionReceipt'
        ? { result: { ...receipt, ...more } }
        : { result: { number: '0x7', hash: blockHash, transactions, parentHash: OTHER_HASH } };

  it('finds a receipt that only one node has', async () => {
    const { chain } = chainOf({ one: none, two: having(hash) });
    expect(await chain.receipt(hash)).toEqual({
      transactionHash: hash,
      blockNumber: 7n,
      blockHash: hash,
      isSuccess: true,
      transfers: [],
      feePaid: 42_000n,
    });
    expect(await chainOf({ one: none }).chain.receipt(hash)).toBeNull();
  });

  it('reads the transfers that listed tokens recorded, and no other events', async () => {
    const word = (value: string) => `0x${value.replace(/^0x/, '').padStart(64, '0')}`;
    const transferred = {
      address: usdc.address,
      topics: [TRANSFER, word(owner), word(friend)],
      data: word('19'),
    };
    const logs = [
      transferred,
      { ...transferred, address: friend },
      { ...transferred, topics: [...transferred.topics, word('1')], data: '0x' },
      { ...transferred, topics: [word('1'), word(owner), word(friend)] },
      { ...transferred, topics: [], data: '0x' },
      { ...transferred, data: `${word('1')}00` },
    ];
    const { chain } = chainOf({ one: having(hash, [hash], { logs }) });
    expect((await chain.receipt(hash))?.transfers).toEqual([
      { tokenId: usdc.id, to: friend, units: 25n },
    ]);
  });

  it.each([
    ['of a block that the chain gave up', having(OTHER_HASH)],
    ['of a block that does not have it', having(hash, [OTHER_HASH])],
  ])('ignores a receipt %s', async (_case, node) => {
    expect(await chainOf({ one: node }).chain.receipt(hash)).toBeNull();
  });

  const above = { number: '0x8', hash: OTHER_HASH, parentHash: hash };

  it.each([
    ['in a final block', 8n, having(hash), true],
    ['in a block that is not final', 6n, having(hash), false],
    ['in another block of that height', 8n, having(OTHER_HASH), false],
    ['with another final block of that height', 7n, having(hash), false],
  ])('%s, with %s final: %s', async (_case, final, node, expected) => {
    const { chain } = chainOf({
      one: (method, params) => {
        if (params[0] === '0x8') return { result: above };
        return params[0] === 'finalized' || params[0] === 'latest'
          ? { result: { number: toHex(final), hash: OTHER_HASH } }
          : node(method, params);
      },
    });
    const inclusion = { transactionHash: hash, blockNumber: 7n, blockHash: hash };
    expect(await chain.isFinal(inclusion)).toBe(expected);
  });
});

describe('the next nonce of an account', () => {
  const counting = (count: string) => (): Reply => ({ result: count });

  it.each([
    ['0xc', '0xa'],
    ['0xa', '0xc'],
  ])('is the lowest that a node counts (%s and %s), so that it leaves no gap', async (one, two) => {
    const { chain } = chainOf({ one: counting(one), two: counting(two) });
    expect(await chain.transactionCount(owner, 'latest')).toBe(10);
  });

  it('is known while one node responds', async () => {
    const { chain } = chainOf({ one: () => 'silent', two: counting('0xa') });
    expect(await chain.transactionCount(owner, 'latest')).toBe(10);
  });
});

describe('what used a nonce', () => {
  const FINAL = 1_000n;

  /** A node whose account used its nonces 0, 1, … in these blocks, and that keeps the states of the newest ones. */
  function counting(blocks: readonly bigint[], states = FINAL + 1n): Node {
    return (method, [first, second]) => {
      if (method === 'eth_getTransactionCount') {
        const number = BigInt(String(second));
        if (FINAL - number >= states)
          return { error: { code: -32_000, message: 'missing trie node' } };
        return { result: toHex(blocks.filter((each) => each <= number).length) };
      }
      const number = ['latest', 'finalized'].includes(String(first))
        ? FINAL
        : BigInt(String(first));
      const header = { number: toHex(number), hash: OTHER_HASH, parentHash: OTHER_HASH };
      if (second === false) return { result: header };
      const transactions = blocks.flatMap((each, nonce) =>
        each === number ? [{ hash, from: owner.toLowerCase(), nonce: toHex(nonce) }] : [],
      );
      const ofOthers = { hash: OTHER_HASH, from: friend.toLowerCase(), nonce: '0x1' };
      return {
        result: {
          ...{ ...header, timestamp: '0x1' },
          transactions: [ofOthers, ...transactions],
        },
      };
    };
  }

  it.each([0n, 1n, 7n, 499n, 998n, 1_000n])('is found in block %s', async (blockNumber) => {
    const blocks = [blockNumber === 0n ? 0n : blockNumber - 1n, blockNumber];
    const { chain } = chainOf({ one: counting(blocks) });
    const use = { transactionHash: hash, blockNumber, blockHash: OTHER_HASH };
    expect(await chain.finalUse(owner, 1)).toEqual(use);
  });

  it.each([
    ['nothing did', counting([4n])],
    ['its block is not final', counting([4n, FINAL + 1n])],
    ['the node has forgotten the states before', counting([4n, 500n], 128n)],
  ])('is not said when %s', async (_case, node) => {
    expect(await chainOf({ one: node }).chain.finalUse(owner, 1)).toBeNull();
  });

  it('is said by the node that can show it', async () => {
    const { chain } = chainOf({ one: counting([4n, 500n], 128n), two: counting([4n, 500n]) });
    expect((await chain.finalUse(owner, 1))?.blockNumber).toBe(500n);
  });

  it('is not known when no node responds', async () => {
    const { chain } = chainOf({ one: () => 'silent' });
    await expect(chain.finalUse(owner, 1)).rejects.toBeInstanceOf(ChainUnavailable);
  });
});

describe('contracts', () => {
  it.each([
    ['0x', false],
    ['0x6001600155', true],
    [`0xef0100${'11'.repeat(20)}`, false],
  ])(
    'code %s makes a contract: %s (an account that delegates is a user account, EIP-7702)',
    async (code, expected) => {
      const { chain } = chainOf({ one: () => ({ result: code }) });
      expect(await chain.isContract(friend)).toBe(expected);
    },
  );
});

function describeDeep(cause: unknown): unknown {
  if (cause instanceof AggregateError) return [cause.message, cause.errors.map(describeDeep)];
  if (cause instanceof Error) return [cause.message, cause.stack, describeDeep(cause.cause)];
  return String(cause);
}
