import type { PrivateAddress, PublicAddress } from '#domain/address/address';
import { parsePrivateAddress } from '#domain/address/parse-private-address';
import { checkRecipient } from '#domain/address/parse-public-address';
import type { ContactContent } from '#domain/contact/contact';
import type { BodyOf } from '#wire/contract';
import type { addContact } from '#wire/wallet/add-contact';
import {
  normalizeEmail,
  normalizePhone,
  normalizeUserName,
} from '../../../application/account-name.ts';
import { type CallSession, type Refusal, refuse } from '../../../application/call.ts';
import { visibleName } from '../../../application/visible-name.ts';
import { codeByRecipientProblem, contractsOf } from '../payments/parse-payment.ts';
import type { PoolRules } from '../shielded/parse-pool-request.ts';

type Parsed<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: Refusal };

const NOTE_CHARACTERS = 140;

/** @returns what a user entered about a contact, normalized, or the refusal of its first error */
export function parseContact(
  rules: PoolRules,
  body: BodyOf<typeof addContact>,
  session: Pick<CallSession, 'publicAddress' | 'privateAddress'>,
): Parsed<ContactContent> {
  const name = normalizeUserName(body.name);
  if (name === null) return { ok: false, refusal: refuse('contact-name-not-valid') };
  const note = unlessBlank(body.note, parseNote);
  if (!note.ok) return note;
  const emailOrPhone = unlessBlank(body.emailOrPhone, parseEmailOrPhone);
  if (!emailOrPhone.ok) return emailOrPhone;
  const publicAddress = unlessBlank(body.publicAddress, (text) =>
    parsePublic(rules, text, session),
  );
  if (!publicAddress.ok) return publicAddress;
  const privateAddress = unlessBlank(body.privateAddress, (text) =>
    parsePrivate(rules, text, session),
  );
  if (!privateAddress.ok) return privateAddress;
  const reachable = [emailOrPhone.value, publicAddress.value, privateAddress.value];
  if (reachable.every((each) => each === null)) {
    return { ok: false, refusal: refuse('contact-empty') };
  }
  return accepted({
    ...{ name, note: note.value, emailOrPhone: emailOrPhone.value },
    ...{ publicAddress: publicAddress.value, privateAddress: privateAddress.value },
    isOnKax: body.isOnKax && reachable.every((each) => each !== null),
  });
}

/** @returns null for what is left out or has only blanks */
function unlessBlank<Value>(
  text: string | null,
  parse: (text: string) => Parsed<Value>,
): Parsed<Value | null> {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? accepted(null) : parse(trimmed);
}

function parseNote(text: string): Parsed<string> {
  const note = visibleName(text, NOTE_CHARACTERS);
  if (note !== null) return accepted(note);
  const sentence = `Enter a note using up to ${NOTE_CHARACTERS} visible characters, on one line.`;
  return { ok: false, refusal: refuse('bad-request', { sentence }) };
}

function parseEmailOrPhone(text: string): Parsed<string> {
  const isEmail = text.includes('@');
  const normalized = isEmail ? normalizeEmail(text) : normalizePhone(text);
  if (normalized !== null) return accepted(normalized);
  return { ok: false, refusal: refuse(isEmail ? 'email-not-valid' : 'phone-not-valid') };
}

function parsePublic(
  rules: PoolRules,
  text: string,
  { publicAddress: sender }: Pick<CallSession, 'publicAddress'>,
): Parsed<PublicAddress> {
  const recipient = checkRecipient(text, {
    ...{ sender, toChecksum: rules.toChecksumAddress },
    tokenAddresses: rules.networks.flatMap(contractsOf),
  });
  if (recipient.ok) return accepted(recipient.address);
  return { ok: false, refusal: refuse(codeByRecipientProblem[recipient.problem]) };
}

/** An address for one network is accepted when that network has a pool. */
function parsePrivate(
  { poolChainIds }: Pick<PoolRules, 'poolChainIds'>,
  text: string,
  { privateAddress: own }: Pick<CallSession, 'privateAddress'>,
): Parsed<PrivateAddress> {
  const parsed = poolChainIds.map((chainId) => parsePrivateAddress(text, chainId));
  const payable = parsed.find((each) => each.ok);
  if (payable === undefined) {
    const isForeign = parsed.some((each) => !each.ok && each.problem === 'other-network');
    const code = isForeign ? 'recipient-other-network' : 'recipient-not-private';
    return { ok: false, refusal: refuse(code) };
  }
  if (payable.address === own) return { ok: false, refusal: refuse('recipient-is-sender') };
  return accepted(payable.address);
}

function accepted<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}
