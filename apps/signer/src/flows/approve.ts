import type { ApprovalRequest, SignerOutcome } from '#signing/messages/protocol';
import { recipientOf } from '#signing/messages/recipient-of';
import { OWN_CHECKS, TEXTS } from '../texts.ts';
import { chooseMethod, methodsOf, openBy } from './open-keys.ts';
import type { FlowParts } from './parts.ts';
import { describePayment, type PaymentDetails } from './payment-details.ts';
import type { Action, Method, Note } from './views.ts';

/** Draws a payment, has it approved, checks the plan of the server against it and signs. */
export async function approve(parts: FlowParts, request: ApprovalRequest): Promise<SignerOutcome> {
  const { owner, confirmation } = request;
  const recipient = recipientOf(request);
  const isOwn = confirmation.kind === 'shield';
  const isPaidBefore = isOwn || (await parts.callWorker('wasPaid', { owner, recipient }));
  const { toChecksum } = parts;
  const knowledge = { isPaidBefore, owner, toChecksum };
  const described = describePayment(confirmation, parts.settings, knowledge);
  if (!described.isKnown) {
    const refusal = { check: described.check, sentence: OWN_CHECKS[described.check] };
    return await showRefusal(parts, refusal, null);
  }
  // The first payment to someone always needs a fresh approval, however recently keys were opened.
  if (!isPaidBefore) await parts.callWorker('lock', {});
  const { details } = described;
  const fit = await parts.callWorker('checkPlan', { request });
  if (fit.outcome === 'refused') return await showRefusal(parts, fit, details);
  return await review(parts, request, details);
}

async function review(
  parts: FlowParts,
  request: ApprovalRequest,
  details: PaymentDetails,
): Promise<SignerOutcome> {
  const { owner, wraps } = request;
  let note: Note | null = null;
  for (;;) {
    const isOpen = await parts.callWorker('isOpen', { owner });
    // A passkey that derives nothing here won't the next time.
    const usable = methodsOf(parts, wraps).filter(
      (method) => note !== 'no-secret' || method !== 'passkey',
    );
    const next: Method | 'sign' = isOpen ? 'sign' : (usable[0] ?? 'words');
    const action: Action | undefined = await Promise.race([
      parts.screen.show({ view: 'review', details, note, next }),
      parts.wait(Math.max(0, request.expiresAt - parts.now())),
    ]);
    if (action?.action === 'back') return { outcome: 'cancelled' };
    if (action?.action === 'window') return toWindow(parts);
    // Either the time came first, or the clock says so: timers are late while a computer sleeps.
    if (!action || isPast(parts, request)) return await showExpiry(parts, details);
    const method: Method | 'sign' | 'back' =
      action.action === 'other' ? await chooseMethod(parts, { wraps, details }) : next;
    if (method === 'back') continue;
    const opening = { owner, wraps, use: 'spend', details } as const;
    const attempt: 'open' | 'back' | Note =
      method === 'sign' ? 'open' : await openBy(method, parts, opening);
    if (attempt !== 'open') {
      note = attempt === 'back' ? null : attempt;
      continue;
    }
    const end = await sign(parts, request, details);
    if (method === 'words') await parts.callWorker('lock', {});
    if (end !== 'closed') return end;
  }
}

async function sign(
  parts: FlowParts,
  request: ApprovalRequest,
  details: PaymentDetails,
): Promise<SignerOutcome | 'closed'> {
  const signing = await parts.callWorker('sign', { request });
  if (signing.outcome === 'closed') return 'closed';
  if (signing.outcome === 'refused') return await showRefusal(parts, signing, details);
  if (signing.outcome === 'expired') return await showExpiry(parts, details);
  // What is signed leaves right away; the view only says so.
  void parts.screen.show({ view: 'signed', details });
  return { outcome: 'signed', planId: request.planId, signatures: signing.signatures };
}

/** Where not all of it fits into view, or something that can't be closed covers it. */
function toWindow({ screen }: FlowParts): SignerOutcome {
  void screen.show({ view: 'needs-window' });
  return { outcome: 'needs-window' };
}

function isPast({ now }: FlowParts, { expiresAt }: ApprovalRequest): boolean {
  return now() >= expiresAt;
}

async function showExpiry({ screen }: FlowParts, details: PaymentDetails): Promise<SignerOutcome> {
  const { action } = await screen.show({ view: 'expired', details });
  return { outcome: action === 'go' ? 'expired' : 'cancelled' };
}

async function showRefusal(
  { screen }: FlowParts,
  { check, sentence }: { readonly check: string; readonly sentence: string },
  details: PaymentDetails | null,
): Promise<SignerOutcome> {
  const lead = REFUSAL_LEADS.get(check) ?? TEXTS.refused.lead;
  const { action } = await screen.show({ view: 'refused', details, lead, sentence });
  return { outcome: 'refused', check, isReported: action === 'go' };
}

/** What is said first where the server didn't propose something else than what was confirmed. */
const REFUSAL_LEADS: ReadonlyMap<string, string> = new Map([
  ['would-pay-twice', TEXTS.refused.repeats],
  ['order-over', TEXTS.refused.repeats],
  ['unknown-network', TEXTS.refused.unknown],
  ['unknown-token', TEXTS.refused.unknown],
]);
