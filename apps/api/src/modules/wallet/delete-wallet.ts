import type { PublicAddress } from '#domain/address/address';
import { baseUnitsToDisplay } from '#domain/amount/base-units-to-display';
import type { Network } from '#domain/network/network';
import { USD_DECIMALS, valueInUsd } from '#domain/price/value-in-usd';
import type { Token } from '#domain/token/token';
import type { deleteWallet } from '#wire/wallet/delete-wallet';
import {
  type CallSession,
  type Client,
  type Handler,
  type Reauthenticate,
  type Refusal,
  refuse,
} from '../../application/call.ts';
import type { Account, Accounts } from '../../ports/accounts.ts';
import type { Audit } from '../../ports/audit.ts';
import type { Clock } from '../../ports/clock.ts';
import type { KeyVault } from '../../ports/key-vault.ts';
import type { Operations } from '../../ports/operations.ts';
import type { Notice } from '../../ports/outbox.ts';
import { ChainUnavailable } from '../../ports/public-chain.ts';
import type { BalanceCache } from './balances/balance-cache.ts';
import type { PriceCache } from './balances/price-cache.ts';

export interface DeleteWalletPorts {
  readonly reauthenticate: Reauthenticate;
  readonly accounts: Pick<Accounts, 'remove'>;
  readonly vault: Pick<KeyVault, 'forget'>;
  readonly operations: Pick<Operations, 'listOpen'>;
  readonly networks: readonly Network[];
  readonly balances: Pick<BalanceCache, 'readNow'>;
  readonly prices: Pick<PriceCache, 'priceOf'>;
  readonly audit: Audit;
  readonly clock: Pick<Clock, 'now'>;
  readonly report: (error: { readonly message: string; readonly cause: unknown }) => void;
}

interface Remainder {
  readonly token: Token;
  readonly units: bigint;
}

/** Not worth the fee to move it out, in US dollars, for all coins together. */
const DUST_USD = 10n ** BigInt(USD_DECIMALS);

/**
 * Deletes a wallet and its account after reauthentication. Refused while payments are open or more than dust is left
 * on any chain, according to a fresh read of the chains.
 */
export function createDeleteWallet(ports: DeleteWalletPorts): Handler<typeof deleteWallet> {
  return ({ body, session, client }) =>
    ports.reauthenticate({ session, client, password: body.password }, async ({ account }) => {
      const refusal = await refuseWhileInUse(ports, account);
      if (refusal !== null) return refusal;
      await removeAll(ports, account, { ...session, ip: client.ip });
      return { success: true };
    });
}

async function removeAll(
  { accounts, vault, audit, clock, report }: DeleteWalletPorts,
  account: Account,
  { userId, sessionId, ip }: Pick<CallSession, 'userId' | 'sessionId'> & Pick<Client, 'ip'>,
): Promise<void> {
  const at = clock.now();
  await accounts.remove(userId, noticesOf(account, at), at);
  // The account and every wrap in the database are deleted; a failure from here on must not deny that.
  try {
    await vault.forget(userId);
  } catch (cause) {
    report({ message: 'The recovery salt of a deleted wallet still exists.', cause });
  }
  await audit.append({ at, event: 'wallet-deleted', ip, userId, sessionId });
}

async function refuseWhileInUse(
  ports: DeleteWalletPorts,
  { userId, wallet }: Account,
): Promise<Refusal | null> {
  if ((await ports.operations.listOpen(userId)).length > 0) return refuse('operations-open');
  try {
    const left = await remaindersOf(ports, wallet.publicAddress);
    if (isDust(ports, left)) return null;
    const named = left.map(({ token, units }) => {
      const { chainId, decimals, symbol } = token;
      const network = ports.networks.find((each) => each.chainId === chainId);
      return `${baseUnitsToDisplay(units, decimals)} ${symbol} on ${network?.name}`;
    });
    const sentence = `This wallet still has money in it: ${named.join(', ')}. Move it out first.`;
    return refuse('wallet-not-empty', { sentence });
  } catch (cause) {
    if (cause instanceof ChainUnavailable) return refuse('chain-unavailable');
    throw cause;
  }
}

async function remaindersOf(
  { networks, balances }: DeleteWalletPorts,
  owner: PublicAddress,
): Promise<readonly Remainder[]> {
  const readings = await Promise.all(networks.map((network) => balances.readNow(owner, network)));
  return readings.flatMap(({ network, balances: found }) =>
    network.tokens.flatMap((token) => {
      const units = found.get(token.id)?.balance ?? 0n;
      return units > 0n ? [{ token, units }] : [];
    }),
  );
}

/** A coin without a price may be worth anything. */
function isDust({ prices }: DeleteWalletPorts, left: readonly Remainder[]): boolean {
  let total = 0n;
  for (const { token, units } of left) {
    const { price } = prices.priceOf(token.id);
    if (price === null) return false;
    total += valueInUsd(units, token.decimals, price);
  }
  return total < DUST_USD;
}

function noticesOf(account: Account, now: Date): readonly Notice[] {
  const { name, email, phone } = account;
  const content = { name, at: now.toISOString() };
  const base = {
    topic: 'wallet-deleted',
    userId: null,
    content,
    secret: null,
    expiresAt: null,
  } as const;
  return [
    { ...base, channel: 'email', recipient: email },
    { ...base, channel: 'sms', recipient: phone },
  ];
}
