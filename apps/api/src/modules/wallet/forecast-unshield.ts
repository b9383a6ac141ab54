import type { PublicAddress } from '#domain/address/address';
import { subtractUnits } from '#domain/amount/base-units';
import type { Network } from '#domain/network/network';
import { forecastPrivacy, type LinkReason, type OwnShield } from '#domain/privacy/forecast';
import { otherAmounts } from '#domain/privacy/other-amounts';
import type { Token, TokenId } from '#domain/token/token';
import type { ResponseOf } from '#wire/contract';
import type { forecastUnshield } from '#wire/wallet/forecast-unshield';
import type { Handler } from '../../application/call.ts';
import type { Clock } from '../../ports/clock.ts';
import type { HistoryResponse, PoolHistory } from '../../ports/pool-history.ts';
import type { ShieldedPoolClient } from '../../ports/shielded-pool-client.ts';
import {
  type PoolRules,
  parsePrivateTransaction,
  parseUnshieldTarget,
} from './shielded/parse-pool-request.ts';
import { poolFeeOf } from './shielded/private-transaction-terms.ts';
import { refuseNotReady } from './shielded/refuse-pool-client.ts';

export interface ForecastUnshieldPorts extends PoolRules {
  readonly poolHistory: Pick<PoolHistory, 'read'>;
  /** The contract of the wrapped native coin in a pool, by chain id. */
  readonly wrappedNatives: ReadonlyMap<number, PublicAddress>;
  readonly poolClient: Pick<ShieldedPoolClient, 'terms'>;
  readonly clock: Pick<Clock, 'now'>;
}

type Forecast = ResponseOf<typeof forecastUnshield>['data'];

/** Forecasts how an observer could link a planned unshield to its user, from data in our own database. */
export function createForecastUnshield(
  ports: ForecastUnshieldPorts,
): Handler<typeof forecastUnshield> {
  return async ({ body, session }) => {
    const parsed = parsePrivateTransaction(ports, body, (place) =>
      parseUnshieldTarget(ports, place, body.recipientAddress ?? session.publicAddress),
    );
    if (!parsed.ok) return parsed.refusal;
    const { network, token, amount: leaves } = parsed.value;
    const recipient = parsed.value.recipient as PublicAddress;
    const poolFee = await poolFeeOf(ports.poolClient, parsed.value);
    if (poolFee === null) return refuseNotReady();
    const assetOf = assetsOf(network, ports.wrappedNatives);
    const known = await ports.poolHistory.read({
      userId: session.userId,
      chainId: network.chainId,
      asset: assetOf(token),
      own: session.publicAddress as PublicAddress,
      recipient,
      leaves,
    });
    const ownShields = ownShieldsOf(known, [token, ...network.tokens], assetOf);
    const received = subtractUnits(leaves, poolFee.fee);
    const forecast = forecastPrivacy(
      { tokenId: token.id, leaves, received, recipient, at: ports.clock.now() },
      {
        ownShields,
        linkedAddresses: new Set(known.isLinked ? [recipient] : []),
        othersShielded: known.othersShielded,
        otherShielders: known.asOfBlock === null ? null : known.otherShielders,
      },
    );
    const others = otherAmounts({
      leaves,
      feeBps: poolFee.bps,
      shields: ownShields.filter(({ tokenId }) => tokenId === token.id),
      othersShielded: known.othersShielded,
      common: known.common,
    });
    return { data: { ...viewOf(forecast), ...foundBy(known, others) } };
  };
}

function foundBy({ asOfBlock }: HistoryResponse, others: readonly bigint[]) {
  return { otherAmounts: others.map(String), asOfBlock: asOfBlock?.toString() ?? null };
}

/** Within the pool, the native coin is a wrapped token. */
function assetsOf(
  { chainId }: Network,
  wrappedNatives: ForecastUnshieldPorts['wrappedNatives'],
): (token: Token) => PublicAddress {
  const wrapped = wrappedNatives.get(chainId);
  if (wrapped === undefined) throw new Error(`There is no pool on chain ${chainId}.`);
  return ({ address }) => (address ?? wrapped) as PublicAddress;
}

/** A shield of an unlisted token still reveals which address shielded. The first of two tokens counts. */
function ownShieldsOf(
  { ownShields }: HistoryResponse,
  tokens: readonly Token[],
  assetOf: (token: Token) => PublicAddress,
): readonly OwnShield[] {
  return ownShields.map(({ asset, inside, outside, counterparty, at }) => {
    const token = tokens.find((listed) => assetOf(listed) === asset);
    const tokenId = token?.id ?? (asset as string as TokenId);
    return { tokenId, paid: outside, arrived: inside, from: counterparty, at };
  });
}

function viewOf({
  outlook,
  reasons,
  mitigations,
}: ReturnType<typeof forecastPrivacy>): Pick<Forecast, 'outlook' | 'reasons' | 'mitigations'> {
  return { outlook, reasons: reasons.map(reasonView), mitigations: [...mitigations] };
}

function reasonView(reason: LinkReason): Forecast['reasons'][number] {
  switch (reason.kind) {
    case 'sum-of-shields':
      return { kind: reason.kind, shields: reason.shields.map(shieldView) };
    case 'same-amount':
    case 'back-to-shielder':
      return { kind: reason.kind, ...shieldView(reason.shield) };
    case 'soon-after':
      return { kind: reason.kind, ...shieldView(reason.shield), minutes: reason.minutes };
    case 'linked-recipient':
    case 'few-others':
      return reason;
  }
}

function shieldView({ paid, at }: OwnShield): { readonly paid: string; readonly at: string } {
  return { paid: paid.toString(), at: at.toISOString() };
}
