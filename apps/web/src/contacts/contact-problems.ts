import type { PublicAddress } from '#domain/address/address';
import { checkRecipient, isSameAddress } from '#domain/address/parse-public-address';
import { t, translated } from '#language/t';
import { recipientSentenceByCode } from '#wire/recipient-sentences';
import type { SavedContact } from '#wire/wallet/saved-contact';
import type { ApiError } from '../lib/api-result.ts';
import { ADDRESS_FIELDS, type AddressField, type ContactField } from './contact-draft.ts';
import { contactOf } from './contact-of.ts';

/** What is wrong with a field, as a sentence. */
export type ContactProblems = Readonly<Partial<Record<ContactField, string>>>;

interface Known {
  /** The one that is being changed. */
  readonly contact: SavedContact | null;
  readonly contacts: readonly SavedContact[];
  readonly own: readonly string[];
}

/** Checks what can be known without the server, which has the last word. */
export function problemsOf(
  fields: Readonly<Record<ContactField, string>>,
  known: Known,
): ContactProblems {
  const name = fields.name.trim() === '' ? { name: t('Enter a name.') } : {};
  const reachable = ['emailOrPhone', ...ADDRESS_FIELDS] as const;
  const isEmpty = reachable.every((field) => fields[field].trim() === '');
  const addresses = ADDRESS_FIELDS.map((field) => [
    field,
    problemOf(field, fields[field].trim(), known),
  ]);
  return {
    ...name,
    ...(isEmpty ? { emailOrPhone: t('Add an email, a phone number or an address.') } : {}),
    ...Object.fromEntries(addresses.filter(([, problem]) => problem !== null)),
  };
}

function problemOf(field: AddressField, address: string, known: Known): string | null {
  if (address === '') return null;
  if (known.own.some((each) => isSameAddress(each, address))) {
    return translated(recipientSentenceByCode['recipient-is-sender']);
  }
  const other = contactOf(known.contacts, address);
  if (other !== null && other.id !== known.contact?.id)
    return t('{name} has this address.', { name: other.name });
  return field === 'publicAddress' ? publicProblem(address) : privateProblem(address);
}

function publicProblem(address: string): string | null {
  const checked = checkRecipient(address.toLowerCase(), {
    sender: null,
    tokenAddresses: [],
    // The client has no keccak-256, so the server checks the checksum.
    toChecksum: (lowerCase) => lowerCase as PublicAddress,
  });
  if (checked.ok) return null;
  return checked.problem === 'is-private'
    ? t('This is a private address. Enter it in the field below.')
    : translated(recipientSentenceByCode[`recipient-${checked.problem}`]);
}

function privateProblem(address: string): string | null {
  if (/^0zk1[0-9a-z]{8,}$/i.test(address)) return null;
  return /^0x/i.test(address)
    ? t('This is a public address. Enter it in the field above.')
    : t('This isn’t a private address. A private address starts with 0zk.');
}

/** @returns the field that a refusal is about; null when it is about the whole contact */
export function fieldOf(
  { code }: Pick<ApiError, 'code'>,
  fields: Readonly<Record<ContactField, string>>,
): ContactField | null {
  switch (code) {
    case 'contact-name-not-valid':
      return 'name';
    case 'contact-empty':
    case 'email-not-valid':
    case 'phone-not-valid':
      return 'emailOrPhone';
    case 'recipient-not-private':
    case 'recipient-other-network':
      return 'privateAddress';
    case 'recipient-not-valid':
    case 'recipient-checksum':
    case 'recipient-is-zero':
    case 'recipient-is-token':
    case 'recipient-is-private':
      return 'publicAddress';
    case 'contact-exists':
    case 'recipient-is-sender':
      return onlyAddressIn(fields);
    default:
      return null;
  }
}

/** The server doesn't say which address it means, so a refusal names one only when there is one. */
function onlyAddressIn(fields: Readonly<Record<ContactField, string>>): AddressField | null {
  const entered = ADDRESS_FIELDS.filter((field) => fields[field].trim() !== '');
  return entered.length === 1 ? (entered[0] ?? null) : null;
}
