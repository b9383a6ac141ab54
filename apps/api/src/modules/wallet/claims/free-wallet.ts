import type { PublicAddress } from '#domain/address/address';
import { type BaseUnits, subtractOrZero, ZERO_UNITS } from '#domain/amount/base-units';
import type { PublicClaimTerms } from '#domain/claim/claim';
import { FAILOVER_RECENT_MS } from '#domain/operation/lost-commits';
import type { Token } from '#domain/token/token';
import type { CallSession } from '../../../application/call.ts';
import { type ReconcilePorts, reconcileAccount } from '../../../operations/reconcile-account.ts';
import type { Claims } from '../../../ports/claims.ts';
import type { KeyVault } from '../../../ports/key-vault.ts';
import type { Operations } from '../../../ports/operations.ts';
import type { PublicChain } from '../../../ports/public-chain.ts';
import type { RecordedAccount } from '../../../ports/recovered-transactions.ts';
import type { WantedClaim } from './parse-claim.ts';
import type { IsPaidPrivately } from './private-wallet.ts';

type WalletChain = Pick<PublicChain, 'balances' | 'transferCall'> & ReconcilePorts['chain'];

export interface FreeWalletPorts extends Omit<ReconcilePorts, 'chain' | 'operations'> {
  readonly vault: Pick<KeyVault, 'withClaimWallet'>;
  readonly claims: Pick<Claims, 'nextNumber'>;
  readonly isPaidPrivately: IsPaidPrivately;
  readonly operations: ReconcilePorts['operations'] & Pick<Operations, 'findRecovered'>;
  /** By chain id. */
  readonly chains: ReadonlyMap<number, WalletChain>;
}

/** The wallet of a claim that isn't made yet. */
export interface FreeWallet {
  readonly number: number;
  readonly address: PublicAddress;
  /**
   * Base units of the native coin that were put there with this very payment, of which the database lost the record;
   * null for a wallet that nothing was paid into.
   */
  readonly setAside: BaseUnits | null;
}

export type FoundWallet =
  | { readonly ok: true; readonly value: FreeWallet }
  /** The session ended; or what the database may have lost is looked for first, and the same key may be used again. */
  | { readonly ok: false; readonly reason: 'locked' | 'reconciling' };

type ClaimPlace = Pick<WantedClaim, 'network' | 'token' | 'feeToken' | 'units'>;

/** What a claim is looked for by, and the numbers of wallets that turned out to be other claims'. */
export interface WalletSearch extends ClaimPlace {
  readonly taken: ReadonlySet<number>;
}

/** As many rows as a database may have lost. */
const MOST_SKIPPED = 100;
/** How far below the next number a lost one is looked for: other claims were made since. */
const MOST_BELOW = 20;

/**
 * Finds the wallet of a claim: the first above those of the user's claims that nothing was ever paid into. A database
 * that lost a row knows nothing of its number, but the chain knows its address; so the account's records are compared
 * with the network first, and what is still on its way is waited for. Where the network has this very payment without a
 * record, it is that payment's wallet: nothing is set aside twice.
 * Rejects with `ChainUnavailable`.
 */
export async function findFreeWallet(
  ports: FreeWalletPorts,
  search: WalletSearch,
  session: CallSession,
): Promise<FoundWallet> {
  const { chainId } = search.network;
  const chain = ports.chains.get(chainId);
  if (chain === undefined) throw new Error(`There is no chain ${chainId}.`);
  const next = await ports.claims.nextNumber(session.userId);
  const account = accountOf(search, session);
  const reconciled = await reconcileAccount({ ...ports, chain }, account);
  if (reconciled.kind === 'reconciling') return { ok: false, reason: 'reconciling' };
  const { hasRecovered, failover } = await ports.operations.records(account);
  const isRecent = hasRecovered || failover !== 'none';
  const first = hasRecovered ? Math.max(0, next - MOST_BELOW) : next;
  for (let number = first; number < next + MOST_SKIPPED; number += 1) {
    const opened = await addressOf(ports, session, number);
    if (!opened.ok) return { ok: false, reason: 'locked' };
    const address = opened.value;
    const held = await readHeld(chain, search, address);
    const isFree = number >= next && held.isUnused;
    // A private payment by link that the database lost finds its number again only where no other has it.
    if (isFree && !(isRecent && (await ports.isPaidPrivately(session, number)))) {
      return { ok: true, value: { number, address, setAside: null } };
    }
    const isLost = hasRecovered && !search.taken.has(number);
    if (isLost && (await isPaid(ports, search, { account, wallet: address }))) {
      return { ok: true, value: { number, address, setAside: held.besides } };
    }
  }
  throw new Error(`User ${session.userId} has ${MOST_SKIPPED} wallets of claims without a row.`);
}

/**
 * Looks at the wallet of a claim that was made and not paid for. Where the database lost a claim in the same moment, that
 * one's money may be in it.
 * @returns `another`: it is not to be paid into. Rejects with `ChainUnavailable`.
 */
export async function checkMadeWallet(
  ports: FreeWalletPorts,
  made: ClaimPlace & Pick<PublicClaimTerms, 'address' | 'setAside'>,
  session: CallSession,
): Promise<'own' | 'another' | 'reconciling'> {
  const chain = ports.chains.get(made.network.chainId);
  if (chain === undefined) throw new Error(`There is no chain ${made.network.chainId}.`);
  const account = accountOf(made, session);
  const reconciled = await reconcileAccount({ ...ports, chain }, account);
  if (reconciled.kind === 'reconciling') return 'reconciling';
  if ((await ports.operations.records(account)).failover === 'none') return 'own';
  const { tokens, native } = await readHeld(chain, made, made.address);
  if (tokens === ZERO_UNITS && native <= made.setAside) return 'own';
  const isOwn = await isPaid(ports, made, { account, wallet: made.address });
  return isOwn ? 'own' : 'another';
}

/** Whether the database may lack what other requests stored since a number was chosen. */
export async function isAfterFailover(
  { operations }: FreeWalletPorts,
  place: Pick<ClaimPlace, 'network'>,
  session: CallSession,
): Promise<boolean> {
  const { failover } = await operations.records(accountOf(place, session));
  return failover === 'new' || failover === 'just-now';
}

function accountOf({ network }: Pick<ClaimPlace, 'network'>, session: CallSession) {
  const account = session.publicAddress as PublicAddress;
  return { chainId: network.chainId, account, userId: session.userId };
}

function addressOf({ vault }: FreeWalletPorts, session: CallSession, number: number) {
  return vault.withClaimWallet(session, number, async ({ signer }) => signer.address);
}

/** What a wallet has, base units, and whether it never had anything. */
interface Held {
  readonly isUnused: boolean;
  readonly native: BaseUnits;
  /** 0 for a claim of the native coin. */
  readonly tokens: BaseUnits;
  /** Native coin besides the amount of the claim. */
  readonly besides: BaseUnits;
}

/** All coins of the network are read: what was paid there may have been another. */
async function readHeld(
  chain: WalletChain,
  { network, token, feeToken, units: wanted }: ClaimPlace,
  address: PublicAddress,
): Promise<Held> {
  const [{ units }, sent] = await Promise.all([
    chain.balances(address, network.tokens),
    chain.transactionCount(address, 'latest'),
  ]);
  const heldOf = ({ id }: Token) =>
    units[network.tokens.findIndex((each) => each.id === id)] ?? ZERO_UNITS;
  const native = heldOf(feeToken);
  const isNative = token.address === null;
  return {
    isUnused: sent === 0 && units.every((held) => held === ZERO_UNITS),
    native,
    tokens: isNative ? ZERO_UNITS : heldOf(token),
    besides: subtractOrZero(native, isNative ? wanted : ZERO_UNITS),
  };
}

/** Whether a final block has this payment into a wallet, and no operation does. */
async function isPaid(
  { operations, chains, clock }: FreeWalletPorts,
  { token, units: amount }: ClaimPlace,
  { account, wallet }: { readonly account: RecordedAccount; readonly wallet: PublicAddress },
): Promise<boolean> {
  const call = chains.get(account.chainId)?.transferCall({ token, to: wallet, amount });
  if (call === undefined) return false;
  const pattern = { to: call.to, value: call.value, dataLike: call.data };
  const since = new Date(clock.now().getTime() - FAILOVER_RECENT_MS);
  return (await operations.findRecovered(account, pattern, since)) !== null;
}
