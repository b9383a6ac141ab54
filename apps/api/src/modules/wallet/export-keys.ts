import type { ResponseOf } from '#wire/contract';
import type { exportKeys } from '#wire/wallet/export-keys';
import type { PaymentGate } from '../../application/admit-payment.ts';
import {
  type Call,
  type Handler,
  type OpenedAccount,
  type Reauthenticate,
  type Refusal,
  refuse,
} from '../../application/call.ts';
import type { RequireApproval } from '../../application/require-approval.ts';
import { tooMany } from '../../application/too-many-requests.ts';
import type { AccountKeys } from '../../ports/accounts.ts';
import type { AttemptLimits, QuotaRule } from '../../ports/attempt-limits.ts';
import type { Audit } from '../../ports/audit.ts';
import type { Clock } from '../../ports/clock.ts';
import type { KeyVault } from '../../ports/key-vault.ts';
import type { Outbox } from '../../ports/outbox.ts';
import type { Protections } from '../../ports/protections.ts';

export interface ExportKeysPorts {
  readonly reauthenticate: Reauthenticate;
  readonly requireApproval: RequireApproval;
  readonly gate: Pick<PaymentGate, 'refuseFrozen' | 'findHold'>;
  readonly protections: Pick<Protections, 'read'>;
  readonly vault: Pick<KeyVault, 'reveal' | 'encryptFile'>;
  readonly limits: Pick<AttemptLimits, 'takeQuota'>;
  readonly outbox: Pick<Outbox, 'add'>;
  readonly audit: Audit;
  readonly clock: Pick<Clock, 'now'>;
}

type What = 'private-key' | 'phrase' | 'file';

const HOUR_MS = 60 * 60_000;
const LOCKED_AFTER_RESET_MS = 24 * HOUR_MS;
const NEW_DEVICE =
  'You just signed in on a new device. For your protection, you can’t export keys yet.';
const exportsOfUser: QuotaRule = { most: 3, windowMs: HOUR_MS };

/** Returns keys to their owner after reauthentication; the owner is notified by email. */
export function createExportKeys(ports: ExportKeysPorts): Handler<typeof exportKeys> {
  return async (call) => {
    const { session, client, body } = call;
    const frozen = await ports.gate.refuseFrozen(session.userId);
    if (frozen !== null) return frozen;
    return ports.reauthenticate({ session, client, password: body.password }, (opened) =>
      exportOnce(ports, opened, call),
    );
  };
}

async function exportOnce(
  ports: ExportKeysPorts,
  opened: OpenedAccount,
  { body, session, client }: Call<typeof exportKeys>,
): Promise<ResponseOf<typeof exportKeys> | Refusal> {
  const { userId, sessionId } = session;
  const { ip } = client;
  const now = ports.clock.now();
  const entry = { at: now, ip, userId, sessionId };
  const { liftedResetAt } = await ports.protections.read(userId);
  const lockedFor = secondsLocked(opened, liftedResetAt, now);
  if (lockedFor > 0) {
    await ports.audit.append({ ...entry, event: 'export-refused' });
    return refuse('export-locked', { retryAfter: lockedFor });
  }
  const hold = await ports.gate.findHold(session);
  const approval = await ports.requireApproval(
    { session, client },
    {
      reasons: ['export-keys'],
      fields: ['export-keys', body.what],
      // Whoever signed in with a stolen password did not add a passkey before that.
      ...(hold !== null && { isForPasskeys: true, addedBefore: hold.from }),
    },
  );
  if ('refused' in approval) return approval;
  if (hold !== null && approval.kind === 'no-factor') {
    await ports.audit.append({ ...entry, event: 'export-refused' });
    const retryAfter = Math.ceil((hold.until.getTime() - now.getTime()) / 1_000);
    return refuse('export-locked', { retryAfter, sentence: NEW_DEVICE });
  }
  const wait = await ports.limits.takeQuota(`exports ${userId}`, exportsOfUser, now);
  if (wait > 0) return tooMany(wait, 'You’ve exported your keys too often.');
  const response = await reveal(ports, opened, body);
  // Recorded and notified before the keys leave: no one exports them unnoticed.
  await ports.audit.append({ ...entry, event: 'keys-exported' });
  const { name, email } = opened.account;
  const content = { name, what: body.what, ip, at: now.toISOString() };
  const notice = {
    topic: 'keys-exported',
    channel: 'email',
    secret: null,
    expiresAt: null,
  } as const;
  await ports.outbox.add([{ ...notice, recipient: email, userId, content }], now);
  return response;
}

/**
 * An attacker who took over a user's email and phone must not get the keys immediately as well.
 * @param liftedResetAt of the reset whose hold a passkey ended
 */
function secondsLocked(
  { recoveredAt }: AccountKeys,
  liftedResetAt: Date | null,
  now: Date,
): number {
  if (recoveredAt === null || recoveredAt.getTime() === liftedResetAt?.getTime()) return 0;
  const left = recoveredAt.getTime() + LOCKED_AFTER_RESET_MS - now.getTime();
  return Math.max(0, Math.ceil(left / 1_000));
}

async function reveal(
  { vault }: ExportKeysPorts,
  { account, keyRecord, createdAt, dataKey }: OpenedAccount,
  { what, password }: { readonly what: What; readonly password: string },
): Promise<ResponseOf<typeof exportKeys>> {
  const { publicAddress, privateAddress } = account.wallet;
  const { seedCiphertext } = keyRecord;
  const keys = vault.reveal(dataKey, { userId: account.userId, seedCiphertext });
  const wallet = {
    publicWalletAddress: publicAddress,
    privateWalletAddress: privateAddress,
    createdAt: createdAt.toISOString(),
  };
  switch (what) {
    case 'private-key':
      return { ...wallet, privateKey: keys.privateKey };
    case 'phrase':
      return { ...wallet, phrase: keys.phrase };
    case 'file': {
      const name = `kax-wallet-${publicAddress.slice(0, 10).toLowerCase()}.json`;
      return { ...wallet, file: { name, content: await vault.encryptFile(keys, password) } };
    }
  }
}
