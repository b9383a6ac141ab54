import { paymentCents } from '#domain/protection/payment-cents';
import {
  type HoldRefusal,
  type PaymentReason,
  type PaymentRuling,
  rulePayment,
} from '#domain/protection/payment-rule';
import { areFactorsGone, limitAt } from '#domain/protection/protection';
import type { TokenId } from '#domain/token/token';
import type {
  AdmitPayment,
  AdmittedPayment,
  LeavingPayment,
  PaymentGate,
  SessionHold,
} from '../../../application/admit-payment.ts';
import { type Refusal, refuse } from '../../../application/call.ts';
import type { RequireApproval } from '../../../application/require-approval.ts';
import type {
  AdmittedPayments,
  AdmittingPayment,
  PastPayment,
  PaymentLedger,
} from '../../../ports/admitted-payments.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { FactorPresence } from '../../../ports/factor-presence.ts';
import type { Protections } from '../../../ports/protections.ts';
import {
  type HoldPorts,
  type OpenHold,
  type PossibleHolds,
  readPossibleHolds,
  resetHoldOf,
} from './read-holds.ts';

export interface PaymentGatePorts extends HoldPorts {
  readonly protections: Pick<Protections, 'read'>;
  readonly admittedPayments: AdmittedPayments;
  readonly factors: FactorPresence;
  readonly requireApproval: RequireApproval;
  /** @returns US dollars for one token, however old; null when it never had a price */
  readonly lastUsd: (tokenId: TokenId) => number | null;
  readonly clock: Pick<Clock, 'now'>;
}

type Call = Parameters<AdmitPayment>[0];

const DAY_MS = 24 * 60 * 60_000;
/** As often as a parallel payment may use up what is left of the limit. */
const MOST_RULINGS = 3;

/** Decides which payments leave: limits, holds, freezes, approvals. */
export function createPaymentGate(ports: PaymentGatePorts): PaymentGate {
  return {
    admit: (call, payment) => admit(ports, call, payment),
    giveBack: (payment, countedAt) => ports.admittedPayments.giveBack(payment, countedAt),
    refuseFrozen: async (userId) => {
      const { frozenAt } = await ports.protections.read(userId);
      return frozenAt === null ? null : refuse('account-frozen');
    },
    findHold: (session) => findHold(ports, session),
  };
}

async function findHold(
  ports: PaymentGatePorts,
  session: Call['session'],
): Promise<SessionHold | null> {
  const now = ports.clock.now();
  const protection = await ports.protections.read(session.userId);
  const { resetAt, newDevice } = await readPossibleHolds(ports, session, now);
  const resetHold = resetHoldOf(protection, resetAt, { rules: ports.rules, now });
  if (resetHold !== null) return { code: 'held-after-reset', ...resetHold };
  return newDevice && { code: 'held-new-device', ...newDevice };
}

/** What rules a payment besides what is stored of earlier ones. */
interface Ruled {
  readonly admitting: AdmittingPayment;
  readonly holds: PossibleHolds;
  readonly hasFactor: boolean;
  readonly isOwn: boolean;
  readonly now: Date;
  readonly since: Date;
}

async function admit(
  ports: PaymentGatePorts,
  call: Call,
  payment: LeavingPayment,
): Promise<AdmittedPayment | Refusal> {
  let hasFactor = await ports.factors.hasSecondFactor(call.session.userId);
  let approved: readonly PaymentReason[] | null = null;
  for (let ruling = 0; ruling < MOST_RULINGS; ruling += 1) {
    const ruled = await readRuled(ports, { call, payment, hasFactor });
    const { outcome, recordedAt } = await decideUnderLock(ports, ruled, approved);
    if (outcome.kind === 'admit') return admitted(ports, ruled, recordedAt);
    if (outcome.kind === 'refuse') return refusalOf(outcome, ports);
    const approval = await requireApproval(ports, { call, payment, ruled, outcome });
    if ('refused' in approval) return approval;
    if (approval.kind === 'approved') approved = outcome.reasons;
    else if (outcome.otherwise !== null) return refusalOf(outcome.otherwise, ports);
    else hasFactor = false;
  }
  return refuse('operation-in-progress');
}

async function readRuled(
  ports: PaymentGatePorts,
  {
    call,
    payment,
    hasFactor,
  }: { readonly call: Call; readonly payment: LeavingPayment; readonly hasFactor: boolean },
): Promise<Ruled> {
  const { session, idempotencyKey } = call;
  const now = ports.clock.now();
  const { userId } = session;
  const { kind, chainId, token, amount, recipient } = payment;
  const usd = ports.lastUsd(token.id);
  return {
    admitting: {
      ...{ userId, idempotencyKey, recipient, isRecipientJudged: hasFactor },
      line: `${kind} ${chainId} ${token.id} ${amount} ${recipient}`,
      cents: usd === null ? null : paymentCents(amount, token.decimals, usd),
    },
    holds: await readPossibleHolds(ports, session, now),
    hasFactor,
    isOwn: isOwnAddress(session, payment),
    now,
    since: new Date(now.getTime() - DAY_MS),
  };
}

/** What moves from the private balance to the user's own address has not left. */
function isOwnAddress(
  { publicAddress, privateAddress }: Call['session'],
  { recipient }: LeavingPayment,
): boolean {
  const own = [publicAddress, privateAddress].map((address) => address.toLowerCase());
  return own.includes(recipient.toLowerCase());
}

/** Rules on what is stored at that moment, and records the payment in the same transaction. */
async function decideUnderLock(
  { admittedPayments, rules }: PaymentGatePorts,
  ruled: Ruled,
  approved: readonly PaymentReason[] | null,
): Promise<{ readonly outcome: PaymentRuling; readonly recordedAt: Date | null }> {
  let outcome = { kind: 'refuse', code: 'account-frozen' } as PaymentRuling;
  const { now, since, admitting, isOwn } = ruled;
  const recordedAt = await admittedPayments.admit(admitting, { now, since }, (ledger) => {
    const ruling = ruleOn(rules, ruled, ledger);
    const isApproved = ruling.kind === 'approve' && isCovered(ruling, approved);
    outcome = isApproved ? { kind: 'admit' } : ruling;
    return outcome.kind === 'admit' && !isOwn ? { isApproved } : null;
  });
  return { outcome, recordedAt };
}

function admitted(
  { admittedPayments }: PaymentGatePorts,
  { admitting }: Ruled,
  recordedAt: Date | null,
): AdmittedPayment {
  return {
    countedAt: recordedAt,
    async giveBack() {
      if (recordedAt !== null) await admittedPayments.giveBack(admitting, recordedAt);
    },
  };
}

/** An approval is of this very payment; only a hold that began since needs another one, by a passkey. */
function isCovered(
  { reasons }: Extract<PaymentRuling, { kind: 'approve' }>,
  approved: readonly PaymentReason[] | null,
): boolean {
  if (approved === null) return false;
  return reasons.filter(isOfHold).every((reason) => approved.includes(reason));
}

function ruleOn(
  rules: PaymentGatePorts['rules'],
  { admitting, holds, hasFactor, isOwn, now, since }: Ruled,
  { protection, admittedAt, payments, isKnownRecipient }: PaymentLedger,
): PaymentRuling {
  const isFrozen = protection.frozenAt !== null;
  const wasAdmitted = admittedAt !== null && admittedAt > since;
  if (!isFrozen && (isOwn || wasAdmitted)) return { kind: 'admit' };
  const resetHold = resetHoldOf(protection, holds.resetAt, { rules, now });
  const spentIn = (hold: OpenHold | null) =>
    hold && { ...hold, spent: totalSince(payments, hold.from, hold.most) };
  const limit = limitAt(protection, rules.dailyLimit, now);
  return rulePayment({
    cents: admitting.cents,
    dayTotal: totalSince(payments?.filter((each) => !each.isApproved) ?? null, since, limit),
    limit,
    hasFactor: hasFactor && !areFactorsGone(protection, now),
    isKnownRecipient,
    isFrozen,
    resetHold: spentIn(resetHold),
    newDevice: spentIn(holds.newDevice),
  });
}

/** Where earlier payments are missing, as much as may leave has left. */
function totalSince(payments: readonly PastPayment[] | null, from: Date, most: bigint): bigint {
  if (payments === null) return most + 1n;
  return payments.filter(({ at }) => at >= from).reduce((sum, { cents }) => sum + cents, 0n);
}

function requireApproval(
  ports: PaymentGatePorts,
  {
    call,
    payment,
    ruled,
    outcome,
  }: {
    readonly call: Call;
    readonly payment: LeavingPayment;
    readonly ruled: Ruled;
    readonly outcome: Extract<PaymentRuling, { kind: 'approve' }>;
  },
) {
  const { kind, chainId, network, token, amount, recipient } = payment;
  const { resetAt, newDevice } = ruled.holds;
  // What was added on the device that is held, or after the reset, approves nothing for it.
  const begun = [
    ...(outcome.reasons.includes('reset-hold') && resetAt !== null ? [resetAt] : []),
    ...(outcome.reasons.includes('new-device') && newDevice !== null ? [newDevice.from] : []),
  ].map((date) => date.getTime());
  return ports.requireApproval(
    { session: call.session, client: call.client },
    {
      reasons: outcome.reasons,
      fields: [
        callByKind[kind],
        String(chainId),
        token.id,
        String(amount),
        recipient,
        call.idempotencyKey,
        payment.message ?? '',
        payment.showsSender === true ? 'shows sender' : '',
      ],
      payment: {
        ...{ kind, chainId, chain: network.name, recipient, amount: String(amount) },
        ...{ symbol: token.symbol, decimals: token.decimals },
        cents: ruled.admitting.cents === null ? null : String(ruled.admitting.cents),
        limitLeft: String(outcome.limitLeft),
      },
      ...(begun.length > 0 && { isForPasskeys: true, addedBefore: new Date(Math.min(...begun)) }),
    },
  );
}

const callByKind: Readonly<Record<LeavingPayment['kind'], string>> = {
  send: 'send-tokens',
  unshield: 'unshield',
  'internal-transfer': 'internal-transfer',
};

function isOfHold(reason: PaymentReason): boolean {
  return reason === 'reset-hold' || reason === 'new-device';
}

function refusalOf(
  refused: { readonly code: HoldRefusal | 'account-frozen'; readonly until?: Date },
  { clock }: Pick<PaymentGatePorts, 'clock'>,
): Refusal {
  const { code, until } = refused;
  if (until === undefined) return refuse(code);
  const retryAfter = Math.ceil((until.getTime() - clock.now().getTime()) / 1_000);
  return refuse(code, { retryAfter: Math.max(1, retryAfter) });
}
