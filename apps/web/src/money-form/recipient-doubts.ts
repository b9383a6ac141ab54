import type { PrivateAddress, PublicAddress } from '#domain/address/address';
import { lookAlike } from '#domain/address/look-alike';
import { isSameAddress } from '#domain/address/parse-public-address';
import type { SavedContact } from '#wire/wallet/saved-contact';
import type { PaidRecipient } from '../contacts/api/paid-recipients.ts';
import {
  addressOfKind,
  type ChosenRecipient,
  kindOfAddress,
} from '../contacts/chosen-recipient.ts';
import { contactOf } from '../contacts/contact-of.ts';
import type { RecipientFacts } from './api/recipient-facts.ts';

/** An address that someone had before, or that Kax finds for them now. */
export type AddressDifference =
  /** The contact was changed, and the new address was never paid. `at` is ISO 8601. */
  | { readonly kind: 'changed'; readonly at: string; readonly other: string }
  /** Kax finds another address by the email or phone than the contact has. */
  | { readonly kind: 'found-other'; readonly by: string; readonly other: string };

/** What a user should know of an address before paying it. */
export interface RecipientDoubts {
  readonly address: string;
  /** Whose address it is; null for one that belongs to no contact and was not found by email or phone. */
  readonly name: string | null;
  readonly isContract: boolean;
  readonly isFirstTime: boolean;
  /** A known address whose ends look the same, and the contact that has it; a paid one has none. */
  readonly lookAlike: { readonly address: string; readonly name: string | null } | null;
  readonly difference: AddressDifference | null;
  /** It is not known whether the address was paid before. */
  readonly isUnread: boolean;
}

/** What is known when a payment is reviewed. */
interface Known {
  readonly address: string;
  readonly chosen: ChosenRecipient | null;
  /** What the server knows of a public address; null for a private one, and when it could not be read. */
  readonly facts: RecipientFacts | null;
  readonly contacts: readonly SavedContact[];
  /** Null when it could not be read. */
  readonly paid: readonly PaidRecipient[] | null;
  /** Whom the email or phone of this recipient finds now; null when no one, or not searched. */
  readonly found: Pick<ChosenRecipient, 'publicAddress' | 'privateAddress'> | null;
}

export function recipientDoubts(known: Known): RecipientDoubts {
  const { address, chosen, facts, contacts, paid } = known;
  const kind = kindOfAddress(address);
  const contact = contactOf(contacts, address);
  const isFirstTime =
    facts?.isFirstTime ??
    (paid !== null && !paid.some((one) => isSameAddress(one.address, address)));
  return {
    address,
    name: contact?.name ?? chosen?.name ?? null,
    isContract: facts?.isContract ?? false,
    isFirstTime,
    lookAlike: lookAlikeOf(known),
    difference: differenceOf(known, contact, isFirstTime),
    isUnread: facts === null && (kind === 'public' || paid === null),
  };
}

/** @returns whether Confirm waits until the user has checked the whole address */
export function needsCheck({
  isFirstTime,
  lookAlike: twin,
  difference,
  isUnread,
}: RecipientDoubts): boolean {
  return isFirstTime || twin !== null || difference !== null || isUnread;
}

function lookAlikeOf({ address, facts, contacts, paid }: Known): RecipientDoubts['lookAlike'] {
  const kind = kindOfAddress(address);
  const own = contacts.flatMap((one) => addressOfKind(one, kind) ?? []);
  const before = (paid ?? [])
    .map((one) => one.address)
    .filter((one) => kindOfAddress(one) === kind);
  const twin =
    facts?.lookAlike ??
    lookAlike(
      address as PublicAddress | PrivateAddress,
      [...own, ...before] as (PublicAddress | PrivateAddress)[],
    );
  return twin === null ? null : { address: twin, name: contactOf(contacts, twin)?.name ?? null };
}

function differenceOf(
  { address, chosen, found }: Known,
  contact: SavedContact | null,
  isFirstTime: boolean,
): AddressDifference | null {
  const kind = kindOfAddress(address);
  const now = found === null ? null : addressOfKind(found, kind);
  const by = contact?.emailOrPhone ?? chosen?.emailOrPhone ?? '';
  if (now !== null && !isSameAddress(now, address)) return { kind: 'found-other', by, other: now };
  const change = kind === 'public' ? contact?.publicAddressChange : contact?.privateAddressChange;
  if (!isFirstTime || !change) return null;
  return { kind: 'changed', at: change.at, other: change.previous };
}
