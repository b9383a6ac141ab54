import { CircleHelp, TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { t } from '#language/t';
import type { SavedContact } from '#wire/wallet/saved-contact';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { ComparedAddresses } from '../ui/compared-addresses.tsx';
import { Notice } from '../ui/notice.tsx';
import { firstNameOf } from './first-name.ts';
import type { ImitatedAddress } from './imitated-address.ts';
import type { Imitation } from './use-save-contact.ts';

interface LookAlikeViewProps {
  imitation: Imitation;
  isNew: boolean;
  isTicked: boolean;
  onTick: (isTicked: boolean) => void;
}

/** An address that imitates a known one: both in whole, and what has to be ticked before it can be saved. */
export function LookAlikeView({ imitation, isNew, isTicked, onTick }: LookAlikeViewProps) {
  const { entered, imitated } = imitation;
  const ref = useRef<HTMLDivElement>(null);
  // The Enter that led here must not press a button.
  useEffect(() => ref.current?.focus(), []);
  return (
    <>
      <div ref={ref} className="contact-dialog__warning" tabIndex={-1}>
        <Notice
          tone="bad"
          isAlert
          icon={<TriangleAlert className="icon" size={18} aria-hidden="true" />}
          title={titleOf(imitated)}
        >
          {t(
            'The first and last characters match. The middle doesn’t. Scammers send you tiny amounts so that you copy their address by mistake.',
          )}
        </Notice>
      </div>
      <ComparedAddresses
        known={{ ...labelOf(imitated), address: imitated.address }}
        other={{
          label: t('The address you entered'),
          icon: <CircleHelp className="icon" size={20} aria-hidden="true" />,
          address: entered,
        }}
      />
      <Checkbox name="address-compared" isChecked={isTicked} onChange={onTick}>
        {isNew
          ? t('I checked the whole address with the person. Save it as a new contact.')
          : t('I checked the whole address with the person. Save it anyway.')}
      </Checkbox>
    </>
  );
}

function titleOf({ owner }: ImitatedAddress): string {
  if (owner === 'own') return t('This address imitates your own.');
  if (owner === 'paid') return t('This address imitates one that you paid.');
  return t('This address imitates {name}’s.', { name: owner.name });
}

function labelOf({ owner }: ImitatedAddress) {
  if (owner === 'own') return { label: t('Your own address') };
  if (owner === 'paid') return { label: t('You paid this one before') };
  return {
    label: t('{name}, in your contacts', { name: firstNameOf(owner.name) }),
    icon: <Avatar name={owner.name} size="xs" isTinted />,
  };
}

/** What the filled button of the warning does. */
interface SafeChoice {
  readonly label: string;
  /** Someone else who has the real address, and takes the place of the new contact. */
  readonly owner?: SavedContact;
  /** What the field holds instead; what it began with, if there is neither. */
  readonly address?: string;
}

/** @param contact the one that is being changed; null for a new one */
export function safeChoiceOf({ imitated }: Imitation, contact: SavedContact | null): SafeChoice {
  const { owner, address } = imitated;
  if (owner === 'paid') return { label: t('Use the one you paid'), address };
  if (owner === 'own') return { label: t('Don’t use this address') };
  const label = t('Use {firstName}’s real address', { firstName: firstNameOf(owner.name) });
  if (owner.id === contact?.id) return { label, address };
  return contact === null ? { label, owner } : { label: t('Don’t use this address') };
}

interface LookAlikeFooterProps {
  safeLabel: string;
  isTicked: boolean;
  isBusy: boolean;
  onSave: () => void;
  onSafe: () => void;
}

/** The filled button is the safe one; the other one waits for the tick. */
export function LookAlikeFooter(props: LookAlikeFooterProps) {
  const { safeLabel, isTicked, isBusy, onSave, onSafe } = props;
  return (
    <>
      <Button size="lg" disabled={!isTicked} isBusy={isBusy} onClick={onSave}>
        {t('Save anyway')}
      </Button>
      <Button size="lg" variant="filled" onClick={onSafe}>
        {safeLabel}
      </Button>
    </>
  );
}
