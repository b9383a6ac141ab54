import { type BaseUnits, bpsOfUnits } from '#domain/amount/base-units';
import { type Refusal, refuse } from '../../../application/call.ts';
import type { ContractCalls, PresentFees } from '../../../ports/contract-calls.ts';
import type { SpendTerms } from '../../../ports/private-spends.ts';
import type { BroadcasterFee } from '../../../ports/shielded-pool.ts';
import type { AskedSpend, ShieldedPoolClient } from '../../../ports/shielded-pool-client.ts';
import type { BroadcasterPay } from './broadcaster-pay.ts';
import type { Spend } from './parse-pool-command.ts';

export interface SpendTermsPorts {
  /** By chain id. */
  readonly calls: ReadonlyMap<number, ContractCalls>;
  readonly pay: BroadcasterPay;
}

/** What a spend is proved with, and what the network asks now. */
export interface PricedSpend {
  readonly present: PresentFees;
  readonly fee: BroadcasterFee | null;
  readonly asked: AskedSpend;
  readonly terms: SpendTerms;
}

/**
 * Reads what gas costs now and what the broadcaster takes for it.
 * @returns the spend as the pool is asked for it and as it is stored; the refusal while a price is not known.
 *   Rejects with `ChainUnavailable`.
 */
export async function priceSpend(
  ports: SpendTermsPorts,
  spend: Spend,
): Promise<PricedSpend | Refusal> {
  const { network, token, feeToken, amount } = spend;
  const calls = ports.calls.get(network.chainId);
  if (calls === undefined) throw new Error(`There is no chain ${network.chainId}.`);
  const [present, fee] = await Promise.all([
    calls.presentFees(),
    ports.pay.priceIn(token, feeToken),
  ]);
  if (fee === 'unknown') {
    return refuse('private-not-ready', {
      sentence: `We can’t calculate the fee right now because the ${token.symbol} price isn’t available. Try again in a moment.`,
    });
  }
  const gasPrice = present.pricePerGas;
  const asked = askedSpend(spend, gasPrice, fee);
  const terms: SpendTerms = {
    chainId: network.chainId,
    kind: spend.kind,
    tokenId: token.id,
    amount,
    recipient: spend.recipient,
    gasPrice,
    fee: fee && { ...fee, tokenId: fee.token.id },
  };
  return { present, fee, asked, terms };
}

function askedSpend(spend: Spend, gasPrice: bigint, fee: BroadcasterFee | null): AskedSpend {
  const { token, amount } = spend;
  const common = { token, amount, gasPrice, fee };
  if (spend.kind === 'unshield') {
    return { ...common, kind: spend.kind, recipient: spend.recipient };
  }
  return {
    ...common,
    kind: spend.kind,
    recipient: spend.recipient,
    memo: null,
    showSender: false,
  };
}

/**
 * What the pool keeps of a spend: a part of what leaves it, nothing of what stays inside.
 * @returns base units of the token; null when the pool's terms are not known yet.
 */
export async function poolFeeOf(
  poolClient: Pick<ShieldedPoolClient, 'terms'>,
  { kind, network, amount }: Pick<Spend, 'kind' | 'network' | 'amount'>,
): Promise<{ readonly fee: BaseUnits; readonly bps: bigint } | null> {
  const terms = await poolClient.terms(network.chainId);
  if (terms === null) return null;
  const bps = kind === 'unshield' ? terms.unshieldFeeBps : 0n;
  return { fee: bpsOfUnits(amount, bps, 'down'), bps };
}
