import type { PublicAddress } from '#domain/address/address';
import { addUnits, type BaseUnits, toBaseUnits } from '#domain/amount/base-units';
import { setAsideFor } from '#domain/claim/set-aside';
import type { Token } from '#domain/token/token';
import type { Refusal } from '../../../application/call.ts';
import { refuseNetworkFee } from '../../../application/refuse-submission.ts';
import type { PreparedOperation } from '../../../operations/submission.ts';
import type { PreparedTransfer, PublicChain } from '../../../ports/public-chain.ts';
import { type PreparePaymentPorts, preparePayment } from '../payments/prepare-payment.ts';
import type { WantedClaim } from './parse-claim.ts';

/** Where the money comes from, the wallet that it is set aside in, and how much native coin goes there before it. */
export interface FundingPlace {
  readonly sender: PublicAddress;
  readonly address: PublicAddress;
  /** Base units; null for what it takes now. */
  readonly setAside: BaseUnits | null;
}

/** A prepared payment into the wallet of a claim, and what its first transaction carries there. */
export type FundingPreparation =
  | { readonly ok: true; readonly prepared: PreparedOperation; readonly setAside: BaseUnits }
  | { readonly ok: false; readonly refusal: Refusal };

/**
 * Prepares the two transactions of a claim: native coin for the network fee of its end, and then the money itself.
 * Rejects with `ChainUnavailable`.
 */
export async function prepareFunding(
  ports: PreparePaymentPorts,
  wanted: WantedClaim,
  { sender, address, setAside: stored }: FundingPlace,
): Promise<FundingPreparation> {
  const { network, token, feeToken, units: amount } = wanted;
  const chain = ports.chains.get(network.chainId);
  if (chain === undefined) throw new Error(`There is no chain ${network.chainId}.`);
  const payment = { network, token, feeToken, amount, sender, recipient: address, fingerprint: '' };
  const [preparation, coins] = await Promise.all([
    preparePayment(ports, payment),
    priceCoins(chain, { feeToken, from: sender, to: address }),
  ]);
  if (!preparation.ok) return preparation;
  if (coins === null) return { ok: false, refusal: refuseNetworkFee(feeToken, null) };
  const { call, fees, estimatedFee } = preparation.prepared;
  const cost = fundingCost({ ...call, fees, expectedFee: estimatedFee }, coins, stored);
  const approval = { to: address, value: cost.setAside, data: '0x' as const, gas: coins.gas };
  const prepared = { ...preparation.prepared, approval, estimatedFee: cost.expectedFee };
  return { ok: true, prepared, setAside: cost.setAside };
}

type Priced = Pick<PreparedTransfer, 'gas' | 'fees' | 'expectedFee'>;

/** It costs as much whatever it carries. */
const SMALLEST = toBaseUnits(1n);

/**
 * Prices the transfer of native coin that goes before the money.
 * @returns null when the network would refuse it. Rejects with `ChainUnavailable`.
 */
export async function priceCoins(
  chain: Pick<PublicChain, 'prepareTransfer'>,
  transfer: { readonly feeToken: Token; readonly from: PublicAddress; readonly to: PublicAddress },
): Promise<Priced | null> {
  const { feeToken: token, from, to } = transfer;
  const priced = await chain.prepareTransfer({ token, from, to, amount: SMALLEST });
  return priced.ok ? priced.prepared : null;
}

/**
 * @param transfer of the money itself
 * @param coins the transfer before it
 * @param stored what was set aside when the claim was made; null for one that isn't made yet
 * @returns what a claim costs besides its amount, and how much of that is set aside, base units of the native coin
 */
export function fundingCost(
  transfer: Priced,
  coins: Priced,
  stored: BaseUnits | null,
): { readonly expectedFee: BaseUnits; readonly setAside: BaseUnits } {
  const setAside = stored ?? setAsideFor(transfer.gas, transfer.fees);
  const fees = addUnits(transfer.expectedFee, coins.expectedFee);
  return { expectedFee: addUnits(fees, setAside), setAside };
}
