import { encodeFunctionData, type Hex, zeroAddress } from 'viem';
import { solver } from '../chain/accounts.ts';
import type { Sender } from '../chain/sender.ts';
import { bridgeAbi, DELIVERY, ESCROW } from './bridge-abi.ts';
import { type ExchangeChain, type ListedAsset, usdcOf } from './exchange-chains.ts';
import { bridgeFeeOf } from './plan-routes.ts';
import { venueByCode } from './venues.ts';

/** A deposit as described by its event. */
export interface Deposit {
  readonly id: Hex;
  readonly token: Hex;
  readonly amount: bigint;
  readonly blockNumber: bigint;
  readonly order: {
    readonly chainId: bigint;
    readonly token: Hex;
    readonly minOut: bigint;
    readonly recipient: Hex;
    readonly deadline: bigint;
    readonly venue: number;
    readonly isExpress: boolean;
  };
}

/** A chain with the sender that acts on it. */
export interface SolverChain {
  readonly chain: ExchangeChain;
  readonly sender: Sender;
}

const FILL_GAS = 700_000n;
/** How long a failing delivery is retried, because the price may recover. */
const PATIENCE_SECONDS = 12n;

/**
 * Takes the next step for a deposit, if there is one. Each step depends on what is final on the
 * other chain: a release on a delivery, a refund on a delivery given up. The contract allows only one of these
 * two, and closes an escrow only once, so that repeating a step changes nothing.
 */
export async function settleDeposit(
  deposit: Deposit,
  source: SolverChain,
  target: SolverChain,
): Promise<'settled' | 'open'> {
  const escrow = await readEscrow(source.chain, deposit.id);
  if (escrow.final === ESCROW.released || escrow.final === ESCROW.refunded) return 'settled';
  if (escrow.latest !== ESCROW.open || (await isBusy(source))) return 'open';
  const delivery = await readDelivery(target.chain, deposit.id);
  if (delivery.final === DELIVERY.filled) await close(source, 'release', deposit.id);
  else if (delivery.final === DELIVERY.givenUp) await close(source, 'refund', deposit.id);
  else if (delivery.latest === DELIVERY.none && !(await isBusy(target))) {
    await deliver(deposit, source, target);
  }
  return 'open';
}

async function deliver(deposit: Deposit, source: SolverChain, target: SolverChain): Promise<void> {
  const head = await source.chain.client.getBlock({
    blockTag: deposit.order.isExpress ? 'latest' : 'finalized',
  });
  if ((head.number ?? 0n) < deposit.blockNumber) return;
  const { id, order } = deposit;
  const to = target.chain.bridge.escrow;
  const data = fillOf(deposit, source.chain, target.chain);
  const { timestamp } = await target.chain.client.getBlock({ blockTag: 'latest' });
  if (data !== null && timestamp <= order.deadline && (await wouldPass(target, to, data))) {
    await target.sender.send({ to, data, gas: FILL_GAS });
    return;
  }
  const { timestamp: takenAt } = await source.chain.client.getBlock({
    blockNumber: deposit.blockNumber,
  });
  const waited = BigInt(Math.floor(Date.now() / 1000)) - takenAt;
  if (data !== null && waited < PATIENCE_SECONDS) return;
  await target.sender.send({
    to,
    data: encodeFunctionData({ abi: bridgeAbi, functionName: 'giveUp', args: [id] }),
  });
}

/** @returns the call that delivers; null for an order that cannot be fulfilled here. */
function fillOf(
  { id, token, amount, order }: Deposit,
  source: ExchangeChain,
  target: ExchangeChain,
): Hex | null {
  const arriving = usdcOf(target);
  const wanted = target.assets.find((asset) => isAsset(asset, order.token));
  const venue = venueByCode(order.venue);
  if (token.toLowerCase() !== source.deployment.usdc.toLowerCase() || !wanted || !venue)
    return null;
  const amountIn = amount - bridgeFeeOf(amount, order.isExpress);
  const isTrade = wanted !== arriving;
  const trade = venue.call(target, {
    from: arriving,
    to: wanted,
    amountIn,
    minOut: order.minOut,
    recipient: target.bridge.escrow,
    deadline: order.deadline,
  });
  const delivery = {
    id,
    token: order.token,
    minOut: order.minOut,
    recipient: order.recipient,
    deadline: order.deadline,
    input: arriving.pooled,
    amount: amountIn,
    router: isTrade ? trade.to : zeroAddress,
    trade: isTrade ? trade.data : '0x',
  } as const;
  return encodeFunctionData({ abi: bridgeAbi, functionName: 'fill', args: [delivery] });
}

function isAsset({ address }: ListedAsset, token: Hex): boolean {
  return (address ?? zeroAddress).toLowerCase() === token.toLowerCase();
}

async function wouldPass({ chain }: SolverChain, to: Hex, data: Hex): Promise<boolean> {
  return chain.client.call({ account: solver.address, to, data, gas: FILL_GAS }).then(
    () => true,
    () => false,
  );
}

function close({ chain, sender }: SolverChain, how: 'release' | 'refund', id: Hex): Promise<Hex> {
  const data = encodeFunctionData({ abi: bridgeAbi, functionName: how, args: [id] });
  return sender.send({ to: chain.bridge.escrow, data });
}

/** While a transaction of the solver is pending, the next step is not known yet. */
async function isBusy({ chain }: SolverChain): Promise<boolean> {
  const { address } = solver;
  const [mined, sent] = await Promise.all([
    chain.client.getTransactionCount({ address, blockTag: 'latest' }),
    chain.client.getTransactionCount({ address, blockTag: 'pending' }),
  ]);
  return sent > mined;
}

async function readEscrow({ client, bridge }: ExchangeChain, id: Hex) {
  const read = async (blockTag: 'latest' | 'finalized') => {
    const address = bridge.escrow;
    const args = [id] as const;
    const functionName = 'escrows';
    return (
      await client.readContract({ address, abi: bridgeAbi, functionName, args, blockTag })
    )[3];
  };
  const [latest, final] = await Promise.all([read('latest'), read('finalized')]);
  return { latest, final };
}

async function readDelivery({ client, bridge }: ExchangeChain, id: Hex) {
  const read = (blockTag: 'latest' | 'finalized') => {
    const address = bridge.escrow;
    const args = [id] as const;
    const functionName = 'deliveries';
    return client.readContract({ address, abi: bridgeAbi, functionName, args, blockTag });
  };
  const [latest, final] = await Promise.all([read('latest'), read('finalized')]);
  return { latest, final };
}
