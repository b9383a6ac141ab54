import { decodeFunctionData, encodeFunctionData } from 'viem';
import type { PublicAddress } from '#domain/address/address';
import type { SignedBytes } from '../simulated-backend.ts';
import {
  blockBelow,
  findReceipt,
  type SimulatedBlock,
  type SimulatedChain,
} from '../simulated-chain.ts';
import { signSimulated } from '../simulated-node.ts';
import type { Delivery, ExchangeState } from './simulated-exchange.ts';
import { AWAY_ID, ESCROW, HOME_ID, SOLVER, swapAbi } from './swap-places.ts';

const EVERY_MS = 3_000;
const LONGEST_DELAY_MS = 60_000;
const REFUNDED = 0.15;
const CRUMB = 10n;

interface SolverEnvironment extends ExchangeState {
  readonly signedBytes: SignedBytes;
}

/** Delivers what was deposited once the deposit is final, or refunds it, and sends again what the network forgot. */
export async function keepSolving(environment: SolverEnvironment): Promise<void> {
  const { simulation, chains } = environment;
  const chainOf = (chainId: number): SimulatedChain => {
    const chain = chains.get(chainId);
    if (chain === undefined) throw new Error(`There is no chain ${chainId}.`);
    return chain;
  };
  const seen = new Set<string>();
  const nonces = new Map<number, number>();
  const paid: Delivery[] = [];
  async function deliver(deposit: Deposit): Promise<void> {
    await simulation.wait(simulation.random.integer(0, LONGEST_DELAY_MS));
    const { faults, crumbs, stolen, deliveries } = environment;
    const isDishonest = faults.lying + faults.stealing > 0;
    if (isDishonest && simulation.random.chance(0.5)) {
      const { hash } = pay(deposit, { isRefund: false, share: CRUMB });
      crumbs.push(hash);
    }
    if (simulation.random.chance(faults.stealing)) {
      stolen.add(deposit.tag);
      return;
    }
    const isRefund = simulation.random.chance(REFUNDED);
    deliveries.set(deposit.tag, pay(deposit, { isRefund, share: 1n }));
  }
  function pay(deposit: Deposit, how: Pick<Payment, 'isRefund' | 'share'>): Delivery {
    const chainId = how.isRefund ? HOME_ID : AWAY_ID;
    const nonce = nonces.get(chainId) ?? 0;
    nonces.set(chainId, nonce + 1);
    const delivery = sign(environment, deposit, { ...how, chainId, nonce });
    paid.push(delivery);
    return delivery;
  }
  for (;;) {
    await simulation.wait(EVERY_MS);
    const home = chainOf(HOME_ID);
    for (const deposit of depositsIn(blockBelow(home.tip, home.finalDepth), seen)) {
      void deliver(deposit);
    }
    for (const { chainId, hash } of paid) {
      const chain = chainOf(chainId);
      const transaction = [...environment.signedBytes.values()].find((each) => each.hash === hash);
      if (transaction !== undefined && findReceipt(chain.tip, hash) === null) {
        chain.accept(transaction);
      }
    }
  }
}

interface Deposit {
  readonly tag: bigint;
  readonly from: PublicAddress;
  readonly token: PublicAddress;
  readonly amount: bigint;
  readonly wanted: {
    readonly token: PublicAddress;
    readonly minOut: bigint;
    readonly recipient: PublicAddress;
  };
}

interface Payment {
  readonly isRefund: boolean;
  /** What is paid is divided by this. */
  readonly share: bigint;
  readonly chainId: number;
  readonly nonce: number;
}

function depositsIn(final: SimulatedBlock, seen: Set<string>): readonly Deposit[] {
  const found: Deposit[] = [];
  for (let block: SimulatedBlock | null = final; block !== null; block = block.parent) {
    if (seen.has(block.hash)) break;
    seen.add(block.hash);
    for (const { transaction, isSuccess } of block.receipts) {
      if (transaction.to !== ESCROW || !isSuccess) continue;
      const { functionName, args } = decodeFunctionData({ abi: swapAbi, data: transaction.data });
      if (functionName !== 'deposit') continue;
      const [id, token, amount, { token: bought, minOut, recipient }] = args;
      const wanted = {
        token: bought.toLowerCase() as PublicAddress,
        minOut,
        recipient: recipient.toLowerCase() as PublicAddress,
      };
      const sold = token.toLowerCase() as PublicAddress;
      found.push({ tag: BigInt(id), from: transaction.from, token: sold, amount, wanted });
    }
  }
  return found;
}

function sign(
  { simulation, signedBytes }: SolverEnvironment,
  { tag, from, token, amount, wanted }: Deposit,
  { isRefund, share, chainId, nonce }: Payment,
): Delivery {
  const kept = (amount * BigInt(simulation.random.integer(0, 5))) / 1_000n;
  const paid = amount - kept > wanted.minOut ? amount - kept : wanted.minOut;
  const delivered = isRefund
    ? { token, units: amount, to: from }
    : { token: wanted.token, units: paid / share, to: wanted.recipient };
  const data = encodeFunctionData({
    abi: swapAbi,
    functionName: 'transfer',
    args: [delivered.to, delivered.units],
  });
  const { hash } = signSimulated(signedBytes, SOLVER, {
    ...{ chainId, nonce, to: delivered.token, value: 0n, data, gas: 10n },
    ...{ maxFeePerGas: 1_000n, maxPriorityFeePerGas: 1n },
  });
  return { tag, isRefund, chainId, hash, ...delivered };
}
