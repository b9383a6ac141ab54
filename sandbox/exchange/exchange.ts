import type { ExchangeChain, ListedAsset } from './exchange-chains.ts';
import type { RequestStore } from './request-store.ts';

/** The data behind the exchange's responses. */
export interface Exchange {
  /** By name in the protocol, as in `POLYGON`. */
  readonly chains: ReadonlyMap<string, ExchangeChain>;
  readonly requests: RequestStore;
}

/** An HTTP response; the body is sent as JSON. */
export interface Reply {
  readonly status: number;
  readonly body: unknown;
}

/** The service's error codes. */
export const ERROR_CODES = {
  badRequest: 1201,
  amountLimits: 1202,
  tokenNotFound: 1205,
  blockchainNotSupported: 1206,
  highImpact: 1301,
} as const;

export function reply(body: unknown): Reply {
  return { status: 200, body };
}

/** @returns a refusal with the service's own code and message. */
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
