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
import { tooMany } from '../../application/too-many-requests.ts';
import type { AttemptLimits, QuotaRule } from '../../ports/attempt-limits.ts';
import type { Clock } from '../../ports/clock.ts';
import type { KeyVault } from '../../ports/key-vault.ts';
import type { Outbox } from '../../ports/outbox.ts';
import { type KeyAccessPorts, requireKeyAccess } from './custody/require-key-access.ts';

export interface ExportKeysPorts extends KeyAccessPorts {
  readonly reauthenticate: Reauthenticate;
  readonly gate: Pick<PaymentGate, 'refuseFrozen' | 'findHold'>;
  readonly vault: Pick<KeyVault, 'reveal' | 'encryptFile'>;
  readonly limits: Pick<AttemptLimits, 'takeQuota'>;
  readonly outbox: Pick<Outbox, 'add'>;
  readonly clock: Pick<Clock, 'now'>;
}

type What = 'private-key' | 'phrase' | 'file';

const HOUR_MS = 60 * 60_000;
const NEW_DEVICE =
  'You just signed in on a new device. For your protection, you can’t export keys yet.';
/** Who keeps their keys finds them where they keep them. */
const OWN_KEYS =
  'Only you have the keys of this wallet. Kax has nothing to export: use your 12 words.';
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
  const refusal = await requireKeyAccess(ports, opened, {
    ...{ session, client, now, sentences: { newDevice: NEW_DEVICE } },
    reason: 'export-keys',
    fields: ['export-keys', body.what],
  });
  if (refusal !== null) return refusal;
  const wait = await ports.limits.takeQuota(`exports ${userId}`, exportsOfUser, now);
  if (wait > 0) return tooMany(wait, 'You’ve exported your keys too often.');
  const response = await reveal(ports, opened, body);
  if ('refused' in response) return response;
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

async function reveal(
  { vault }: ExportKeysPorts,
  { account, keyRecord, createdAt, dataKey }: OpenedAccount,
  { what, password }: { readonly what: What; readonly password: string },
): Promise<ResponseOf<typeof exportKeys> | Refusal> {
  const { publicAddress, privateAddress } = account.wallet;
  const { seedCiphertext } = keyRecord;
  const keys = vault.reveal(dataKey, { userId: account.userId, seedCiphertext });
  if (keys === 'no-key') return refuse('signature-needed', { sentence: OWN_KEYS });
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
