import { UserCheck } from 'lucide-react';
import { t } from '#language/t';
import { usePaidRecipients } from '../contacts/api/paid-recipients.ts';
import {
  type AddressKind,
  addressOfKind,
  type ChosenRecipient,
} from '../contacts/chosen-recipient.ts';
import { firstNameOf } from '../contacts/first-name.ts';
import { ShortAddress } from '../ui/address.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Notice } from '../ui/notice.tsx';
import { paymentsTo } from './payments-to.ts';

interface ChosenCardProps {
  kind: AddressKind;
  chosen: ChosenRecipient;
  onChange: (chosen: ChosenRecipient) => void;
  onOtherKind?: ((chosen: ChosenRecipient) => void) | undefined;
}

/** Who was chosen or found, and what the user should know before going on. */
export function ChosenCard(props: ChosenCardProps) {
  const { kind, chosen, onChange } = props;
  const { name, emailOrPhone, isOnKax, contactId, isToBeSaved } = chosen;
  const address = addressOfKind(chosen, kind);
  return (
    <>
      <div className="chosen-card">
        <Avatar name={name} isTinted />
        <span className="recipient-list__text">
          <span className="recipient-list__name">{name}</span>
          <span>
            {emailOrPhone !== null && isOnKax
              ? t('{emailOrPhone} · on Kax', { emailOrPhone })
              : emailOrPhone}
            {emailOrPhone === null && address !== null ? <ShortAddress address={address} /> : null}
          </span>
        </span>
      </div>
      {address === null ? <OtherKind {...props} /> : null}
      {contactId === null ? (
        <>
          <NeverPaid chosen={chosen} />
          <Checkbox
            name="save-contact"
            isChecked={isToBeSaved}
            onChange={(isChecked) => onChange({ ...chosen, isToBeSaved: isChecked })}
          >
            {t('Save {name} to my contacts', { name: firstNameOf(name) })}
          </Checkbox>
        </>
      ) : null}
    </>
  );
}

/** They can be paid, but not by this form. */
function OtherKind({ kind, chosen, onOtherKind }: ChosenCardProps) {
  const isPrivateOnly = kind === 'public';
  if (chosen.publicAddress === null && chosen.privateAddress === null) {
    return (
      <Notice tone="warn">
        {t('{name} has no address yet. Enter one.', { name: chosen.name })}
      </Notice>
    );
  }
  return (
    <Notice
      tone="warn"
      action={
        onOtherKind ? (
          <Button size="sm" onClick={() => onOtherKind(chosen)}>
            {isPrivateOnly ? t('Send privately') : t('Send publicly')}
          </Button>
        ) : undefined
      }
    >
      {isPrivateOnly
        ? t('{name} has only a private address.', { name: firstNameOf(chosen.name) })
        : t('{name} has only a public address.', { name: firstNameOf(chosen.name) })}
    </Notice>
  );
}

function NeverPaid({ chosen }: { chosen: ChosenRecipient }) {
  const { data: paid } = usePaidRecipients();
  if (paid === undefined) return null;
  const { publicAddress, privateAddress } = chosen;
  const addresses = [publicAddress, privateAddress].filter((one) => one !== null);
  if (addresses.some((one) => paymentsTo(one, paid) > 0)) return null;
  const name = firstNameOf(chosen.name);
  const channel = chosen.emailOrPhone?.includes('@') ? 'email' : 'phone';
  return (
    <Notice
      icon={<UserCheck className="icon" size={18} aria-hidden="true" />}
      title={t('You haven’t paid {name} before.', { name })}
    >
      {t(
        'Check the {channel, select, email {email address} other {phone number}} with {name}. We only match full email addresses and phone numbers.',
        { channel, name },
      )}
    </Notice>
  );
}
