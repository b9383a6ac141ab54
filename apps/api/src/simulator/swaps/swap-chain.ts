import { decodeFunctionData } from 'viem';
import { gasCost } from '#domain/amount/base-units';
import { balanceKey } from '../balance-key.ts';
import type { ChainReceipt, ChainTransaction } from '../simulated-chain.ts';
import { allowanceKey, ESCROW, ROUTER, swapAbi, tokenKey } from './swap-places.ts';

/** A token that a transaction moved; from nowhere where a router paid. */
export interface SwapTransfer {
  readonly token: string;
  readonly from: string | null;
  readonly to: string;
  readonly units: bigint;
}

/** A receipt with what the tokens recorded, and why it failed. */
export interface SwapReceipt extends ChainReceipt {
  readonly transfers: readonly SwapTransfer[];
  readonly why: Failure | null;
}

type Failure = 'no-call' | 'allowance' | 'balance' | 'output' | 'leftover-allowance';
type Balances = Map<string, bigint>;

class Reverted extends Error {
  readonly why: Failure;
  constructor(why: Failure) {
    super(why);
    this.why = why;
  }
}

/** Executes the calls of the simulated tokens, router and escrow. Prices move with the base fee. */
export function executeSwap(
  transaction: ChainTransaction,
  baseFee: bigint,
  balances: Balances,
): SwapReceipt | null {
  const { from, gas, value } = transaction;
  const feePaid = gasCost(gas, baseFee);
  const native = balances.get(balanceKey(from, 'native')) ?? 0n;
  if (native < feePaid + value) return null;
  balances.set(balanceKey(from, 'native'), native - feePaid);
  const state = new Map<string, bigint>();
  const outcome = runCall(transaction, baseFee, {
    get: (key) => state.get(key) ?? balances.get(key) ?? 0n,
    set: (key, units) => void state.set(key, units),
  });
  if (outcome.why === null) for (const [key, units] of state) balances.set(key, units);
  return { transaction, feePaid, isSuccess: outcome.why === null, ...outcome };
}

/** Balances as a call sees and changes them. */
export interface CallState {
  get(key: string): bigint;
  set(key: string, units: bigint): void;
}

/** @returns what a call moved, or why it moved nothing */
export function runCall(
  transaction: Pick<ChainTransaction, 'from' | 'to' | 'value' | 'data'>,
  baseFee: bigint,
  state: CallState,
): Pick<SwapReceipt, 'transfers' | 'why'> {
  try {
    return { transfers: runOrRevert(transaction, baseFee, state), why: null };
  } catch (cause) {
    if (cause instanceof Reverted) return { transfers: [], why: cause.why };
    throw cause;
  }
}

function runOrRevert(
  { from, to, value, data }: Pick<ChainTransaction, 'from' | 'to' | 'value' | 'data'>,
  baseFee: bigint,
  state: CallState,
): readonly SwapTransfer[] {
  if (data === '0x') {
    move(state, { from: balanceKey(from, 'native'), to: balanceKey(to, 'native'), units: value });
    return [];
  }
  const call = decodeFunctionData({ abi: swapAbi, data });
  switch (call.functionName) {
    case 'approve': {
      const key = allowanceKey(from, to, call.args[0]);
      if (state.get(key) > 0n && call.args[1] > 0n) throw new Reverted('leftover-allowance');
      state.set(key, call.args[1]);
      return [];
    }
    case 'transfer':
      return [pay(state, { token: to, from, to: call.args[0], units: call.args[1] })];
    case 'swapExactTokensForTokens': {
      const [amountIn, least, path, recipient] = call.args;
      const [sold = '', bought = ''] = path;
      if (to !== ROUTER) throw new Reverted('no-call');
      const taken = take(state, { token: sold, from, to: ROUTER, units: amountIn });
      const units = outputOf(amountIn, baseFee);
      if (units < least) throw new Reverted('output');
      const key = tokenKey(recipient, bought);
      state.set(key, state.get(key) + units);
      return [taken, { token: bought, from: null, to: recipient, units }];
    }
    case 'deposit':
      if (to !== ESCROW) throw new Reverted('no-call');
      return [take(state, { token: call.args[1], from, to: ESCROW, units: call.args[2] })];
  }
}

/** @returns what the router pays for an amount */
export function outputOf(amountIn: bigint, baseFee: bigint): bigint {
  const clamped = baseFee > 80n ? 80n : baseFee;
  return (amountIn * (1_000n + (50n - clamped) / 2n)) / 1_000n;
}

type Taken = SwapTransfer & { readonly from: string };

function take(state: CallState, transfer: Taken): SwapTransfer {
  const key = allowanceKey(transfer.from, transfer.token, transfer.to);
  if (state.get(key) < transfer.units) throw new Reverted('allowance');
  state.set(key, state.get(key) - transfer.units);
  return pay(state, transfer);
}

function pay(state: CallState, transfer: Taken): SwapTransfer {
  const { token, from, to, units } = transfer;
  move(state, { from: tokenKey(from, token), to: tokenKey(to, token), units });
  return transfer;
}

function move(
  state: CallState,
  { from, to, units }: { readonly from: string; readonly to: string; readonly units: bigint },
): void {
  if (state.get(from) < units) throw new Reverted('balance');
  state.set(from, state.get(from) - units);
  state.set(to, state.get(to) + units);
}

/** @returns what a receipt of a swap's chain recorded */
export function transfersOf(receipt: ChainReceipt): readonly SwapTransfer[] {
  return 'transfers' in receipt ? (receipt as SwapReceipt).transfers : [];
}
