import { t } from '#language/t';
import './money-form.css';
import './recipient-chooser.css';
import { Check, X } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import type { BaseUnits } from '#domain/amount/base-units';
import type { Coin } from '#wire/wallet/coin';
import type { SavedContact } from '#wire/wallet/saved-contact';
import { useContacts } from '../contacts/api/contacts.ts';
import { usePaidRecipients } from '../contacts/api/paid-recipients.ts';
import {
  type AddressKind,
  addressOfKind,
  type ChosenRecipient,
  chosenContact,
} from '../contacts/chosen-recipient.ts';
import { contactOf } from '../contacts/contact-of.ts';
import { type RecipientOption, recipientOptions } from '../contacts/recipient-options.ts';
import { recipientTextKind } from '../contacts/recipient-text.ts';
import { useNavigate } from '../lib/navigation/navigation.tsx';
import { ScanButton } from '../scan/scan-button.tsx';
import { requestPageIn } from '../scan/scanned-request.ts';
import { showToast } from '../state/toast.ts';
import { TextField } from '../ui/field.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { ChosenCard } from './chosen-card.tsx';
import { PasteButton } from './paste-button.tsx';
import {
  choosePayee,
  type Payee,
  payeeAddress,
  payeeText,
  refreshedPayee,
  typePayee,
} from './payee.ts';
import { PAYMENT_LINK, paymentCodeReader } from './payment-code.ts';
import { RecipientListBox } from './recipient-list-box.tsx';
import { SearchNote } from './search-note.tsx';
import { UnreadAddress } from './unread-address.tsx';
import { type UserSearch, useFoundPayee } from './use-found-payee.ts';
import { type RecipientList, useRecipientList } from './use-recipient-list.ts';

/** What is known of the payee's address. */
export type PayeeStatus =
  | { readonly at: 'empty' | 'checking' | 'known' }
  | { readonly at: 'wrong' | 'unread'; readonly problem: string };

export interface RecipientChooserProps {
  /** Of the addresses that the form can pay. */
  kind: AddressKind;
  coin: Coin;
  /** What is entered to be paid; null while there is no amount. */
  units: BaseUnits | null;
  payee: Payee;
  status: PayeeStatus;
  placeholder: string;
  /** The expected input, such as `A public address on Polygon starts with 0x`. */
  hint: string;
  /** Replaces the hint once the address is checked, such as `A public address on Polygon`. */
  known: string;
  /** To the right of the label. */
  aside?: ReactNode;
  /** Focuses the field when it appears, and lists contacts from the start. */
  takesFocus?: boolean | undefined;
  onChange: (payee: Payee) => void;
  /** Pays someone who has only an address of the other kind in another form; left out where there is none. */
  onOtherKind?: ((chosen: ChosenRecipient) => void) | undefined;
  /** Renders the offer to pay whoever has the email or phone by link; left out where there is none. */
  renderLink?: ((isFound: boolean) => ReactNode) | undefined;
}

/** The longest address that the server accepts. */
const MAX_LENGTH = 256;

/** Whom to pay: the name of a contact, an email, a phone or an address. Contacts and recent recipients are listed. */
export function RecipientChooser(props: RecipientChooserProps) {
  const { kind, payee, status, takesFocus = false, onChange } = props;
  const navigate = useNavigate();
  const inputRef = useRef<HTMLInputElement>(null);
  const { list, search, searchNow, choose } = useChoosing(props);
  const openList = useEffectEvent(list.open);
  useEffect(() => {
    if (!takesFocus) return;
    inputRef.current?.focus();
    openList();
  }, [takesFocus]);

  function enter(text: string) {
    const requestPage = requestPageIn(text);
    if (requestPage !== null) {
      navigate(requestPage);
      return;
    }
    onChange(typePayee(readEntered(text, props)));
    list.open();
    inputRef.current?.focus();
  }

  return (
    <>
      <search
        className="recipient-chooser"
        onFocus={(event) => {
          if (event.target === inputRef.current) list.open();
        }}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!takesFocus && !currentTarget.contains(relatedTarget)) list.close();
        }}
      >
        <TextField
          ref={inputRef}
          className={fieldClass(payee)}
          label={t('Recipient address')}
          aside={props.aside}
          placeholder={props.placeholder}
          value={payeeText(payee)}
          error={status.at === 'wrong' ? status.problem : null}
          tone={status.at === 'known' ? 'good' : 'plain'}
          hint={<Hint {...props} />}
          maxLength={MAX_LENGTH}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={list.isOpen}
          aria-controls={list.isOpen ? list.id : undefined}
          aria-activedescendant={list.activeKey ? `${list.id}-${list.activeKey}` : undefined}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="next"
          after={
            <After
              status={status}
              isEmpty={payee.recipient === '' && !payee.chosen}
              onClear={() => enter('')}
            />
          }
          onChange={(event) => enter(event.target.value)}
          onKeyDown={(event) => {
            const isTaken = list.handleKey(event) || (event.key === 'Enter' && searchNow());
            if (!isTaken) return;
            event.preventDefault();
            event.stopPropagation();
          }}
        />
        {payee.chosen === null ? <Tools {...props} onEnter={enter} /> : null}
        <RecipientListBox list={list} kind={kind} onChoose={choose} />
      </search>
      <SearchNote search={search} />
      <Chosen {...props} />
      <LinkOffer {...props} search={search} />
      {status.at === 'unread' ? <UnreadAddress problem={status.problem} /> : null}
    </>
  );
}

/** @returns a typed or pasted text, or the address in a pasted payment link */
function readEntered(text: string, { coin, units }: RecipientChooserProps): string {
  if (!PAYMENT_LINK.test(text)) return text;
  const { refuse, addressIn } = paymentCodeReader(coin, units);
  const problem = refuse(text);
  if (problem !== null) showToast(problem, { tone: 'error' });
  return addressIn(text) ?? text;
}

interface ToolsProps extends Pick<RecipientChooserProps, 'coin' | 'units'> {
  onEnter: (text: string) => void;
}

/** Other ways to enter a recipient. */
function Tools({ coin, units, onEnter }: ToolsProps) {
  const { refuse, addressIn } = paymentCodeReader(coin, units);
  return (
    <div className="recipient-chooser__tools">
      <PasteButton onPaste={onEnter} />
      <ScanButton size="sm" refuse={refuse} onRead={(text) => onEnter(addressIn(text) ?? text)} />
    </div>
  );
}

function Chosen({ kind, payee, onChange, onOtherKind }: RecipientChooserProps) {
  if (payee.chosen === null) return null;
  return (
    <ChosenCard
      kind={kind}
      chosen={payee.chosen}
      onChange={(chosen) => onChange({ ...payee, chosen })}
      onOtherKind={onOtherKind}
    />
  );
}

/** For someone who wasn't found, who may not be the one, or who can't be paid here. */
function LinkOffer({
  kind,
  payee: { chosen },
  search,
  renderLink,
}: RecipientChooserProps & { search: UserSearch }) {
  if (renderLink === undefined) return null;
  if (chosen === null) return search.at === 'not-found' ? renderLink(false) : null;
  if (chosen.emailOrPhone === null) return null;
  const isFound = chosen.contactId === null;
  return isFound || addressOfKind(chosen, kind) === null ? renderLink(isFound) : null;
}

interface Choosing {
  readonly list: RecipientList;
  readonly search: UserSearch;
  readonly searchNow: () => boolean;
  readonly choose: (option: RecipientOption) => void;
}

/** What the list offers, what a search found, and what happens when one of them is chosen. */
function useChoosing({ kind, payee, onChange }: RecipientChooserProps): Choosing {
  const contacts = useContacts();
  const { data: paid = [] } = usePaidRecipients();
  const known = contacts.data ?? [];
  const chooseRecipient = (chosen: ChosenRecipient) => onChange(choosePayee(chosen, kind));

  function choose(option: RecipientOption) {
    if (option.contact) chooseRecipient(chosenContact(option.contact));
    else onChange(typePayee(option.address));
    list.close();
  }

  const list = useRecipientList({
    text: payee.recipient,
    options: recipientOptions(payee.recipient, { contacts: known, paid, kind }),
    isWanted: payee.chosen === null,
    onChoose: choose,
  });
  const isRead = contacts.data !== undefined || contacts.isError;
  const { search, searchNow } = useFoundPayee(payee, isRead ? known : null, chooseRecipient);

  const fresh = contacts.data === undefined ? null : refreshedPayee(payee, contacts.data, kind);
  const refresh = useEffectEvent(onChange);
  useEffect(() => {
    if (fresh !== null) refresh(fresh);
  });
  const isUnmatched = isRead && isUnmatchedName(payee, list);
  return { list, search: isUnmatched ? { at: 'no-contact' } : search, searchNow, choose };
}

/** True for a name that no contact has; an email or a phone that is still being typed is none. */
function isUnmatchedName({ recipient, chosen }: Payee, { contacts }: RecipientList): boolean {
  if (chosen !== null || recipientTextKind(recipient) !== 'name') return false;
  return contacts.length === 0 && !/@|^\s*\+?\d[\d\s().-]*$/.test(recipient);
}

/** An address is in the font in which its characters differ most. */
function fieldClass({ recipient, chosen }: Payee): string | undefined {
  const isAddress = chosen === null && recipientTextKind(recipient) === 'address';
  return isAddress ? 'recipient-field' : undefined;
}

interface AfterProps {
  status: PayeeStatus;
  isEmpty: boolean;
  onClear: () => void;
}

function After({ status, isEmpty, onClear }: AfterProps) {
  if (status.at === 'checking') return <Spinner size={16} />;
  if (isEmpty) return null;
  return (
    <IconButton
      label={t('Clear the recipient')}
      tooltip={false}
      icon={<X className="icon" size={16} />}
      onClick={onClear}
    />
  );
}

function Hint({ payee, status, hint, known }: RecipientChooserProps) {
  const { data: contacts } = useContacts();
  if (status.at === 'checking') return t('Checking the address…');
  if (status.at === 'known') {
    return (
      <>
        <Check className="icon" size={14} aria-hidden="true" />
        {payee.chosen === null ? (ownerText(payee, contacts) ?? known) : chosenText(payee.chosen)}
      </>
    );
  }
  if (payee.chosen === null && /^\+?\d[\d\s().-]{5,}$/.test(payee.recipient)) {
    return t('Enter the whole number with its country code, such as +1.');
  }
  return hint;
}

/** The address may be of either kind, so the hint says only where it comes from. */
function chosenText({ contactId }: ChosenRecipient): string {
  return contactId === null ? t('Found on Kax') : t('In your contacts');
}

/** @returns null for an address that no contact has */
function ownerText(payee: Payee, contacts: readonly SavedContact[] | undefined): string | null {
  const owner = contactOf(contacts ?? [], payeeAddress(payee));
  return owner === null ? null : t('{name}, in your contacts', { name: owner.name });
}
