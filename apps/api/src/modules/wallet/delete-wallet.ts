import type { Language } from '#language/languages';
import type { deleteWallet } from '#wire/wallet/delete-wallet';
import type { PaymentGate } from '../../application/admit-payment.ts';
import {
  type CallSession,
  type Client,
  type Handler,
  type Reauthenticate,
  type Refusal,
  refuse,
} from '../../application/call.ts';
import type { RequireApproval } from '../../application/require-approval.ts';
import type { AccountRecovery } from '../../ports/account-recovery.ts';
import type { Account } from '../../ports/accounts.ts';
import type { Audit } from '../../ports/audit.ts';
import type { Claims } from '../../ports/claims.ts';
import type { KeyVault } from '../../ports/key-vault.ts';
import type { Notice } from '../../ports/outbox.ts';
import type { WalletOwner, WalletRemovals } from '../../ports/wallet-removal.ts';
import { refuseUnclaimed } from './deletion/refuse-unclaimed.ts';
import { refuseUnfinished } from './deletion/refuse-unfinished.ts';
import { type RefuseWithMoneyPorts, refuseWithMoney } from './deletion/refuse-with-money.ts';

export interface DeleteWalletPorts extends RefuseWithMoneyPorts {
  readonly reauthenticate: Reauthenticate;
  readonly requireApproval: RequireApproval;
  readonly gate: Pick<PaymentGate, 'refuseFrozen'>;
  readonly removals: WalletRemovals;
  readonly claims: Pick<Claims, 'countHolding'>;
  readonly vault: Pick<KeyVault, 'withViewKey'>;
  readonly recovery: Pick<AccountRecovery, 'kind' | 'forget'>;
  readonly audit: Audit;
  readonly report: (error: { readonly message: string; readonly cause: unknown }) => void;
}

/** Whose wallet is deleted, and from where. */
interface Deletion {
  readonly account: Account;
  readonly session: CallSession;
  readonly client: Client;
}

/**
 * Deletes a wallet and its account after reauthentication, unless money would be lost with it: while anything is in
 * progress, or more than dust is left on any chain or in the private pool, according to a fresh read of all of them.
 */
export function createDeleteWallet(ports: DeleteWalletPorts): Handler<typeof deleteWallet> {
  return async ({ body, session, client }) => {
    const frozen = await ports.gate.refuseFrozen(session.userId);
    if (frozen !== null) return frozen;
    return ports.reauthenticate(
      { session, client, password: body.password },
      async ({ account }) => {
        const subject = { reasons: ['delete-wallet'], fields: ['delete-wallet'] } as const;
        const approval = await ports.requireApproval({ session, client }, subject);
        if ('refused' in approval) return approval;
        const refusal = await deleteUnlessMoneyIsLost(ports, { account, session, client });
        return refusal ?? { success: true };
      },
    );
  };
}

async function deleteUnlessMoneyIsLost(
  ports: DeleteWalletPorts,
  deletion: Deletion,
): Promise<Refusal | null> {
  const owner = ownerOf(deletion.account);
  // It has to forget the user afterwards. Throws while it is away.
  await ports.recovery.kind();
  // Counted before the balances are read: what begins afterwards may move money from one that was read to one that
  // was not, and then nothing is removed.
  const use = await ports.removals.readUse(owner, ports.clock.now());
  const refusal =
    refuseUnfinished(ports.networks, use.unfinished) ??
    refuseUnclaimed(await ports.claims.countHolding(owner.userId)) ??
    (await refuseWithMoney(ports, deletion.session, use.knownBlocks));
  return refusal ?? removeAll(ports, deletion, use.begun);
}

async function removeAll(
  ports: DeleteWalletPorts,
  { account, session, client }: Deletion,
  begun: string,
): Promise<Refusal | null> {
  const { removals, recovery, audit, clock, report } = ports;
  const { userId, sessionId } = session;
  const at = clock.now();
  const owner = ownerOf(account);
  const notices = noticesOf(account, client.language, at);
  if ((await removals.remove({ owner, begun, notices, now: at })) === 'in-use') {
    const { unfinished } = await removals.readUse(owner, at);
    return refuseUnfinished(ports.networks, unfinished) ?? refuse('operations-open', BEGAN);
  }
  // The account and every wrap in the database are deleted; a failure from here on must not deny that.
  try {
    await recovery.forget(userId);
  } catch (cause) {
    report({ message: 'The recovery salt of a deleted wallet still exists.', cause });
  }
  await audit.append({ at, event: 'wallet-deleted', ip: client.ip, userId, sessionId });
  return null;
}

/** It began and ended while the balances were read. */
const BEGAN = {
  sentence: 'Money moved while we checked this wallet. Nothing was deleted. Try again.',
};

function ownerOf({ userId, wallet }: Account): WalletOwner {
  const { publicAddress, privateAddress } = wallet;
  return { userId, publicAddress, privateAddress };
}

/** No row has the user's language by the time they are sent. */
function noticesOf(account: Account, language: Language, now: Date): readonly Notice[] {
  const { name, email, phone } = account;
  const content = { name, language, at: now.toISOString() };
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
