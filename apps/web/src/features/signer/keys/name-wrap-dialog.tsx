import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#language/t';
import type { OwnerWrap } from '#signing/messages/owner-wrap';
import type { OwnerWrapWire } from '#wire/wallet/owner-wrap';
import { suggestDeviceName } from '../../../lib/suggest-device-name.ts';
import { DialogFooter } from '../../../reauthentication/dialog-footer.tsx';
import { ReauthenticationForm } from '../../../reauthentication/reauthenticate.tsx';
import { useReauthentication } from '../../../reauthentication/use-reauthentication.ts';
import { showToast } from '../../../state/toast.ts';
import { Modal } from '../../../ui/modal.tsx';
import { addOwnerWrap, WRAPS_KEY } from '../api/owner-wraps.ts';
import { WrapNameField } from '../wrap-name-field.tsx';

interface NameWrapDialogProps {
  wrap: OwnerWrap;
  isOpen: boolean;
  onClose: () => void;
}

/** Stores a way to open the keys that the signer made: until the password is accepted, it opens nothing. */
export function NameWrapDialog({ wrap, isOpen, onClose }: NameWrapDialogProps) {
  const isPasskey = wrap.kind === 'passkey';
  const client = useQueryClient();
  const [label, setLabel] = useState(() =>
    isPasskey ? suggestDeviceName(navigator) : t('Six words'),
  );
  const form = useReauthentication(async (password) => {
    // Whoever read the message made sure that it is of its kind.
    const body = { password, label: label.trim(), wrap: wrap as OwnerWrapWire };
    const result = await addOwnerWrap(body);
    if (!result.ok) return result.error;
    await client.invalidateQueries({ queryKey: WRAPS_KEY });
    showToast(t('Added to the ways to open your keys.'));
    onClose();
    return null;
  });

  return (
    <Modal
      isOpen={isOpen}
      isStatic
      onClose={onClose}
      title={isPasskey ? t('Name your passkey') : t('Name your six words')}
      footer={
        <DialogFooter
          form={form}
          label={t('Add')}
          busyLabel={t('Adding...')}
          isDisabled={label.trim() === ''}
          onClose={onClose}
        />
      }
    >
      <ReauthenticationForm form={form} shownAbove={['name-not-valid']}>
        <WrapNameField
          label={t('Name')}
          hint={t('A name you’ll recognize later.')}
          value={label}
          error={form.error}
          onChange={setLabel}
        />
      </ReauthenticationForm>
    </Modal>
  );
}
