import { t } from '#language/t';
import { type AddressKind, addressOfKind } from '../contacts/chosen-recipient.ts';
import type { RecipientOption } from '../contacts/recipient-options.ts';
import { shortDayText } from '../lib/elapsed.ts';
import { ShortAddress } from '../ui/address.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { classNames } from '../ui/class-names.ts';
import { ModeMark } from '../ui/mode-mark.tsx';
import { rich } from '../ui/rich.tsx';
import type { RecipientList } from './use-recipient-list.ts';

interface RecipientListBoxProps {
  list: RecipientList;
  kind: AddressKind;
  onChoose: (option: RecipientOption) => void;
}

/** The recent recipients and contacts below the field. The keys come from the field, so nothing here takes the focus. */
export function RecipientListBox({ list, kind, onChoose }: RecipientListBoxProps) {
  if (!list.isOpen) return null;
  const { id, recents, contacts, total, showAll } = list;
  return (
    <div className="recipient-list" onPointerDown={(event) => event.preventDefault()}>
      <div role="listbox" id={id} aria-label={t('Whom you can pay')}>
        {recents.length > 0 ? (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
          <div role="group" aria-label={t('Recent')} className="recipient-list__recents">
            <p aria-hidden="true">{t('Recent')}</p>
            <div>
              {recents.map((option) => (
                <Option key={option.key} {...{ list, option, onChoose }} isTile>
                  <Avatar name={nameOf(option)} isTinted />
                  <span className="recipient-list__name">
                    {option.contact ? (
                      option.contact.name
                    ) : (
                      <ShortAddress address={option.address} />
                    )}
                  </span>
                </Option>
              ))}
            </div>
          </div>
        ) : null}
        {contacts.length > 0 ? (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
          <div role="group" aria-label={t('Contacts')}>
            <p aria-hidden="true">{t('Contacts')}</p>
            {contacts.map((option) => (
              <Option key={option.key} {...{ list, option, onChoose }}>
                <ContactRow option={option} kind={kind} />
              </Option>
            ))}
          </div>
        ) : null}
      </div>
      {total === null ? null : (
        <button type="button" className="recipient-list__all" onClick={showAll}>
          {t('See all {total}', { total })}
        </button>
      )}
    </div>
  );
}

interface OptionProps {
  list: RecipientList;
  option: RecipientOption;
  onChoose: (option: RecipientOption) => void;
  isTile?: boolean;
  children: React.ReactNode;
}

function Option({ list, option, onChoose, isTile = false, children }: OptionProps) {
  const isActive = option.key === list.activeKey;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys come from the field above the list
    <div
      id={`${list.id}-${option.key}`}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      data-active={isActive || undefined}
      className={classNames('recipient-list__option', isTile && 'recipient-list__option--tile')}
      onClick={() => onChoose(option)}
      onPointerMove={() => list.setActive(option.key)}
    >
      {children}
    </div>
  );
}

/** A contact with how it can be reached, the balances it can be paid from, and when it was paid last. */
function ContactRow({ option, kind }: { option: RecipientOption; kind: AddressKind }) {
  if (option.contact === null) return <ShortAddress address={option.address} />;
  const { contact, lastPaidAt } = option;
  const { publicAddress, privateAddress, emailOrPhone, isOnKax } = contact;
  const address = addressOfKind(contact, kind) ?? publicAddress ?? privateAddress;
  const reached = emailOrPhone ?? (address === null ? null : <ShortAddress address={address} />);
  return (
    <>
      <Avatar name={contact.name} isTinted />
      <span className="recipient-list__text">
        <span className="recipient-list__name">{contact.name}</span>
        <span>
          {isOnKax ? rich('{emailOrPhone} · on Kax', { emailOrPhone: reached }) : reached}
        </span>
      </span>
      <span className="recipient-list__marks">
        {publicAddress === null ? null : <Mode mode="public" />}
        {privateAddress === null ? null : <Mode mode="private" />}
      </span>
      {lastPaidAt === null ? null : (
        <time dateTime={lastPaidAt}>{shortDayText(Date.parse(lastPaidAt))}</time>
      )}
    </>
  );
}

function Mode({ mode }: { mode: AddressKind }) {
  return (
    <span data-mode={mode} title={mode === 'public' ? t('Public') : t('Private')}>
      <ModeMark mode={mode} size={14} />
      <span className="visually-hidden">{mode === 'public' ? t('public') : t('private')} </span>
    </span>
  );
}

function nameOf(option: RecipientOption): string {
  return option.contact === null ? option.address : option.contact.name;
}
