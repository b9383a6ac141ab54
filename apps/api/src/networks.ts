import * as z from 'zod/mini';
import type { PublicAddress } from '#domain/address/address';
import { parsePublicAddress, type ToChecksumAddress } from '#domain/address/parse-public-address';
import type { Network } from '#domain/network/network';
import type { Token, TokenId } from '#domain/token/token';
import { type FeeRules, USUAL_FEE_RULES } from './ports/contract-calls.ts';

/** A network with what the server needs to talk about it to others. */
export interface ConfiguredNetwork {
  readonly network: Network;
  /** JSON-RPC nodes, at least one; they may hold keys and are never shown. */
  readonly rpcUrls: readonly string[];
  readonly feeRules: FeeRules;
  /** The price feed's name of the network, as in `polygon-pos`. */
  readonly pricePlatform: string;
  /** The price feed's name of each token that it lists by name. */
  readonly priceIds: ReadonlyMap<TokenId, string>;
  /** Where the history of public balances begins; null for the newest final block when it is first followed. */
  readonly historyFromBlock: number | null;
  /** RAILGUN's contracts there; null on a network without a private pool. */
  readonly shieldedPool: ConfiguredPool | null;
  /** The only contracts that a swap may call, and that may be allowed to take tokens for it. */
  readonly exchangeContracts: readonly PublicAddress[];
}

/** Where a private pool is. */
export interface ConfiguredPool {
  readonly proxy: PublicAddress;
  readonly relayAdapt: PublicAddress;
  readonly wrappedNative: PublicAddress;
  /** Nothing of the pool is in an earlier block. */
  readonly deploymentBlock: number;
}

const token = z.strictObject({
  symbol: z.string().check(z.regex(/^[A-Z0-9.]{1,16}$/i)),
  name: z.string().check(z.minLength(1)),
  address: z.nullable(z.string()),
  decimals: z.int().check(z.minimum(0), z.maximum(36)),
  isShieldable: z.boolean(),
  image: z.string(),
  priceId: z.nullable(z.string()),
});

const shieldedPool = z.strictObject({
  proxy: z.string(),
  relayAdapt: z.string(),
  wrappedNative: z.string(),
  deploymentBlock: z.int().check(z.minimum(0)),
});

const networksFile = z
  .array(
    z.strictObject({
      slug: z.string().check(z.regex(/^[a-z][a-z0-9-]{0,31}$/)),
      name: z.string().check(z.minLength(1)),
      chainId: z.int().check(z.minimum(1)),
      image: z.string(),
      rpcUrls: z.array(z.url({ protocol: /^https?$/ })),
      multicallAddress: z.string(),
      explorerTransactionUrl: z.nullable(z.string().check(z.includes('{hash}'))),
      blocksUntilFinal: z.int().check(z.minimum(1)),
      pricePlatform: z.string(),
      minimumTip: z.optional(z.string().check(z.regex(/^[0-9]{1,30}$/))),
      transactionFeeCap: z.optional(z.string().check(z.regex(/^[1-9][0-9]{0,29}$/))),
      historyFromBlock: z.optional(z.int().check(z.minimum(0))),
      shieldedPool: z.optional(shieldedPool),
      exchangeContracts: z.optional(z.array(z.string())),
      tokens: z.array(token).check(z.minLength(1)),
    }),
  )
  .check(z.minLength(1));

type NetworkEntry = z.output<typeof networksFile>[number];
type TokenEntry = NetworkEntry['tokens'][number];

/**
 * Reads the networks file.
 * @returns its networks, native coin first in each. `rpcUrls` by slug replace those of the file.
 * Throws `NetworksNotValid` with the place of the first error.
 */
export function readNetworks(
  text: string,
  options: {
    readonly rpcUrls: ReadonlyMap<string, readonly string[]>;
    readonly toChecksumAddress: ToChecksumAddress;
  },
): readonly ConfiguredNetwork[] {
  const parsed = networksFile.safeParse(parseJson(text));
  if (!parsed.success) throw new NetworksNotValid(z.prettifyError(parsed.error));
  const entries = parsed.data;
  refuseRepeats(
    'slug',
    entries.map(({ slug }) => slug),
  );
  refuseRepeats(
    'chainId',
    entries.map(({ chainId }) => chainId),
  );
  return entries.map((entry) => configure(entry, options));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new NetworksNotValid('It is not JSON.', cause);
  }
}

function configure(
  entry: NetworkEntry,
  { rpcUrls, toChecksumAddress }: Parameters<typeof readNetworks>[1],
): ConfiguredNetwork {
  const urls = rpcUrls.get(entry.slug) ?? entry.rpcUrls;
  if (urls.length === 0) throw new NetworksNotValid(`${entry.slug} has no RPC URL.`);
  const toAddress = (place: string, text: string) => {
    const address = parsePublicAddress(text, toChecksumAddress);
    if (!address.ok) {
      throw new NetworksNotValid(`${place} is not an address (${address.problem}): ${text}`);
    }
    return address.address;
  };
  const toToken = (listed: TokenEntry): Token => {
    const { priceId: _priceId, address, ...rest } = listed;
    const id = tokenId(entry, listed);
    return {
      ...rest,
      id,
      chainId: entry.chainId,
      address: address === null ? null : toAddress(id, address),
    };
  };
  const tokens = entry.tokens.map(toToken);
  refuseRepeats(
    'token',
    tokens.map(({ id }) => id),
  );
  if (tokens.findIndex(isNative) !== 0 || tokens.findLastIndex(isNative) !== 0) {
    throw new NetworksNotValid(`${entry.slug} needs its native coin (address null) first, once.`);
  }
  return {
    network: {
      slug: entry.slug,
      name: entry.name,
      chainId: entry.chainId,
      image: entry.image,
      multicallAddress: toAddress(`multicallAddress of ${entry.slug}`, entry.multicallAddress),
      explorerTransactionUrl: entry.explorerTransactionUrl,
      blocksUntilFinal: entry.blocksUntilFinal,
      tokens,
    },
    rpcUrls: urls,
    feeRules: {
      minimumTip: BigInt(entry.minimumTip ?? USUAL_FEE_RULES.minimumTip),
      feeCap: BigInt(entry.transactionFeeCap ?? USUAL_FEE_RULES.feeCap),
    },
    pricePlatform: entry.pricePlatform,
    priceIds: priceIdsOf(entry),
    historyFromBlock: entry.historyFromBlock ?? null,
    shieldedPool: poolOf(entry, toAddress),
    exchangeContracts: (entry.exchangeContracts ?? []).map((listed) =>
      toAddress(`exchangeContracts of ${entry.slug}`, listed),
    ),
  };
}

function poolOf(
  { slug, shieldedPool: pool }: NetworkEntry,
  toAddress: (place: string, text: string) => PublicAddress,
): ConfiguredPool | null {
  if (!pool) return null;
  const place = `shieldedPool of ${slug}`;
  return {
    proxy: toAddress(`proxy in ${place}`, pool.proxy),
    relayAdapt: toAddress(`relayAdapt in ${place}`, pool.relayAdapt),
    wrappedNative: toAddress(`wrappedNative in ${place}`, pool.wrappedNative),
    deploymentBlock: pool.deploymentBlock,
  };
}

function priceIdsOf(entry: NetworkEntry): ReadonlyMap<TokenId, string> {
  return new Map(
    entry.tokens.flatMap((listed) =>
      listed.priceId === null ? [] : [[tokenId(entry, listed), listed.priceId]],
    ),
  );
}

function tokenId(entry: NetworkEntry, { symbol }: TokenEntry): TokenId {
  return `${entry.slug}-${symbol.toLowerCase()}` as TokenId;
}

function isNative({ address }: Token): boolean {
  return address === null;
}

function refuseRepeats(name: string, values: readonly (string | number)[]): void {
  const repeated = values.find((value, index) => values.indexOf(value) !== index);
  if (repeated !== undefined) throw new NetworksNotValid(`${name} ${repeated} is listed twice.`);
}

/** The networks file cannot be used. */
export class NetworksNotValid extends Error {
  constructor(problem: string, cause?: unknown) {
    super(`The networks file (NETWORKS_FILE) is not valid. ${problem}`, { cause });
    this.name = 'NetworksNotValid';
  }
}
