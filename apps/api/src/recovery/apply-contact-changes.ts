import { createJob, type Job, type JobError } from '../application/job.ts';
import type { Audit } from '../ports/audit.ts';
import type { Clock } from '../ports/clock.ts';
import type { ContactChanges, SignedContactChange } from '../ports/contact-changes.ts';
import type { RecoveryKey } from '../ports/recovery-key.ts';
import { withContact } from './code-notices.ts';
import type { ContactChangePorts } from './contact-changes.ts';
import { noticeOfCancelled, noticesOfChanged } from './contact-notices.ts';
import { findSigned, type SignedAccount } from './find-signed.ts';

export interface ApplyContactChangesPorts
  extends Pick<
    ContactChangePorts,
    'accounts' | 'signer' | 'contactChanges' | 'endedChanges' | 'contactChangeMs'
  > {
  readonly key: Pick<RecoveryKey, 'wrap' | 'unwrap'>;
  readonly audit: Audit;
  readonly clock: Clock;
  readonly report: (error: JobError) => void;
}

const EVERY_MS = 60_000;
const AT_ONCE = 100;
/** In the log: no request caused it. */
const LOCAL = 'local';

/** Applies confirmed changes of contacts whose time has come, once a minute. */
export function createApplyContactChanges(ports: ApplyContactChangesPorts): Job {
  return createJob({
    ...ports,
    run: () => applyContactChanges(ports),
    everyMs: EVERY_MS,
    afterErrorMs: EVERY_MS,
    errorMessage: 'Changes of contacts could not be applied.',
  });
}

/** One that fails keeps no other one from being applied. */
export async function applyContactChanges(ports: ApplyContactChangesPorts): Promise<void> {
  for (const change of await ports.contactChanges.listDue(ports.clock.now(), AT_ONCE)) {
    try {
      await apply(ports, change);
    } catch (cause) {
      ports.report({ message: 'A change of a contact could not be applied.', cause });
    }
  }
}

async function apply(ports: ApplyContactChangesPorts, change: SignedContactChange): Promise<void> {
  const { contactChanges, clock } = ports;
  const found = await findSigned(ports, change.userId);
  if (found === null) return;
  if (!isConfirmed(ports, found, change)) {
    const cause = new Error(`The change of a contact of ${change.userId} was not confirmed.`);
    ports.report({ message: 'A change of a contact was made by something else.', cause });
    await contactChanges.remove(change, [], clock.now());
    return;
  }
  const now = clock.now();
  const isTaken = (await ports.accounts.findOwner(change)) !== null;
  if (isTaken || (await applyTo(ports, found, { change, now })) === 'taken') {
    const notice = noticeOfCancelled(found.account, change, 'in-use');
    await contactChanges.remove(change, [notice], now);
  }
}

/** Recorded before it happens: a process that ends in between records it again. */
async function applyTo(
  ports: ApplyContactChangesPorts,
  found: SignedAccount,
  { change, now }: { readonly change: SignedContactChange; readonly now: Date },
): ReturnType<ContactChanges['apply']> {
  const applied = await appliedOf(ports, found, { change, now });
  const { userId } = change;
  await ports.audit.append({ at: now, event: 'contact-changed', ip: LOCAL, userId });
  const outcome = await ports.contactChanges.apply(applied);
  // From now on this process takes the earlier contacts for what they are.
  if (outcome === 'applied') {
    ports.signer.isSigned(withContact(found.account, change), applied.after.signature);
  }
  return outcome;
}

/** Signed for the account as it is now, and neither cancelled nor replaced since. */
function isConfirmed(
  { signer, endedChanges, contactChangeMs }: ApplyContactChangesPorts,
  { signature: accountSignature }: SignedAccount,
  change: SignedContactChange,
): boolean {
  const confirmedMs = change.at.getTime() - contactChangeMs;
  if (endedChanges.isEnded(change.userId, confirmedMs)) return false;
  return signer.isConfirmed({ change, accountSignature }, change.signature);
}

async function appliedOf(
  { key, signer }: ApplyContactChangesPorts,
  { account, signature, recoveryWrap }: SignedAccount,
  { change, now }: { readonly change: SignedContactChange; readonly now: Date },
): Promise<Parameters<ContactChanges['apply']>[0]> {
  const changed = withContact(account, change);
  const dataKey = await key.unwrap(recoveryWrap, account);
  try {
    return {
      change,
      before: { account, signature, recoveryWrap },
      after: {
        signature: signer.sign(changed, now),
        recoveryWrap: await key.wrap(dataKey, changed),
      },
      notices: noticesOfChanged(account, change),
      now,
    };
  } finally {
    dataKey.fill(0);
  }
}
