import { createRequire } from 'node:module';
import {
  encodeFunctionData,
  type Hex,
  maxUint256,
  parseAbi,
  parseEventLogs,
  parseUnits,
  zeroAddress,
} from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { poolTreasury, treasury } from '../chain/accounts.ts';
import golden from './golden-vectors.json' with { type: 'json' };
import {
  type Call,
  ESTIMATION_ORIGIN,
  notePreimage,
  type PoolBench,
  shieldRequest,
  startPoolBench,
  unprovenTransaction,
  word,
} from './pool.test-setup.ts';

const FIELD = 21888242871839275222246405745257275088548364400416034343698204186575808495617n;
const SMALL_DEPTH = 3;
const stranger: Hex = '0x00000000000000000000000000000000000000A1';

let bench: PoolBench;
let empty: string;
beforeAll(async () => {
  bench = await startPoolBench(SMALL_DEPTH);
  await write('token', 'mint', [treasury.address, parseUnits('1000000', 18)]);
  await write('token', 'approve', [bench.pool.pool, maxUint256]);
  empty = await bench.chain.call<string>('evm_snapshot');
});
afterAll(() => bench?.stop());
beforeEach(async () => {
  await bench.chain.call('evm_revert', [empty]);
  empty = await bench.chain.call<string>('evm_snapshot');
});

describe('the golden vectors', () => {
  it('has the leaf, the empty subtrees and the hash of two nodes', async () => {
    expect(await read('ZERO_VALUE')).toBe(golden.ZERO_VALUE);
    for (let height = 0; height < SMALL_DEPTH; height += 1) {
      expect(await read('zeros', [BigInt(height)])).toBe(golden.zeros[height]);
    }
    expect(await read('merkleRoot')).toBe(golden.zeros[SMALL_DEPTH]);
    expect(await read('hashLeftRight', [word(1n), word(2n)])).toBe(golden.hashLeftRight_1_2);
  });

  it('has the empty root of a tree of 65 536 leaves', async () => {
    const whole = await startPoolBench(16);
    try {
      const { pool, abi, client } = whole;
      const readWhole = (functionName: string, args: readonly unknown[] = []) =>
        client.readContract({ address: pool.pool, abi: abi.pool, functionName, args });
      expect(await readWhole('zeros', [15n])).toBe(golden.zeros[15]);
      expect(await readWhole('merkleRoot')).toBe(golden.emptyRoot);
      expect(await readWhole('rootHistory', [0n, golden.emptyRoot])).toBe(true);
    } finally {
      await whole.stop();
    }
  });

  it('has the ids of tokens and the hash of a note', async () => {
    const tokenAddress = `0x${'AA'.padStart(40, '0')}`;
    const erc20 = { tokenType: 0, tokenAddress, tokenSubID: 0n };
    expect(await read('getTokenID', [erc20])).toBe(golden.tokenID_erc20_AA);
    const nft = { tokenType: 1, tokenAddress, tokenSubID: 7n };
    expect(await read('getTokenID', [nft])).toBe(golden.tokenID_erc721_AA_7);
    const note = { npk: golden.hashCommitment.npk, token: erc20, value: 1000n };
    expect(await read('hashCommitment', [note])).toBe(golden.hashCommitment.out);
  });

  it('has the hash of what a proof is bound to', async () => {
    const { input, out } = golden.hashBoundParams;
    expect(await read('hashBoundParams', [input])).toBe(BigInt(out));
  });

  it.each(Object.entries(golden.getFee))('takes the fee of %s', async (name, [base, fee]) => {
    const amount = BigInt(name.split(' ')[0] ?? '');
    const split = await read('getFee', [amount, name.includes('inclusive=true'), 25n]);
    expect(split).toEqual([BigInt(base ?? ''), BigInt(fee ?? '')]);
  });

  it('has what a proof for the companion contract is bound to', async () => {
    const { nullifiers, out } = golden.adaptParams;
    const [call] = golden.adaptParams.actionData.calls;
    // Written in capitals there, which is no checksum.
    const calls = [{ ...call, to: call?.to.toLowerCase() }];
    const actionData = { ...golden.adaptParams.actionData, calls };
    const transactions = nullifiers.map((each) =>
      unprovenTransaction(word(0n), { nullifiers: each as Hex[], commitments: [] }),
    );
    expect(
      await bench.client.readContract({
        address: bench.pool.relayAdapt,
        abi: bench.abi.relayAdapt,
        functionName: 'getAdaptParams',
        args: [transactions, actionData],
      }),
    ).toBe(out);
  });
});

describe('the tree', () => {
  it('has the same roots as a tree computed from all leaves, and starts another for a batch that does not fit', async () => {
    const hash = await independentHash();
    const trees: bigint[][] = [[]];
    let made = 0n;
    for (const count of [1, 2, 1, 3, 2, 5, 1, 8, 1, 1, 3, 2]) {
      const full = 2 ** SMALL_DEPTH;
      if ((trees.at(-1)?.length ?? 0) + count > full) trees.push([]);
      const tree = trees.length - 1;
      const leaves = trees[tree] ?? [];
      const start = leaves.length;
      const keys = Array.from({ length: count }, () => {
        made += 1n;
        return word(made);
      });
      const receipt = await shield(keys.map((npk) => token(1000n, { npk })));
      const [event] = parseEventLogs({
        abi: bench.abi.pool,
        logs: receipt.logs,
        eventName: 'Shield',
      });
      expect(event?.args).toMatchObject({ treeNumber: BigInt(tree), startPosition: BigInt(start) });
      for (const npk of keys) {
        const note = notePreimage(bench.token, 998n, { npk });
        leaves.push(BigInt((await read('hashCommitment', [note])) as Hex));
      }
      const root = word(rootOf(leaves, hash));
      expect(await read('merkleRoot')).toBe(root);
      expect(await read('rootHistory', [BigInt(tree), root])).toBe(true);
      expect(await read('treeNumber')).toBe(BigInt(tree));
      expect(await read('nextLeafIndex')).toBe(BigInt(leaves.length));
    }
    expect(trees.map(({ length }) => length)).toEqual([7, 8, 8, 7]);
  });

  it('does not change when nothing is shielded or spent', async () => {
    const before = await read('merkleRoot');
    await write('pool', 'shield', [[]]);
    await write('pool', 'transact', [[]]);
    expect(await read('merkleRoot')).toBe(before);
    expect(await read('nextLeafIndex')).toBe(0n);
  });

  it('refuses a batch that no tree could hold', async () => {
    const requests = Array.from({ length: 9 }, () => token(1000n));
    await expect(refusal('shield', [requests])).resolves.toContain('More notes than a tree holds');
  });
});

describe('a shield', () => {
  it('stores the amount minus a quarter of a percent, which the treasury gets', async () => {
    const receipt = await shield([token(1000n)]);
    const [event] = parseEventLogs({
      abi: bench.abi.pool,
      logs: receipt.logs,
      eventName: 'Shield',
    });
    expect(event?.args).toMatchObject({ commitments: [{ value: 998n }], fees: [2n] });
    expect(event?.topics).toHaveLength(1);
    expect(await balanceOf(bench.pool.pool)).toBe(998n);
    expect(await balanceOf(poolTreasury.address)).toBe(2n);
  });

  it.each([
    ['no value', () => token(0n), 'Invalid Note Value'],
    ['a key beyond the field', () => token(1n, { npk: word(FIELD) }), 'Invalid Note NPK'],
    ['an NFT', () => token(1n, { tokenType: 1 }), 'Unsupported Token'],
    ['an address without a token', () => shieldRequest(stranger, 1n), 'reverted'],
  ])('refuses %s', async (_name, request, reason) => {
    expect(await refusal('shield', [[request()]])).toContain(reason);
  });

  it('refuses a token that keeps part of a transfer', async () => {
    const stingy = await bench.deploy('StingyToken');
    const abi = bench.abi.token;
    await bench.write({
      address: stingy,
      abi,
      functionName: 'mint',
      args: [treasury.address, 1000n],
    });
    expect(await refusal('shield', [[shieldRequest(stingy, 1000n)]])).toContain(
      'Unsupported Token',
    );
  });

  it('refuses a token that shields again while it is being shielded', async () => {
    const caller = await bench.deploy('CallbackToken');
    const data = encodeFunctionData({ abi: bench.abi.pool, functionName: 'shield', args: [[]] });
    await bench.write({
      address: caller,
      abi: parseAbi(['function arm(address target, bytes data)']),
      functionName: 'arm',
      args: [bench.pool.pool, data],
    });
    expect(await refusal('shield', [[shieldRequest(caller, 1000n)]])).toContain(
      'Called from within itself',
    );
  });
});

describe('a transaction', () => {
  // Calls from the origin of estimates need no proof, so that everything else can be tested separately.
  it('spends a note only once in a tree', async () => {
    await shield([token(1000n)]);
    const spent = { nullifiers: [word(11n)], commitments: [word(21n), word(22n)] };
    const receipt = await estimatedWrite([await transaction(spent)]);
    const [nullified] = parseEventLogs({
      abi: bench.abi.pool,
      logs: receipt.logs,
      eventName: 'Nullified',
    });
    expect(nullified?.args).toEqual({ treeNumber: 0, nullifier: [word(11n)] });
    expect(await read('nextLeafIndex')).toBe(3n);
    expect(await refusal('transact', [[await transaction(spent)]], ESTIMATION_ORIGIN)).toContain(
      'RailgunLogic: Note already spent',
    );
  });

  it('refuses a note that is spent twice within one call', async () => {
    const spent = await transaction({ nullifiers: [word(11n)], commitments: [word(21n)] });
    const twice = await transaction({
      nullifiers: [word(12n), word(12n)],
      commitments: [word(21n)],
    });
    for (const batch of [[spent, spent], [twice]]) {
      expect(await refusal('transact', [batch], ESTIMATION_ORIGIN)).toContain('already spent');
    }
  });

  it('adds the notes of all its parts to the tree as one batch, which may start the next tree', async () => {
    await shield(Array.from({ length: 6 }, () => token(1000n)));
    const parts = [
      await transaction({ nullifiers: [word(1n)], commitments: [word(21n), word(22n)] }),
      await transaction({ nullifiers: [word(2n)], commitments: [word(23n)] }),
    ];
    const { logs } = await estimatedWrite(parts);
    const [event] = parseEventLogs({ abi: bench.abi.pool, logs, eventName: 'Transact' });
    expect(event?.args).toMatchObject({
      treeNumber: 1n,
      startPosition: 0n,
      hash: [word(21n), word(22n), word(23n)],
    });
    const hash = await independentHash();
    expect(await read('merkleRoot')).toBe(word(rootOf([21n, 22n, 23n], hash)));
  });

  it('pays out an unshield minus the fee, and adds no leaf for it', async () => {
    await shield([token(10_000n)]);
    const preimage = notePreimage(bench.token, 400n, { npk: word(BigInt(stranger)) });
    const leaf = (await read('hashCommitment', [preimage])) as Hex;
    const spent = { nullifiers: [word(1n)], commitments: [word(21n), leaf] };
    const { logs } = await estimatedWrite([await transaction(spent, { unshield: 1 }, preimage)]);
    const [event] = parseEventLogs({ abi: bench.abi.pool, logs, eventName: 'Unshield' });
    expect(event?.args).toMatchObject({ to: stranger, amount: 399n, fee: 1n });
    expect(await balanceOf(stranger)).toBe(399n);
    expect(await read('nextLeafIndex')).toBe(2n);
  });

  const plain = { nullifiers: [word(1n)], commitments: [word(21n), word(22n)] };
  it.each([
    ['a gas price below the agreed one', { minGasPrice: 10n ** 15n }, 'Gas price is below'],
    ['the contract of another', { adaptContract: stranger }, 'Invalid Adapt Contract as Sender'],
    ['another chain', { chainID: 137n }, 'The proof is for another chain'],
    ['a root of another tree', { treeNumber: 1 }, 'Invalid Merkle Root'],
    ['a note without ciphertext', { ciphertextCount: 1 }, 'Invalid Note Ciphertext Array Length'],
    ['a ciphertext without note', { ciphertextCount: 3 }, 'Invalid Note Ciphertext Array Length'],
    ['an unshield of something else', { unshield: 1 }, 'Invalid Withdraw Note'],
    ['a redirected unshield', { unshield: 2 }, 'Invalid Withdraw Note'],
  ])('refuses %s', async (_name, bound, reason) => {
    const refused = await refusal(
      'transact',
      [[await transaction(plain, bound)]],
      ESTIMATION_ORIGIN,
    );
    expect(refused).toContain(`RailgunSmartWallet: ${reason}`);
  });

  it('refuses a root that the tree never had', async () => {
    const unknown = unprovenTransaction(word(99n), plain);
    expect(await refusal('transact', [[unknown]], ESTIMATION_ORIGIN)).toContain(
      'RailgunSmartWallet: Invalid Merkle Root',
    );
  });

  it.each([
    ['nothing', { value: 0n }],
    ['an NFT', { tokenType: 1 }],
    ['to an invalid address', { npk: word(1n << 160n) }],
  ])(
    'refuses an unshield of %s',
    async (_name, { value = 400n, ...over }: { value?: bigint; npk?: Hex; tokenType?: number }) => {
      const preimage = notePreimage(bench.token, value, over);
      const leaf = (await read('hashCommitment', [preimage])) as Hex;
      const spent = { nullifiers: [word(1n)], commitments: [word(21n), leaf] };
      const wrong = await transaction(spent, { unshield: 1 }, preimage);
      expect(await refusal('transact', [[wrong]], ESTIMATION_ORIGIN)).toContain(
        'Invalid Withdraw Note',
      );
    },
  );

  it('refuses an invalid proof', async () => {
    expect(await refusal('transact', [[await transaction(plain)]])).toContain(
      'RailgunSmartWallet: Invalid Snark Proof',
    );
  });

  it('refuses a size without a key', async () => {
    const odd = await transaction({ nullifiers: [word(1n)], commitments: [word(2n)] });
    expect(await refusal('transact', [[odd]])).toContain('Verifier: Key not set');
  });
});

describe('the owner', () => {
  it('alone sets keys and fees', async () => {
    const key = await read('getVerificationKey', [1n, 2n]);
    expect(await refusal('setVerificationKey', [1n, 2n, key], stranger)).toContain('not the owner');
    expect(await refusal('changeFee', [1n, 1n, 0n], stranger)).toContain('not the owner');
    await write('pool', 'changeFee', [100n, 50n, 0n]);
    expect([await read('shieldFee'), await read('unshieldFee')]).toEqual([100n, 50n]);
  });

  it('cannot set a fee above a half, nor a key of another size', async () => {
    expect(await refusal('changeFee', [5001n, 0n, 0n])).toContain('Fee above a half');
    const key = await read('getVerificationKey', [1n, 2n]);
    expect(await refusal('setVerificationKey', [2n, 2n, key])).toContain('Key of another circuit');
  });
});

type Preimage = ReturnType<typeof notePreimage>;

function token(value: bigint, over: { npk?: Hex; tokenType?: number } = {}) {
  return shieldRequest(bench.token, value, over);
}

async function transaction(
  notes: { nullifiers: readonly Hex[]; commitments: readonly Hex[] },
  bound: Parameters<typeof unprovenTransaction>[2] = {},
  preimage: Preimage = notePreimage(zeroAddress, 0n),
) {
  return unprovenTransaction((await read('merkleRoot')) as Hex, notes, bound, preimage);
}

function shield(requests: readonly unknown[]) {
  return write('pool', 'shield', [requests]);
}

function estimatedWrite(transactions: readonly unknown[]) {
  return bench.write(call('pool', 'transact', [transactions]), ESTIMATION_ORIGIN);
}

function write(contract: 'pool' | 'token', functionName: string, args: readonly unknown[]) {
  return bench.write(call(contract, functionName, args));
}

function call(contract: 'pool' | 'token', functionName: string, args: readonly unknown[]): Call {
  const address = contract === 'pool' ? bench.pool.pool : bench.token;
  return { address, abi: bench.abi[contract], functionName, args };
}

function read(functionName: string, args: readonly unknown[] = []): Promise<unknown> {
  return bench.client.readContract(call('pool', functionName, args));
}

function balanceOf(account: Hex): Promise<unknown> {
  return bench.client.readContract(call('token', 'balanceOf', [account]));
}

/** @returns the message with which the pool refuses the call. */
async function refusal(
  functionName: string,
  args: readonly unknown[],
  account: Hex = treasury.address,
): Promise<string> {
  const outcome = await bench.client
    .simulateContract({ ...call('pool', functionName, args), account, gas: 15_000_000n })
    .then(() => null, String);
  if (outcome === null) throw new Error(`${functionName} was not refused.`);
  return outcome;
}

/** Poseidon in the package's WebAssembly, which shares no code with the contract. */
async function independentHash(): Promise<(left: bigint, right: bigint) => bigint> {
  const circomlib: {
    buildPoseidon(): Promise<
      ((inputs: bigint[]) => unknown) & { F: { toObject(element: unknown): bigint } }
    >;
  } = createRequire(import.meta.url)('circomlibjs');
  const poseidon = await circomlib.buildPoseidon();
  return (left, right) => poseidon.F.toObject(poseidon([left, right]));
}

function rootOf(leaves: readonly bigint[], hash: (left: bigint, right: bigint) => bigint): bigint {
  let nodes = [...leaves];
  while (nodes.length < 2 ** SMALL_DEPTH) nodes.push(BigInt(golden.ZERO_VALUE));
  while (nodes.length > 1) {
    nodes = nodes
      .filter((_node, index) => index % 2 === 0)
      .map((left, index) => hash(left, nodes[2 * index + 1] ?? 0n));
  }
  return nodes[0] ?? 0n;
}
