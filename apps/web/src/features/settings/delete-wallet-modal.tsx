import { t } from '#language/t';
import './settings-modal.css';
import { useState } from 'react';
import { DELETE_CONFIRMATION } from '#wire/wallet/delete-wallet';
import type { ApiError } from '../../lib/api-result.ts';
import { Link } from '../../lib/navigation/navigation.tsx';
import { paths } from '../../paths.ts';
import { DialogFooter } from '../../reauthentication/dialog-footer.tsx';
import { ReauthenticationForm } from '../../reauthentication/reauthenticate.tsx';
import { useUser } from '../../state/auth-session.ts';
import { buttonClassName } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { KeysModalProps } from './keys-modals.ts';
import { useDeleteWallet } from './use-delete-wallet.ts';

/** Deletes wallet and account; requires a typed word and the password (§2 /dashboard/settings). */
export default function DeleteWalletModal({ isOpen, onClose }: KeysModalProps) {
  const isOwn = useUser().wallet.custody === 'only-me';
  const [typed, setTyped] = useState('');
  const isConfirmed = typed.trim() === DELETE_CONFIRMATION;
  const { form, isChecking } = useDeleteWallet(isOpen);

  return (
    <Modal
      isOpen={isOpen}
      isStatic
      onClose={onClose}
      title={t('Delete Wallet')}
      footer={
        <DialogFooter
          form={form}
          label={t('Delete Wallet')}
          busyLabel={t('Deleting...')}
          isDanger
          isDisabled={!isConfirmed}
          onClose={onClose}
        />
      }
    >
      <Notice tone="bad" title={t('You can’t undo this.')}>
        {isOwn
          ? t(
              'We’ll delete your account and what your passkeys open here, and sign you out on every device. Without your 12 words, your keys are lost.',
            )
          : t('We’ll delete your keys and your account, and sign you out on every device.')}
      </Notice>
      <ul className="delete-wallet__consequences">
        <li>{t('Money sent to your addresses afterwards is lost, unless you have a backup.')}</li>
        <li>{t('Your backups keep working, for you and for anyone else who has them.')}</li>
        <li>
          {t(
            'Move your money out first, public and private. We don’t delete a wallet with $1 or more in it, or with a coin that has no price.',
          )}
        </li>
        <li>
          {t(
            'Payments, swaps, purchases and sales must be over, including payments scheduled for later.',
          )}
        </li>
        <li>{t('We can’t see coins that Kax doesn’t list. Without a backup, you lose them.')}</li>
        <li>{t('You can sign up with the same email again, but you’ll get a new wallet.')}</li>
      </ul>
      <ReauthenticationForm
        form={form}
        errorAction={form.error ? <ErrorAction error={form.error} /> : null}
      >
        <TextField
          label={t('Type {word} to confirm', { word: DELETE_CONFIRMATION })}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          value={typed}
          tone={isConfirmed ? 'good' : 'plain'}
          onChange={(event) => setTyped(event.target.value)}
        />
      </ReauthenticationForm>
      <div role="status">
        {isChecking ? (
          <Notice>
            {t(
              'We’re still checking your private balance. Keep this open, and we’ll delete your wallet as soon as we know that it’s empty.',
            )}
          </Notice>
        ) : null}
      </div>
    </Modal>
  );
}

/** A link that helps resolve the error, if there is one. */
function ErrorAction({ error }: { error: ApiError }) {
  const label = LABEL_BY_CODE[error.code];
  return label ? (
    <Link className={buttonClassName({ size: 'sm' })} to={paths.dashboard}>
      {label}
    </Link>
  ) : null;
}

const LABEL_BY_CODE: Readonly<Partial<Record<ApiError['code'], string>>> = {
  'wallet-not-empty': t('Move it out'),
  'operations-open': t('See it'),
};
