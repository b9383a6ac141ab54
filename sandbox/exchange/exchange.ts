import type { ExchangeChain, ListedAsset } from './exchange-chains.ts';
import type { RequestStore } from './request-store.ts';

/** What the exchange's answers are made of. */
export interface Exchange {
  /** By the name in the protocol, as POLYGON. */
  readonly chains: ReadonlyMap<string, ExchangeChain>;
  readonly requests: RequestStore;
}

/** An answer over HTTP; the body goes out as JSON. */
export interface Reply {
  readonly status: number;
  readonly body: unknown;
}

/** The service's numbers of what can be wrong with a request. */
export const FAULTS = {
  badRequest: 1201,
  amountLimits: 1202,
  tokenNotFound: 1205,
  blockchainNotSupported: 1206,
  highImpact: 1301,
} as const;

export function reply(body: unknown): Reply {
  return { status: 200, body };
}

/** @returns a refusal with the service's own number and words. */
export function refusal(errorCode: number, error: string, status = 400): Reply {
  return { status, body: { error, errorCode, traceId: 1 } };
}

/** @returns the asset by its address on its chain, in any case; null when it is not listed. */
export function findAsset({ chains }: Exchange, named: unknown): ListedAsset | null {
  if (typeof named !== 'object' || named === null) return null;
  const { blockchain, address } = named as Record<string, unknown>;
  const wanted = typeof address === 'string' && address !== '' ? address.toLowerCase() : null;
  const assets = chains.get(String(blockchain))?.assets ?? [];
  return assets.find((asset) => (asset.address?.toLowerCase() ?? null) === wanted) ?? null;
}
