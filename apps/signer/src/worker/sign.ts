import type { WalletKeys } from '#pool/keys';
import type { ApprovalRequest } from '#signing/messages/protocol';
import { recipientOf } from '#signing/messages/recipient-of';
import { decideSigning } from '#signing/signature-log';
import { type LogStore, logOf } from '../log/log-store.ts';
import type { SignerSettings } from '../settings.ts';
import { OWN_CHECKS } from '../texts.ts';
import type { Signing } from './calls.ts';
import { checkPlan } from './check-plan.ts';
import type { Keyring } from './keyring.ts';

/** What signing needs from around it. */
export interface SigningParts {
  readonly keyring: Keyring<WalletKeys>;
  readonly log: () => Promise<LogStore>;
  readonly settings: SignerSettings;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Runs one after another, in all windows of this origin. */
  readonly inTurn: <Result>(run: () => Promise<Result>) => Promise<Result>;
}

/** Checks a plan, writes the log and signs. Nothing is returned before the log is on the disk. */
export async function sign(parts: SigningParts, request: ApprovalRequest): Promise<Signing> {
  const { keyring, settings, now } = parts;
  if (now() >= request.expiresAt) return { outcome: 'expired' };
  const opened = keyring.open(request.owner.address);
  if (!opened.isOpen) return { outcome: 'closed' };
  const checked = await checkPlan(request, opened.keys, settings);
  if (checked.outcome === 'refused') return checked;
  const { order } = checked;
  const signing = await parts.inTurn(async (): Promise<Signing> => {
    const log = await parts.log();
    const { address } = request.owner;
    const earlier = await log.read(address);
    const decision = decideSigning(logOf(earlier), order);
    if (decision === 'would-pay-twice' || decision === 'order-over') {
      return { outcome: 'refused', check: decision, sentence: OWN_CHECKS[decision] };
    }
    const given = earlier.find(
      ({ orderId, planHash }) => orderId === order.orderId && planHash === order.planHash,
    );
    if (decision === 'sign-again' && given !== undefined) {
      return { outcome: 'signed', signatures: given.signatures };
    }
    // Keys may have ended while the log was read.
    if (!keyring.open(address).isOpen) return { outcome: 'closed' };
    const signatures = checked.sign();
    const recipient = recipientOf(request);
    await log.add(address, { ...order, state: 'open', signatures, recipient });
    return { outcome: 'signed', signatures };
  });
  if (signing.outcome === 'signed') keyring.used();
  return signing;
}
