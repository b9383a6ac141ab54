import {
  BaseError,
  ContractFunctionRevertedError,
  decodeErrorResult,
  encodeFunctionData,
  type Hex,
  maxUint256,
  parseEventLogs,
  toFunctionSelector,
  zeroAddress,
  zeroHash,
} from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { treasury } from '../chain/accounts.ts';
import golden from './golden-vectors.json' with { type: 'json' };
import {
  ESTIMATION_ORIGIN,
  notePreimage,
  type PoolBench,
  shieldRequest,
  startPoolBench,
  unprovenTransaction,
  word,
} from './pool.test-setup.ts';

const stranger: Hex = '0x00000000000000000000000000000000000000A1';
const native = { tokenType: 0, tokenAddress: zeroAddress, tokenSubID: 0n };

let bench: PoolBench;
let empty: string;
beforeAll(async () => {
  bench = await startPoolBench(4);
  await bench.write({ ...token('mint'), args: [treasury.address, 1_000_000n] });
  await bench.write({ ...token('approve'), args: [bench.pool.pool, maxUint256] });
  empty = await bench.chain.call<string>('evm_snapshot');
});
afterAll(() => bench?.stop());
beforeEach(async () => {
  await bench.chain.call('evm_revert', [empty]);
  empty = await bench.chain.call<string>('evm_snapshot');
});

it('has the selectors that RAILGUN’s software calls', () => {
  for (const [signature, selector] of Object.entries(golden.relayAdaptSelectors)) {
    const name = signature.slice(0, signature.indexOf('('));
    const known = bench.abi.relayAdapt.filter((each) => each.type === 'function');
    const found = known.filter((each) => toFunctionSelector(each) === selector);
    expect(found.map((each) => each.name)).toEqual([name]);
  }
});

describe('several calls in one', () => {
  it('wrap and shield the native coin', async () => {
    const request = shieldRequest(bench.wrappedNative, 1000n);
    const receipt = await multicall(
      true,
      [call('wrapBase', [1000n]), call('shield', [[request]])],
      1000n,
    );
    const [event] = parseEventLogs({
      abi: bench.abi.pool,
      logs: receipt.logs,
      eventName: 'Shield',
    });
    expect(event?.args).toMatchObject({ commitments: [{ value: 998n }] });
    expect(await wrappedBalanceOf(bench.pool.relayAdapt)).toBe(0n);
  });

  it('shield two notes of one token, and the whole balance for a value of 0, but not an empty balance', async () => {
    const wrapped = bench.wrappedNative;
    const two = [shieldRequest(wrapped, 400n), shieldRequest(wrapped, 600n)];
    const all = [shieldRequest(wrapped, 0n), shieldRequest(bench.token, 0n)];
    const calls = [call('wrapBase', [1000n]), call('shield', [two])];
    const rest = [call('wrapBase', [0n]), call('shield', [all])];
    const { logs } = await multicall(true, [...calls, ...rest], 3000n);
    const events = parseEventLogs({ abi: bench.abi.pool, logs, eventName: 'Shield' });
    expect(events.map(({ args }) => args)).toMatchObject([
      { commitments: [{ value: 399n }, { value: 599n }] },
      { commitments: [{ value: 1995n }] },
    ]);
  });

  it('fail together when one needs more than the balance', async () => {
    const refused = await failure('multicall', [true, [call('wrapBase', [1001n])]], {
      value: 1000n,
    });
    expect(refused).toMatchObject({ errorName: 'CallFailed', args: [0n, '0x'] });
  });

  it('report which one failed and continue, when success is not required', async () => {
    const pay = call('transfer', [[{ token: native, to: stranger, value: 0n }]]);
    const { logs } = await multicall(false, [call('wrapBase', [1001n]), pay], 1000n);
    const [event] = parseEventLogs({ abi: bench.abi.relayAdapt, logs, eventName: 'CallError' });
    expect(event?.args).toMatchObject({ callIndex: 0n });
    expect(await bench.client.getBalance({ address: stranger })).toBe(1000n);
  });

  it('never call the pool', async () => {
    const data = encodeFunctionData({ abi: bench.abi.pool, functionName: 'shield', args: [[]] });
    const refused = await failure('multicall', [true, [{ to: bench.pool.pool, data, value: 0n }]]);
    expect(refused.errorName).toBe('CallFailed');
    expect(reasonIn(refused.args?.[1])).toBe('RelayAdapt: No calls to the pool');
  });

  it('let no called contract take what passes through', async () => {
    const steal = [[{ token: native, to: stranger, value: 0n }]];
    for (const theft of [
      call('transfer', steal).data,
      call('multicall', [true, [call('transfer', steal)]]).data,
    ]) {
      const thief = await bench.deploy('Thief', [bench.pool.relayAdapt, theft]);
      const pay = call('transfer', [[{ token: native, to: thief, value: 1n }]]);
      const refused = await failure('multicall', [true, [pay]], { value: 1000n });
      expect(refused.errorName).toBe('CallFailed');
      expect(reasonIn(refused.args?.[1])).toBe('RelayAdapt: The native coin was not taken');
    }
    expect(await bench.client.getBalance({ address: stranger })).toBe(0n);
  });
});

describe('a relayed transaction', () => {
  it('unshields, unwraps and pays the native coin to the recipient in the proof', async () => {
    await multicall(
      true,
      [
        call('wrapBase', [10_000n]),
        call('shield', [[shieldRequest(bench.wrappedNative, 10_000n)]]),
      ],
      10_000n,
    );
    const pay = call('transfer', [[{ token: native, to: stranger, value: 0n }]]);
    const action = actionData({ calls: [call('unwrapBase', [0n]), pay] });
    await relay(await unshieldToAdapt(4000n, action), action);
    expect(await bench.client.getBalance({ address: stranger })).toBe(3990n);
  });

  it('refuses calls that its proof is not bound to', async () => {
    const transaction = unprovenTransaction(
      await root(),
      { nullifiers: [word(1n)], commitments: [word(2n), word(3n)] },
      { adaptContract: bench.pool.relayAdapt, adaptParams: word(7n) },
    );
    const refused = failure('relay', [[transaction], actionData({})]);
    await expect(refused).resolves.toMatchObject({
      errorName: 'Error',
      args: ['RelayAdapt: The proof is bound to other calls'],
    });
  });

  it('refuses a transaction that only another sender may submit', async () => {
    const transaction = unprovenTransaction(
      await root(),
      { nullifiers: [word(1n)], commitments: [word(2n), word(3n)] },
      { adaptContract: stranger },
    );
    const refused = failure('relay', [[transaction], actionData({})], {
      account: ESTIMATION_ORIGIN,
    });
    await expect(refused).resolves.toMatchObject({
      args: ['RailgunSmartWallet: Invalid Adapt Contract as Sender'],
    });
  });

  it('refuses less gas than the proof requires', async () => {
    const refused = failure('relay', [[], actionData({ minGasLimit: 10n ** 9n })]);
    await expect(refused).resolves.toMatchObject({ args: ['RelayAdapt: Too little gas'] });
  });
});

interface AdaptCall {
  readonly to: Hex;
  readonly data: Hex;
  readonly value: bigint;
}

function call(functionName: string, args: readonly unknown[]): AdaptCall {
  const data = encodeFunctionData({ abi: bench.abi.relayAdapt, functionName, args });
  return { to: bench.pool.relayAdapt, data, value: 0n };
}

function multicall(requireSuccess: boolean, calls: readonly AdaptCall[], value: bigint) {
  const { relayAdapt: address } = bench.pool;
  const args = [requireSuccess, calls];
  const abi = bench.abi.relayAdapt;
  return bench.write({ address, abi, functionName: 'multicall', args, value });
}

function actionData(over: { calls?: readonly AdaptCall[]; minGasLimit?: bigint }) {
  const random = `0x${'ab'.repeat(31)}`;
  return { random, requireSuccess: true, minGasLimit: 0n, calls: [], ...over };
}

type Action = ReturnType<typeof actionData>;
type Unproven = ReturnType<typeof unprovenTransaction>;

function relay(transaction: Unproven, action: Action) {
  const { relayAdapt: address } = bench.pool;
  const args = [[transaction], action];
  const abi = bench.abi.relayAdapt;
  return bench.write({ address, abi, functionName: 'relay', args }, ESTIMATION_ORIGIN);
}

async function unshieldToAdapt(value: bigint, action: Action): Promise<Unproven> {
  const { relayAdapt: address, pool } = bench.pool;
  const npk = word(BigInt(address));
  const preimage = notePreimage(bench.wrappedNative, value, { npk });
  const leaf = (await bench.client.readContract({
    address: pool,
    abi: bench.abi.pool,
    functionName: 'hashCommitment',
    args: [preimage],
  })) as Hex;
  const notes = { nullifiers: [word(1n)], commitments: [word(21n), leaf] };
  const bound = (adaptParams: Hex) => ({ unshield: 1, adaptContract: address, adaptParams });
  const unbound = unprovenTransaction(await root(), notes, bound(zeroHash), preimage);
  const adaptParams = (await bench.client.readContract({
    address,
    abi: bench.abi.relayAdapt,
    functionName: 'getAdaptParams',
    args: [[unbound], action],
  })) as Hex;
  return unprovenTransaction(await root(), notes, bound(adaptParams), preimage);
}

async function root(): Promise<Hex> {
  const address = bench.pool.pool;
  const functionName = 'merkleRoot';
  return (await bench.client.readContract({ address, abi: bench.abi.pool, functionName })) as Hex;
}

function token(functionName: string) {
  return { address: bench.token, abi: bench.abi.token, functionName };
}

function wrappedBalanceOf(account: Hex): Promise<unknown> {
  const { abi, functionName } = token('balanceOf');
  return bench.client.readContract({
    address: bench.wrappedNative,
    abi,
    functionName,
    args: [account],
  });
}

/** @returns the error that the companion contract returns for such a call. */
async function failure(
  functionName: string,
  args: readonly unknown[],
  over: { readonly value?: bigint; readonly account?: Hex } = {},
) {
  const { relayAdapt: address } = bench.pool;
  const abi = bench.abi.relayAdapt;
  const attempt = { address, abi, functionName, args, account: treasury.address, ...over };
  const refused = await bench.client.simulateContract({ ...attempt, gas: 15_000_000n }).then(
    () => null,
    (error: unknown) => error,
  );
  const reverted = refused instanceof BaseError && refused.walk(isRevert);
  if (!reverted || !isRevert(reverted) || !reverted.data) {
    throw new Error('The call was not refused.', { cause: refused });
  }
  return reverted.data;
}

function isRevert(error: unknown): error is ContractFunctionRevertedError {
  return error instanceof ContractFunctionRevertedError;
}

/** @returns the message of a failed inner call. */
function reasonIn(output: unknown): unknown {
  return decodeErrorResult({ abi: [], data: output as Hex }).args?.[0];
}
