import { padMessage } from '#domain/message/private-message';
import { type PrivateAddressKeys, privateAddressKeys } from '#pool/addresses';
import { type OpenedCiphertext, openAnnotation, openCiphertext } from '#pool/ciphertexts';
import type { NoteCiphertext } from '#pool/hashes';
import { blindedViewingKey, commitmentOf, unshieldCommitmentOf } from '#pool/notes';
import type { CheckedPayment } from './checked-payment.ts';
import type { PrivateCheck } from './checks.ts';
import { noteRoles, type PlannedNote, type PlannedPart, type PlannedUnshield } from './plan.ts';

const SENDER_SHOWN = `0x${'0'.repeat(30)}`;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** A note with its place in the part. */
interface NoteToCheck {
  readonly note: PlannedNote;
  readonly token: string;
  readonly ciphertext: NoteCiphertext;
  readonly commitment: bigint;
}

/** @returns the first check that an output of the part doesn't pass; null when each is for what was confirmed */
export async function checkOutputs(
  part: PlannedPart,
  payment: CheckedPayment,
): Promise<PrivateCheck | null> {
  const { outputs, token, boundParams, publicInputs } = part;
  for (const [place, output] of outputs.entries()) {
    const commitment = publicInputs.commitments[place];
    if (commitment === undefined) return 'outputs';
    if (output.role === 'unshield') {
      const check = checkUnshield(output, { token, commitment }, payment);
      if (check !== null) return check;
      continue;
    }
    const ciphertext = boundParams.commitmentCiphertext[place];
    if (ciphertext === undefined) return 'outputs';
    const check = await checkNote({ note: output, token, ciphertext, commitment }, payment);
    if (check !== null) return check;
  }
  return null;
}

function checkUnshield(
  { value, recipient }: PlannedUnshield,
  { token, commitment }: { readonly token: string; readonly commitment: bigint },
  { confirmation, unshieldsTo }: CheckedPayment,
): PrivateCheck | null {
  if (unshieldsTo === null) return 'outputs';
  if (!isSame(token, confirmation.token)) return 'token';
  if (recipient !== unshieldsTo) return 'recipient';
  return unshieldCommitmentOf({ recipient, token, value }) === commitment ? null : 'commitment';
}

async function checkNote(
  checked: NoteToCheck,
  payment: CheckedPayment,
): Promise<PrivateCheck | null> {
  const { note, token, ciphertext } = checked;
  const check = checkRole(note, token, payment);
  if (check !== null) return check;
  const receiver = receiverOf(note, payment);
  if (receiver === null) return note.role === 'fee' ? 'fee' : 'outputs';
  const opened = await openCiphertext(ciphertext, {
    viewing: payment.keys.viewing,
    blindedKey: ciphertext.blindedReceiverViewingKey,
  });
  if (opened === null) return 'ciphertext';
  return (
    checkOpened(opened, checked, { payment, receiver }) ??
    (isFoundBy(checked, payment, receiver) ? null : 'ciphertext') ??
    (await checkAnnotation(checked, payment)) ??
    (isCommitment(checked, receiver) ? null : 'commitment')
  );
}

/** Whether there may be such a note at all. */
function checkRole(
  { role, senderRandom }: PlannedNote,
  token: string,
  { confirmation }: CheckedPayment,
): PrivateCheck | null {
  const { fee } = confirmation;
  const isShown = senderRandom === SENDER_SHOWN;
  switch (role) {
    case 'payment':
      if (confirmation.kind !== 'transfer') return 'outputs';
      if (!isSame(token, confirmation.token)) return 'token';
      return isShown === confirmation.showSender ? null : 'sender';
    case 'fee':
      if (fee === null) return 'fee';
      if (!isSame(token, fee.token)) return 'token';
      return isShown ? 'sender' : null;
    case 'change':
      // To the owner it doesn't matter, but this is how every wallet does it.
      return isShown ? null : 'sender';
  }
}

/** @returns null when there is no one to be paid */
function receiverOf(
  { role, feeRecipient }: PlannedNote,
  { confirmation, keys, recipientKeys }: CheckedPayment,
): PrivateAddressKeys | null {
  switch (role) {
    case 'payment':
      return recipientKeys;
    case 'fee':
      return feeRecipient === null ? null : privateAddressKeys(feeRecipient, confirmation.chainId);
    case 'change':
      return keys;
  }
}

interface Expected {
  readonly payment: CheckedPayment;
  readonly receiver: PrivateAddressKeys;
}

function checkOpened(
  opened: OpenedCiphertext,
  { note, token }: NoteToCheck,
  { payment, receiver }: Expected,
): PrivateCheck | null {
  const { confirmation, keys } = payment;
  const shown = note.senderRandom === SENDER_SHOWN ? keys.masterPublicKey : 0n;
  if (opened.masterPublicKey !== (receiver.masterPublicKey ^ shown)) {
    return { payment: 'recipient', fee: 'fee', change: 'change' }[note.role] as PrivateCheck;
  }
  if (opened.token !== BigInt(token)) return 'token';
  if (opened.value !== note.value || opened.random !== note.random) return 'ciphertext';
  const memo = note.role === 'payment' && 'memo' in confirmation ? confirmation.memo : null;
  return isMemo(opened.memo, memo) ? null : 'memo';
}

/** Kax fills messages up with blanks, so that their length says little about them. */
function isMemo(written: Uint8Array, confirmed: string | null): boolean {
  if (confirmed === null) return written.length === 0;
  try {
    const text = utf8.decode(written);
    return text === confirmed || text === padMessage(confirmed);
  } catch {
    return false;
  }
}

/** Whether the receiver's wallet, and the sender's later, come to the key that it was encrypted with. */
function isFoundBy(
  { note, ciphertext }: NoteToCheck,
  { keys }: CheckedPayment,
  receiver: PrivateAddressKeys,
): boolean {
  return (
    ciphertext.blindedReceiverViewingKey === blindedViewingKey(receiver.viewingPublicKey, note) &&
    ciphertext.blindedSenderViewingKey === blindedViewingKey(keys.viewingPublicKey, note)
  );
}

async function checkAnnotation(
  { note, ciphertext }: NoteToCheck,
  { keys }: CheckedPayment,
): Promise<PrivateCheck | null> {
  const opened = await openAnnotation(ciphertext, keys.viewing);
  const isRight =
    opened?.outputType === noteRoles.indexOf(note.role) &&
    opened.senderRandom === note.senderRandom;
  return isRight ? null : 'annotation';
}

function isCommitment(
  { note, token, commitment }: NoteToCheck,
  { masterPublicKey }: PrivateAddressKeys,
): boolean {
  const { random, value } = note;
  return commitmentOf({ masterPublicKey, random, token, value }) === commitment;
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
