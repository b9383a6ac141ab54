import type { PublicAddress } from '#domain/address/address';
import type { PublicClaimTerms } from '#domain/claim/claim';
import { parseOwnNote } from '#domain/note/own-note';
import type { Operation } from '#domain/operation/operation';
import type { makeClaim } from '#wire/wallet/make-claim';
import type { PaymentGate } from '../../application/admit-payment.ts';
import { type Call, type Handler, type Refusal, refuse } from '../../application/call.ts';
import { refuseSubmission } from '../../application/refuse-submission.ts';
import { vaultSigner } from '../../operations/sign-plan.ts';
import type { Preparation, Submission, SubmitPorts } from '../../operations/submission.ts';
import { createSubmitOperation } from '../../operations/submit-operation.ts';
import type { ClaimMessages } from '../../ports/claim-messages.ts';
import type { Claims, OwnClaim } from '../../ports/claims.ts';
import type { KeyVault } from '../../ports/key-vault.ts';
import type { PublicChain } from '../../ports/public-chain.ts';
import type { Randomness } from '../../ports/randomness.ts';
import { type ClaimViewPorts, ownClaimView } from './claims/claim-view.ts';
import {
  checkMadeWallet,
  type FreeWalletPorts,
  findFreeWallet,
  isAfterFailover,
} from './claims/free-wallet.ts';
import type { MakePrivateClaim, PrivateClaimCall } from './claims/make-private-claim.ts';
import { findMadeUnder, listOwnClaims, type OwnClaimsPorts } from './claims/own-claims.ts';
import {
  isWanted,
  type ParseClaimPorts,
  parseClaim,
  type WantedClaim,
} from './claims/parse-claim.ts';
import {
  type FundingPlace,
  type FundingPreparation,
  prepareFunding,
} from './claims/prepare-funding.ts';
import { type ClaimToStore, type StoreClaimPorts, storeClaim } from './claims/store-claim.ts';
import type { KeepOwnNote } from './notes/keep-own-note.ts';
import { isNothingStored } from './payments/nothing-stored.ts';
import { operationView } from './payments/operation-view.ts';
import { soughtPayment } from './payments/sought-payment.ts';

export interface MakeClaimPorts
  extends ParseClaimPorts,
    SubmitPorts,
    FreeWalletPorts,
    StoreClaimPorts,
    OwnClaimsPorts,
    ClaimViewPorts {
  readonly vault: Pick<KeyVault, 'withPublicSigner' | 'withClaimWallet' | 'withOwnSeals'>;
  readonly gate: Pick<PaymentGate, 'admit'>;
  readonly randomness: Pick<Randomness, 'uuid' | 'bytes'>;
  readonly operations: SubmitPorts['operations'];
  readonly claims: Pick<Claims, 'nextNumber' | 'make' | 'findMade' | 'list'>;
  readonly claimMessages: Pick<ClaimMessages, 'announce'>;
  readonly makePrivateClaim: MakePrivateClaim;
  readonly keepOwnNote: KeepOwnNote;
  /** By chain id. */
  readonly chains: ReadonlyMap<number, PublicChain>;
  readonly report: SubmitPorts['report'];
}

type MakeCall = Pick<Call<typeof makeClaim>, 'session' | 'client' | 'idempotencyKey'>;

/** What a request has done so far, all of which is undone where nothing is stored in the end. */
interface Progress {
  terms: PublicClaimTerms | null;
  readonly undo: (() => Promise<void>)[];
  /** The numbers of wallets that other claims have. */
  readonly taken: Set<number>;
}

/**
 * Sets an amount aside in a wallet of its own, for whoever can read an email or a phone. The claim is stored before the
 * operation that pays for it, so that a repeat under the same key finds its wallet again; without that operation it
 * counts as none.
 */
export function createMakeClaim(ports: MakeClaimPorts): Handler<typeof makeClaim> {
  const submit = createSubmitOperation<Refusal>(ports);
  return async ({ body, session, idempotencyKey, client }) => {
    // Its wallet would be derived from the seed.
    if (session.custody === 'only-me') return refuse('signature-needed');
    const wanted = await parseClaim(ports, body, session.userId);
    if ('refused' in wanted) return wanted;
    const ownNote = parseOwnNote(body.ownNote ?? '');
    if (!ownNote.ok) return refuse('note-not-valid');
    const fingerprint = await fingerprintOf(ports, session, wanted);
    if (fingerprint === null) return refuse('unauthorized');
    const call = { session, client, idempotencyKey };
    const request = { wanted, ...call, fingerprint };
    const operation =
      wanted.balance === 'private'
        ? await ports.makePrivateClaim(request)
        : await makePublic(ports, submit, request);
    if ('refused' in operation) return operation;
    await ports.keepOwnNote(session, { operationId: operation.id, text: ownNote.text });
    return respond(ports, session, operation);
  };
}

async function makePublic(
  ports: MakeClaimPorts,
  submit: ReturnType<typeof createSubmitOperation<Refusal>>,
  { wanted, fingerprint, ...call }: PrivateClaimCall,
): Promise<Operation | Refusal> {
  const { session, idempotencyKey } = call;
  const progress: Progress = { terms: null, undo: [], taken: new Set() };
  const outcome = await submit(
    {
      ...{ userId: session.userId, idempotencyKey, fingerprint },
      withSigner: vaultSigner(ports, session),
      publishedBy: 'request',
      ...soughtFunding(ports, wanted, { call, progress }),
    },
    () => prepare(ports, wanted, { call, progress }),
  );
  if (isNothingStored(outcome)) await undo(progress);
  return 'operation' in outcome ? outcome.operation : refuseSubmission(outcome);
}

/** Tagged with a key of the user's own: no one else learns from it whom they pay, or compares it with another. */
async function fingerprintOf(
  { vault }: MakeClaimPorts,
  session: MakeCall['session'],
  { balance, token, units, recipient, message }: WantedClaim,
): Promise<string | null> {
  const text = JSON.stringify([recipient.channel, recipient.value, message]);
  const tagged = await vault.withOwnSeals(session, 'claims', async (seals) =>
    Buffer.from(seals.tag(text)).toString('hex'),
  );
  const kind = balance === 'private' ? 'claim private' : 'claim';
  return tagged.ok ? `${kind} ${token.id} ${units} ${tagged.value}` : null;
}

interface Making {
  readonly call: MakeCall;
  readonly progress: Progress;
}

async function undo(progress: Progress): Promise<void> {
  for (const each of progress.undo.splice(0)) await each();
}

/** The wallet that is paid is known only once it was looked for. */
function soughtFunding(
  ports: MakeClaimPorts,
  wanted: WantedClaim,
  { call: { session }, progress }: Making,
): Pick<Submission, 'account' | 'sought'> {
  const sender = session.publicAddress as PublicAddress;
  const { chainId } = wanted.network;
  return {
    account: { chainId, account: sender, userId: session.userId },
    async sought() {
      if (progress.terms === null) return null;
      const recipient = progress.terms.address;
      const payment = { ...wanted, amount: wanted.units, sender, recipient };
      return (await soughtPayment(ports, payment, session.userId).sought?.()) ?? null;
    },
  };
}

/** Another request of the user's may take the number meanwhile. */
const MOST_ATTEMPTS = 3;

async function prepare(
  ports: MakeClaimPorts,
  wanted: WantedClaim,
  making: Making,
): Promise<Preparation<Refusal>> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const preparation = await prepareOnce(ports, wanted, making);
    if (preparation !== 'taken') return preparation;
  }
  await undo(making.progress);
  return { ok: false, refusal: refuse('operation-in-progress') };
}

async function prepareOnce(
  ports: MakeClaimPorts,
  wanted: WantedClaim,
  making: Making,
): Promise<Preparation<Refusal> | 'taken'> {
  const { session, idempotencyKey } = making.call;
  const found = await findMadeUnder(ports, session, idempotencyKey);
  if (!found.ok) return { ok: false, refusal: refuse('unauthorized') };
  const made = found.value?.terms ?? null;
  if (made !== null) {
    if (made.balance === 'private' || !isRepeated(made, wanted, ports.clock.now())) {
      return { ok: false, refusal: refuse('idempotency-key-reused') };
    }
    making.progress.terms = made;
    return prepareMade(ports, wanted, { making, made });
  }
  const wallet = await findFreeWallet(ports, { ...wanted, taken: making.progress.taken }, session);
  if (!wallet.ok) return { ok: false, refusal: refuseWallet(wallet.reason) };
  const { number, address, setAside } = wallet.value;
  const stored = { balance: 'public' as const, number, address };
  const toStore = { wanted, session, wallet: stored, fundingKey: idempotencyKey };
  // It was paid already: it is stored whatever may be refused now, so that it finds its payment.
  const early = setAside === null ? null : await store(ports, { ...toStore, setAside }, making);
  if (early === 'taken') return early;
  if (early !== null) return { ok: false, refusal: early };
  const funding = await prepareAdmitted(ports, wanted, { making, place: { address, setAside } });
  if (!funding.ok || setAside !== null) return funding;
  const unstored = await store(ports, { ...toStore, setAside: funding.setAside }, making);
  if (unstored === 'taken') return unstored;
  return unstored === null ? funding : { ok: false, refusal: unstored };
}

/** It was stored by an earlier try. */
async function prepareMade(
  ports: MakeClaimPorts,
  wanted: WantedClaim,
  { making, made }: { readonly making: Making; readonly made: PublicClaimTerms },
): Promise<FundingPreparation> {
  const whose = await checkMadeWallet(ports, { ...wanted, ...made }, making.call.session);
  if (whose === 'reconciling') return { ok: false, refusal: refuseWallet(whose) };
  if (whose === 'another') return { ok: false, refusal: refuse('idempotency-key-reused') };
  return prepareAdmitted(ports, wanted, { making, place: made });
}

function refuseWallet(reason: 'locked' | 'reconciling'): Refusal {
  return refuseSubmission(reason === 'locked' ? { kind: 'locked' } : { kind: reason, found: null });
}

async function prepareAdmitted(
  ports: MakeClaimPorts,
  wanted: WantedClaim,
  { making, place }: { readonly making: Making; readonly place: Omit<FundingPlace, 'sender'> },
): Promise<FundingPreparation> {
  const sender = making.call.session.publicAddress as PublicAddress;
  const funding = await prepareFunding(ports, wanted, { ...place, sender });
  if (!funding.ok) return funding;
  const refusal = await admit(ports, wanted, making);
  return refusal === null ? funding : { ok: false, refusal };
}

/** A key that is used again when what was made under it has expired means something else. */
function isRepeated(made: PublicClaimTerms, wanted: WantedClaim, now: Date): boolean {
  return isWanted(made, wanted) && made.expiresAt > now;
}

/**
 * Whom the user pays is whoever has the email or the phone: someone they paid so before is not new, and an approval
 * names them, not a wallet that no one knows.
 */
async function admit(
  { gate }: MakeClaimPorts,
  { network, token, units, recipient, message }: WantedClaim,
  { call, progress }: Making,
): Promise<Refusal | null> {
  const admission = await gate.admit(call, {
    ...{ kind: 'send', chainId: network.chainId, network, token, amount: units },
    ...{ recipient: recipient.value, message },
  });
  if ('refused' in admission) return admission;
  progress.undo.push(admission.giveBack);
  return null;
}

/** @returns null when it is stored */
async function store(
  ports: MakeClaimPorts,
  toStore: ClaimToStore,
  { progress }: Making,
): Promise<Refusal | 'taken' | null> {
  if (await isAfterFailover(ports, toStore.wanted, toStore.session)) {
    await undo(progress);
    return refuseWallet('reconciling');
  }
  const stored = await storeClaim(ports, toStore);
  if (stored === 'taken') {
    progress.taken.add(toStore.wallet.number);
    return stored;
  }
  if ('refused' in stored) {
    await undo(progress);
    return stored;
  }
  progress.terms = stored.terms.balance === 'public' ? stored.terms : null;
  progress.undo.push(stored.giveBack);
  return null;
}

async function respond(
  ports: MakeClaimPorts,
  session: MakeCall['session'],
  operation: Operation,
): ReturnType<Handler<typeof makeClaim>> {
  const made = await findFunded(ports, session, operation);
  if ('refused' in made) return made;
  if (made.notifiedAt === null) await ports.claimMessages.announce(made);
  const claim = await findFunded(ports, session, operation);
  if ('refused' in claim) return claim;
  const view = ownClaimView(ports, claim);
  if (view === null) return refuse('unknown-token');
  const observed = { operation, heads: null, progress: null };
  return { data: view, operation: operationView(observed, ports.networks) };
}

async function findFunded(
  ports: MakeClaimPorts,
  session: MakeCall['session'],
  { id }: Pick<Operation, 'id'>,
): Promise<OwnClaim | Refusal> {
  const listed = await listOwnClaims(ports, session);
  if (!listed.ok) return refuse('unauthorized');
  return listed.value.find(({ funding }) => funding.operationId === id) ?? refuse('unknown-token');
}
