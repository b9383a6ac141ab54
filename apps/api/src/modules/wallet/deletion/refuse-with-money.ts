import type { PublicAddress } from '#domain/address/address';
import { baseUnitsToDisplay, groupThousands } from '#domain/amount/base-units-to-display';
import type { Network } from '#domain/network/network';
import { USD_DECIMALS, valueInUsd } from '#domain/price/value-in-usd';
import type { Token } from '#domain/token/token';
import { type CallSession, type Refusal, refuse } from '../../../application/call.ts';
import { ChainUnavailable } from '../../../ports/public-chain.ts';
import type { ShieldedPoolClient } from '../../../ports/shielded-pool-client.ts';
import type { WalletUse } from '../../../ports/wallet-removal.ts';
import type { BalanceCache } from '../balances/balance-cache.ts';
import type { PriceCache } from '../balances/price-cache.ts';
import { type PrivateBalancesPorts, readPrivate } from '../shielded/private-balances.ts';

export interface RefuseWithMoneyPorts extends PrivateBalancesPorts {
  readonly balances: Pick<BalanceCache, 'readNow'>;
  readonly prices: Pick<PriceCache, 'priceOf'>;
  readonly poolClient: Pick<ShieldedPoolClient, 'refresh'>;
}

interface Remainder {
  readonly token: Token;
  readonly units: bigint;
  /** As in `on Polygon` or `in your private balance`. */
  readonly place: string;
}

/** Not worth the fee to move it out, in US dollars, for all coins together. */
const DUST_USD = 10n ** BigInt(USD_DECIMALS);

/** A page that waits for the private balance requests the deletion again after this. */
const RETRY_S = 5;

type KnownBlocks = WalletUse['knownBlocks'];

/**
 * Reads the chains and the private pool now; what is older than the known blocks does not count as read.
 * @returns the refusal to delete a wallet with more than dust in it, which names everything and where it is, or one
 *   whose balances cannot all be known; null when nothing would be lost
 */
export async function refuseWithMoney(
  ports: RefuseWithMoneyPorts,
  session: CallSession,
  known: KnownBlocks,
): Promise<Refusal | null> {
  const [onChains, inPool] = await Promise.all([
    readPublicRemainders(ports, session.publicAddress as PublicAddress, known),
    readPrivateRemainders(ports, session, known),
  ]);
  if ('refused' in onChains) return onChains;
  const left = [...('refused' in inPool ? [] : inPool), ...onChains];
  if (isDust(ports, left)) return 'refused' in inPool ? inPool : null;
  const sentence = `This wallet still has money in it: ${namedByPlace(left)}. Move it out first.`;
  return refuse('wallet-not-empty', { sentence });
}

const list = new Intl.ListFormat('en-GB');

/** As in `12 USDC in your private balance; 3 POL and 5 USDC on Polygon`. */
function namedByPlace(left: readonly Remainder[]): string {
  return [...Map.groupBy(left, ({ place }) => place)]
    .map(([place, there]) => `${list.format(there.map(amountText))} ${place}`)
    .join('; ');
}

function amountText({ token, units }: Remainder): string {
  return `${groupThousands(baseUnitsToDisplay(units, token.decimals))} ${token.symbol}`;
}

async function readPublicRemainders(
  { networks, balances }: RefuseWithMoneyPorts,
  owner: PublicAddress,
  known: KnownBlocks,
): Promise<readonly Remainder[] | Refusal> {
  try {
    const readings = await Promise.all(networks.map((network) => balances.readNow(owner, network)));
    const late = readings.find(({ network, blockNumber }) =>
      isBefore(blockNumber, known, network.chainId),
    );
    if (late !== undefined) return refuseLate(late.network);
    return readings.flatMap(({ network, balances: found }) =>
      network.tokens.flatMap((token) =>
        remainder(token, found.get(token.id)?.balance ?? 0n, `on ${network.name}`),
      ),
    );
  } catch (cause) {
    if (cause instanceof ChainUnavailable) return refuse('chain-unavailable');
    throw cause;
  }
}

/** Everything in the private pool, spendable or not, after a scan that found all of it. */
async function readPrivateRemainders(
  ports: RefuseWithMoneyPorts,
  session: CallSession,
  known: KnownBlocks,
): Promise<readonly Remainder[] | Refusal> {
  if (ports.poolChainIds.length === 0) return [];
  const scanned = await ports.poolClient.refresh(session.userId);
  const readings = await readPrivate(ports, session);
  if (readings === 'locked') return refuse('unauthorized');
  if (readings.some(({ state }) => state.status === 'away')) return refuseWithoutPool();
  const knownUpTo = scanned.ok ? scanned.response : null;
  const isKnown = (chainId: number) => knownUpTo !== null && !isBefore(knownUpTo, known, chainId);
  if (!ports.poolChainIds.every(isKnown) || readings.some(({ state }) => state.status !== 'ready'))
    return refuseUnknown();
  return readings.flatMap(({ holdings }) =>
    (holdings ?? []).flatMap(({ token, balance }) =>
      remainder(token, balance, 'in your private balance'),
    ),
  );
}

function remainder(token: Token, units: bigint, place: string): readonly Remainder[] {
  return units > 0n ? [{ token, units, place }] : [];
}

function isBefore(block: bigint, known: KnownBlocks, chainId: number): boolean {
  return block < (known.get(chainId) ?? 0n);
}

/** Its node shows what was true before money moved. */
function refuseLate({ name }: Network): Refusal {
  const sentence = `We can’t read your latest balances on ${name} right now. Nothing was deleted. Try again in a moment.`;
  return refuse('chain-unavailable', { sentence });
}

/** Soon over, so a page may wait for it. */
function refuseUnknown(): Refusal {
  const sentence = 'Your private balance is still being checked. Try again in a minute.';
  return refuse('private-not-ready', { sentence, retryAfter: RETRY_S });
}

/** No one knows for how long. */
function refuseWithoutPool(): Refusal {
  const sentence =
    'We can’t check your private balance right now, because our private payments service isn’t running. ' +
    'We only delete a wallet once we’ve checked it, so no money is lost. Try again when private payments are back.';
  return refuse('private-not-ready', { sentence });
}

/** A coin without a price may be worth anything. */
function isDust(
  { prices }: Pick<RefuseWithMoneyPorts, 'prices'>,
  left: readonly Remainder[],
): boolean {
  let total = 0n;
  for (const { token, units } of left) {
    const { price } = prices.priceOf(token.id);
    if (price === null) return false;
    total += valueInUsd(units, token.decimals, price);
  }
  return total < DUST_USD;
}
