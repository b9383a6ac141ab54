import { type PrivateAddressKeys, privateAddressKeys } from '#pool/addresses';
import { blindedViewingKey, commitmentOf } from '#pool/notes';
import type { Receipt } from '#wire/wallet/receipt';
import type { ChainRecord } from './chain-record.ts';
import { NO_EVIDENCE, type PaymentEvidence } from './payment-evidence.ts';
import { type RecordedNote, recordedNotes } from './pool-events.ts';

type OpenedNote = Extract<Receipt['proof'], { kind: 'private-transfer' }>['notes'][number];

/** A receipt's payment with everything that has to be computed only once. */
interface PrivateClaim {
  readonly receipt: Receipt;
  readonly notes: readonly OpenedNote[];
  readonly token: string;
  readonly to: PrivateAddressKeys;
  /** Null when the receipt doesn't name the sender. */
  readonly from: PrivateAddressKeys | null;
}

/**
 * What a record shows of a payment within the pool, once its notes are opened. The pool recorded each note's hash, and
 * the viewing keys of both sides, blinded with the randoms that the receipt has. Whoever makes a payment can choose which
 * viewing key is recorded as the sender's, a recipient who pays themselves too: so only the sender's own signature
 * proves who paid.
 */
export function privatePayment(
  receipt: Receipt,
  record: ChainRecord,
  isSigned: boolean,
): PaymentEvidence {
  const claim = readClaim(receipt);
  if (claim === null) return NO_EVIDENCE;
  const found = [...recordedNotes(record.logs)].map(([pool, recorded]) =>
    evidenceOf(claim, { pool, recorded, isSigned }),
  );
  return found.find(({ showsRecipient }) => showsRecipient) ?? found[0] ?? NO_EVIDENCE;
}

/** @returns null when an address, or what the issuer has to know, is missing */
function readClaim(receipt: Receipt): PrivateClaim | null {
  const { chainId, proof, issuer } = receipt;
  const token = receipt.token.address?.toLowerCase();
  const to = privateAddressKeys(receipt.to, chainId);
  const from = receipt.from === null ? null : privateAddressKeys(receipt.from, chainId);
  if (proof.kind !== 'private-transfer' || token === undefined || to === null) return null;
  if (from === null && (receipt.from !== null || issuer === 'sender')) return null;
  return { receipt, notes: proof.notes, token, to, from };
}

interface Recorded {
  readonly pool: string;
  readonly recorded: readonly RecordedNote[];
  readonly isSigned: boolean;
}

function evidenceOf(claim: PrivateClaim, { pool, recorded, isSigned }: Recorded): PaymentEvidence {
  const { receipt, notes, from } = claim;
  const pairs = notes.map((note) => ({ note, at: findRecorded(recorded, note) }));
  const isOpened = pairs.every(({ note, at }) => at !== undefined && isContent(claim, note, at));
  const total = notes.reduce((sum, { value }) => sum + BigInt(value), 0n);
  const isSentBy =
    isOpened && pairs.every(({ note, at }) => at !== undefined && isSender(claim, note, at));
  const senderShown = receipt.issuer === 'sender' && isSigned ? 'proven' : 'stated';
  return {
    showsToken: isOpened,
    showsAmount: isOpened && areDistinct(notes) && total === BigInt(receipt.amount),
    showsRecipient:
      isOpened && pairs.every(({ note, at }) => at !== undefined && isRecipient(claim, note, at)),
    sender: from === null ? 'absent' : isSentBy ? senderShown : 'wrong',
    pool,
  };
}

function findRecorded(recorded: readonly RecordedNote[], { tree, position }: OpenedNote) {
  return recorded.find((note) => note.tree === tree && note.position === position);
}

function areDistinct(notes: readonly OpenedNote[]): boolean {
  return new Set(notes.map(({ tree, position }) => `${tree}-${position}`)).size === notes.length;
}

function isContent({ to, token }: PrivateClaim, note: OpenedNote, at: RecordedNote): boolean {
  const content = {
    masterPublicKey: to.masterPublicKey,
    random: note.random,
    token,
    value: BigInt(note.value),
  };
  return commitmentOf(content) === at.commitment;
}

/** Whose sender is hidden from them, a recipient can't compute the blinded keys: the note's hash has their other key. */
function isRecipient(
  { receipt, to }: PrivateClaim,
  { random, senderRandom }: OpenedNote,
  at: RecordedNote,
): boolean {
  if (senderRandom === null) return receipt.issuer === 'recipient';
  const blinded = blindedViewingKey(to.viewingPublicKey, { random, senderRandom });
  return blinded === at.blindedReceiverViewingKey;
}

function isSender(
  { from }: PrivateClaim,
  { random, senderRandom }: OpenedNote,
  at: RecordedNote,
): boolean {
  if (from === null || senderRandom === null) return false;
  const blinded = blindedViewingKey(from.viewingPublicKey, { random, senderRandom });
  return blinded === at.blindedSenderViewingKey;
}
