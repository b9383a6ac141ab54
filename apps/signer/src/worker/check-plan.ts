import { viewingKeysOf, type WalletKeys } from '#pool/keys';
import type { ApprovalRequest } from '#signing/messages/protocol';
import { UnreadableMessage } from '#signing/messages/read-fields';
import { checkPrivatePlan } from '#signing/private/check-plan';
import { privateCheckSentences } from '#signing/private/checks';
import { readPrivatePlan } from '#signing/private/plan-json';
import { privateOrder } from '#signing/private/plan-order';
import { signPrivatePlan } from '#signing/private/sign-plan';
import { checkSendPlan } from '#signing/public/check-send-plan';
import { checkShieldPlan } from '#signing/public/check-shield-plan';
import { transactionSignature } from '#signing/public/eip1559';
import { type PublicPlan, transactionsOf } from '#signing/public/plan';
import { PLAN_CHECK_SENTENCES } from '#signing/public/plan-check';
import { publicOrder } from '#signing/public/plan-parts';
import { readPublicPlan } from '#signing/public/read-plan';
import type { CheckedOrder } from '#signing/signature-log';
import type { SignerSettings } from '../settings.ts';
import { OWN_CHECKS } from '../texts.ts';
import type { Refusal } from './calls.ts';

/** A plan that does what was confirmed. */
export interface CheckedPlan {
  readonly outcome: 'fits';
  readonly order: CheckedOrder;
  /** @returns each signature as 0x and hex, in the order of the plan; the same bytes each time */
  readonly sign: () => readonly string[];
}

/** Compares the plan of a public payment with what was confirmed. It needs no key. */
export function checkPublic(
  request: ApprovalRequest,
): { outcome: 'fits'; plan: PublicPlan } | Refusal {
  const { confirmation, owner } = request;
  if (confirmation.kind !== 'send') throw new Error('This payment is a private one.');
  const read = readPlan(request.plan);
  if (read.outcome === 'refused') return read;
  const checked = checkSendPlan(read.plan, confirmation, owner.address);
  if (checked.ok) return { outcome: 'fits', plan: read.plan };
  const sentence = PLAN_CHECK_SENTENCES[checked.check];
  return { outcome: 'refused', check: checked.check, sentence };
}

function readPlan(plan: unknown): { outcome: 'fits'; plan: PublicPlan } | Refusal {
  try {
    return { outcome: 'fits', plan: readPublicPlan(plan) };
  } catch (error) {
    if (error instanceof UnreadableMessage) return unreadable();
    throw error;
  }
}

/** Compares any plan with what was confirmed, and prepares its signatures. */
export async function checkPlan(
  request: ApprovalRequest,
  keys: WalletKeys,
  settings: SignerSettings,
): Promise<CheckedPlan | Refusal> {
  const { confirmation, orderId } = request;
  if (confirmation.kind !== 'send' && confirmation.kind !== 'shield') {
    return await checkPrivate(request, keys, settings);
  }
  const checked =
    confirmation.kind === 'send'
      ? checkPublic(request)
      : await checkShield(request, keys, settings);
  if (checked.outcome === 'refused') return checked;
  const { plan } = checked;
  return {
    outcome: 'fits',
    order: publicOrder(orderId, plan, confirmation.amount),
    sign: () => transactionsOf(plan).map((each) => transactionSignature(keys.account, each)),
  };
}

/** Opens the note that a shield would make, as its owner will. */
async function checkShield(
  { confirmation, owner, plan: given }: ApprovalRequest,
  keys: WalletKeys,
  { networks }: SignerSettings,
): Promise<{ outcome: 'fits'; plan: PublicPlan } | Refusal> {
  if (confirmation.kind !== 'shield') throw new Error('This payment is no shield.');
  const read = readPlan(given);
  if (read.outcome === 'refused') return read;
  const pool = networks.find(({ chainId }) => chainId === confirmation.chainId)?.pool;
  if (!pool) return refuse('unknown-network', OWN_CHECKS['unknown-network']);
  const { contract, relayAdapt, wrappedNative } = pool;
  const { viewing, masterPublicKey } = viewingKeysOf(keys);
  const checked = await checkShieldPlan(read.plan, confirmation, {
    ...{ account: owner.address, viewing, masterPublicKey },
    contracts: { pool: contract, relayAdapt, wrappedNative },
  });
  if (checked.ok) return read;
  return refuse(checked.check, PLAN_CHECK_SENTENCES[checked.check]);
}

async function checkPrivate(
  { confirmation, orderId, plan: given }: ApprovalRequest,
  keys: WalletKeys,
  { networks }: SignerSettings,
): Promise<CheckedPlan | Refusal> {
  if (confirmation.kind === 'send' || confirmation.kind === 'shield') {
    throw new Error('This payment is a public one.');
  }
  const plan = readPrivatePlan(given);
  if (plan === null) return unreadable();
  const pool = networks.find(({ chainId }) => chainId === confirmation.chainId)?.pool;
  if (!pool) return refuse('unknown-network', OWN_CHECKS['unknown-network']);
  const trusted = { keys: viewingKeysOf(keys), contracts: pool };
  const checked = await checkPrivatePlan(plan, confirmation, trusted);
  if (!checked.ok) return refuse(checked.check, privateCheckSentences[checked.check]);
  return {
    outcome: 'fits',
    order: privateOrder(orderId, plan, confirmation.amount),
    sign: () => signPrivatePlan(checked.plan, keys.spending),
  };
}

function unreadable(): Refusal {
  return refuse('unreadable-plan', OWN_CHECKS['unreadable-plan']);
}

function refuse(check: string, sentence: string): Refusal {
  return { outcome: 'refused', check, sentence };
}
