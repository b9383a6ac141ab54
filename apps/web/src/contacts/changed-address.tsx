import { t } from '#language/t';
import { Button } from '../ui/button.tsx';
import { ComparedAddresses } from '../ui/compared-addresses.tsx';
import { Notice } from '../ui/notice.tsx';
import type { AddressConflict } from './contact-draft.ts';

interface ChangedAddressProps {
  conflict: AddressConflict;
  /** Of the contact that is being changed, if its saved address is the one that differs. */
  savedName: string | null;
  onKeep: () => void;
  onUse: () => void;
}

const KIND_BY_FIELD = { publicAddress: 'public', privateAddress: 'private' } as const;

/** Kax has another address for the email or phone: both in whole, and the choice between them. */
export function ChangedAddress({ conflict, savedName, onKeep, onUse }: ChangedAddressProps) {
  const kind = KIND_BY_FIELD[conflict.field];
  const isSaved = savedName !== null;
  return (
    <div className="contact-dialog__conflict">
      <Notice
        tone="warn"
        isAlert
        title={
          isSaved
            ? t(
                '{name}’s {kind, select, public {public} other {private}} address on Kax isn’t the one you saved.',
                { name: savedName, kind },
              )
            : t(
                'Kax has another {kind, select, public {public} other {private}} address for this email or phone.',
                { kind },
              )
        }
      >
        {t('Before you use it, check the whole address with the person.')}
      </Notice>
      <ComparedAddresses
        known={{
          label: isSaved ? t('In your contacts') : t('You entered'),
          address: conflict.entered,
        }}
        other={{ label: t('On Kax now'), address: conflict.onKax }}
      />
      <div className="contact-dialog__choices">
        <Button onClick={onKeep}>{isSaved ? t('Keep the saved one') : t('Keep mine')}</Button>
        <Button onClick={onUse}>{isSaved ? t('Use the new one') : t('Use the one on Kax')}</Button>
      </div>
    </div>
  );
}
