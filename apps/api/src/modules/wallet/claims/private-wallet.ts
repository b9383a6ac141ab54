import type { PrivateAddress, PublicAddress } from '#domain/address/address';
import { type BaseUnits, subtractUnits, ZERO_UNITS } from '#domain/amount/base-units';
import type { CallSession } from '../../../application/call.ts';
import type { Claims } from '../../../ports/claims.ts';
import type { KeyVault } from '../../../ports/key-vault.ts';
import type { PublicChain } from '../../../ports/public-chain.ts';
import type { ShieldedMovement } from '../../../ports/shielded-pool.ts';
import type { ShieldedViews } from '../../../ports/shielded-views.ts';
import { mayHaveLostCommits } from '../shielded/order-private-transaction.ts';
import type { WantedClaim } from './parse-claim.ts';

export interface PrivateWalletPorts {
  readonly vault: Pick<KeyVault, 'withClaimWallet' | 'claimPrivateAddress' | 'withViewKey'>;
  readonly claims: Pick<Claims, 'nextNumber'>;
  readonly views: Pick<ShieldedViews, 'readHistory'>;
  /** By chain id. */
  readonly chains: ReadonlyMap<number, Pick<PublicChain, 'balances' | 'transactionCount'>>;
  readonly operations: Parameters<typeof mayHaveLostCommits>[0]['operations'];
  readonly broadcasterAddress: Parameters<typeof mayHaveLostCommits>[0]['broadcasterAddress'];
}

/** The private wallet of a claim that isn't made yet. */
export interface FreePrivateWallet {
  readonly number: number;
  readonly address: PrivateAddress;
  /** Base units of the token, what its end is to cost at most. */
  readonly setAside: BaseUnits;
}

/** What a private claim is looked for by, and the numbers of wallets that turned out to be other claims'. */
export interface PrivateWalletSearch {
  readonly wanted: WantedClaim;
  readonly setAside: BaseUnits;
  readonly taken: ReadonlySet<number>;
}

/** As many rows as a database may have lost. */
const MOST_SKIPPED = 100;
/** How far below the next number a lost one is looked for: other claims were made since. */
const MOST_BELOW = 20;
/** Payments to claims that were lost are among the newest. */
const MOST_READ = 200;
/** Gas costs no more than so many times as much, or as little, as when the database lost the payment. */
const MOST_CHANGE = 10n;

/**
 * Finds the private wallet of a claim: the first above those of the user's claims that their own history doesn't show a
 * payment to. For a day after a failover, a payment there may be this very one, of which the database lost the record:
 * then its wallet is taken, with what was set aside in it, so that the process that proves recognizes the payment.
 * @returns `locked` when the session ended meanwhile
 */
export async function findPrivateWallet(
  ports: PrivateWalletPorts,
  search: PrivateWalletSearch,
  session: CallSession,
): Promise<FreePrivateWallet | 'locked'> {
  const { chainId } = search.wanted.network;
  const paid = await readPaid(ports, { chainId }, session);
  if (paid === 'locked') return paid;
  const mayBeLost = await mayHaveLostCommits(ports, chainId);
  const next = await ports.claims.nextNumber(session.userId);
  const first = mayBeLost ? Math.max(0, next - MOST_BELOW) : next;
  for (let number = first; number < next + MOST_SKIPPED; number += 1) {
    if (search.taken.has(number)) continue;
    const addresses = await addressesOf(ports, session, number);
    if (addresses === 'locked') return addresses;
    const { address } = addresses;
    const payment = paid.get(address);
    const isFree = payment === undefined && number >= next;
    // A public payment by link that the database lost finds its number again only where no other has it.
    const isUsed = isFree && mayBeLost && (await isUsedPublicly(ports, search, addresses));
    if (isFree && !isUsed) return { number, address, setAside: search.setAside };
    const setAside = payment && mayBeLost ? setAsideIn(payment, search) : null;
    if (setAside !== null) return { number, address, setAside };
  }
  throw new Error(`User ${session.userId} has ${MOST_SKIPPED} wallets of claims without a row.`);
}

/** @returns what went to others' private addresses, by address */
async function readPaid(
  { vault, views }: Pick<PrivateWalletPorts, 'vault' | 'views'>,
  { chainId }: { readonly chainId: number },
  session: CallSession,
): Promise<ReadonlyMap<string, ShieldedMovement> | 'locked'> {
  const { userId } = session;
  const read = await vault.withViewKey(session, (viewKey) =>
    views.readHistory({ userId, chainId, viewKey }, { before: null, limit: MOST_READ }),
  );
  if (!read.ok) return 'locked';
  const sent = read.value.flatMap(({ item }) => item.sent);
  return new Map(
    sent.flatMap((each) =>
      each.counterparty === null ? [] : [[each.counterparty, each] as const],
    ),
  );
}

/** The addresses of one wallet. */
interface WalletAddresses {
  readonly address: PrivateAddress;
  readonly publicAddress: PublicAddress;
}

async function addressesOf(
  { vault }: Pick<PrivateWalletPorts, 'vault'>,
  session: CallSession,
  number: number,
): Promise<WalletAddresses | 'locked'> {
  const opened = await vault.withClaimWallet(session, number, async ({ entropy, signer }) => ({
    address: await vault.claimPrivateAddress(entropy),
    publicAddress: signer.address,
  }));
  return opened.ok ? opened.value : 'locked';
}

async function isUsedPublicly(
  { chains }: PrivateWalletPorts,
  { wanted: { network } }: PrivateWalletSearch,
  { publicAddress }: WalletAddresses,
): Promise<boolean> {
  const chain = chains.get(network.chainId);
  if (chain === undefined) throw new Error(`There is no chain ${network.chainId}.`);
  const [{ units }, sent] = await Promise.all([
    chain.balances(publicAddress, network.tokens),
    chain.transactionCount(publicAddress, 'latest'),
  ]);
  return sent > 0 || units.some((held) => held > ZERO_UNITS);
}

/** Whether the own private history shows a payment to the private address of the wallet with a number. */
export type IsPaidPrivately = (session: CallSession, number: number) => Promise<boolean>;

/** @returns the look into a user's private history, on the only chain with a pool */
export function createIsPaidPrivately(
  ports: Pick<PrivateWalletPorts, 'vault' | 'views'> & { readonly poolChainIds: readonly number[] },
): IsPaidPrivately {
  return async (session, number) => {
    const [chainId] = ports.poolChainIds;
    if (chainId === undefined) return false;
    const paid = await readPaid(ports, { chainId }, session);
    const addresses = await addressesOf(ports, session, number);
    return paid !== 'locked' && addresses !== 'locked' && paid.has(addresses.address);
  };
}

/** @returns what a payment set aside besides the amount of the wanted claim; null where it was for another */
function setAsideIn(
  { token, amount }: ShieldedMovement,
  { wanted, setAside }: PrivateWalletSearch,
): BaseUnits | null {
  if (token.id !== wanted.token.id || amount < wanted.units) return null;
  const besides = subtractUnits(amount, wanted.units);
  const isLike = besides * MOST_CHANGE >= setAside && besides <= setAside * MOST_CHANGE;
  return isLike ? besides : null;
}
