import type { PrivateClaimTerms } from '#domain/claim/claim';
import { parseOwnNote } from '#domain/note/own-note';
import type { Operation } from '#domain/operation/operation';
import { parseRequestCode } from '#domain/payment-request/payment-request';
import type { claimPayment } from '#wire/wallet/claim-payment';
import { type CallSession, type Handler, type Refusal, refuse } from '../../application/call.ts';
import { signPlan, type WithSigner } from '../../operations/sign-plan.ts';
import type { Accounts } from '../../ports/accounts.ts';
import type { Claims, OpenedClaim } from '../../ports/claims.ts';
import type { KeyVault } from '../../ports/key-vault.ts';
import type { PriceCache } from './balances/price-cache.ts';
import { foundClaimView } from './claims/claim-view.ts';
import { createEndClaim, type EndClaim, type EndClaimPorts } from './claims/end-claim.ts';
import type { EndPrivateClaim } from './claims/end-private-claim.ts';
import { isOf } from './claims/parse-claim.ts';
import type { KeepOwnNote } from './notes/keep-own-note.ts';
import { operationView } from './payments/operation-view.ts';

export interface ClaimPaymentPorts extends EndClaimPorts {
  readonly vault: Pick<KeyVault, 'claimSigner' | 'claimPrivateAddress'>;
  readonly endPrivateClaim: EndPrivateClaim;
  readonly accounts: Pick<Accounts, 'findById'>;
  readonly claims: Pick<Claims, 'find'>;
  readonly prices: Pick<PriceCache, 'priceOf'>;
  readonly keepOwnNote: KeepOwnNote;
}

interface Claiming {
  readonly code: string;
  readonly claim: OpenedClaim;
  readonly session: CallSession;
  readonly idempotencyKey: string;
}

type ClaimResponse = Awaited<ReturnType<Handler<typeof claimPayment>>>;

/**
 * Moves the money of a link to the caller's own address in the balance that it was paid from. It takes both the code and an account with the email
 * or the phone that the sender named.
 */
export function createClaimPayment(ports: ClaimPaymentPorts): Handler<typeof claimPayment> {
  const endClaim = createEndClaim(ports);
  return async ({ body, session, idempotencyKey }) => {
    const code = parseRequestCode(body.code);
    const claim = code === null ? null : await ports.claims.find(code);
    if (code === null || claim === null) return refuse('unknown-claim');
    try {
      const refusal = await refuseOther(ports, claim, session.userId);
      if (refusal !== null) return refusal;
      return await claimOpened(ports, endClaim, { code, claim, session, idempotencyKey });
    } finally {
      claim.entropy.fill(0);
    }
  };
}

async function refuseOther(
  { accounts }: ClaimPaymentPorts,
  { terms }: OpenedClaim,
  userId: string,
): Promise<Refusal | null> {
  const account = await accounts.findById(userId);
  if (account === null) return refuse('unauthorized');
  return isOf(terms.recipient, account) ? null : refuse('claim-not-yours');
}

async function claimOpened(
  ports: ClaimPaymentPorts,
  endClaim: EndClaim,
  claiming: Claiming,
): Promise<ClaimResponse> {
  const { code, claim, session } = claiming;
  const operation =
    claim.terms.balance === 'public'
      ? await claimPublic(ports, endClaim, claiming)
      : await claimPrivate(ports, claiming, claim.terms);
  if ('refused' in operation) return operation;
  await ports.keepOwnNote(session, { operationId: operation.id, text: noteOf(claim) });
  const now = await ports.claims.find(code);
  now?.entropy.fill(0);
  const view = foundClaimView(ports, now ?? claim);
  if (view === null) return refuse('unknown-claim');
  const observed = { operation, heads: null, progress: null };
  return { data: view, operation: operationView(observed, ports.networks) };
}

async function claimPublic(
  ports: ClaimPaymentPorts,
  endClaim: EndClaim,
  { claim, session, idempotencyKey }: Claiming,
): Promise<Operation | Refusal> {
  const signer = ports.vault.claimSigner(claim.entropy);
  if (signer.address !== claim.terms.address) return refuse('unknown-claim');
  const withSigner: WithSigner = async (work) => ({
    ok: true,
    value: await work((plan) => signPlan(signer, plan)),
  });
  return endClaim({ claim, session, idempotencyKey, withSigner, isReturn: false });
}

async function claimPrivate(
  { vault, endPrivateClaim }: ClaimPaymentPorts,
  { claim, session, idempotencyKey }: Claiming,
  terms: PrivateClaimTerms,
): Promise<Operation | Refusal> {
  const { entropy } = claim;
  if ((await vault.claimPrivateAddress(entropy)) !== terms.address) return refuse('unknown-claim');
  return endPrivateClaim({
    ...{ claim: { ...claim, terms }, session, idempotencyKey, isReturn: false },
    withEntropy: async (work) => ({ ok: true, value: await work(entropy) }),
  });
}

/** Whom the money is from, as the recipient will want to know. */
function noteOf({ terms: { senderName, message } }: OpenedClaim): string {
  const text = message === null ? `From ${senderName}` : `From ${senderName}: ${message}`;
  const note = parseOwnNote(text);
  return note.ok ? note.text : '';
}
