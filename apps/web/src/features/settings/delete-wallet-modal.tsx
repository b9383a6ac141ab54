import { useState } from 'react';
import { Link } from 'react-router';
import { DELETE_CONFIRMATION } from '#wire/wallet/delete-wallet';
import type { ApiError } from '../../lib/api-result.ts';
import { paths } from '../../paths.ts';
import { signOutLocally } from '../../state/auth-session.ts';
import { buttonClassName } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { deleteWallet } from './api/delete-wallet.ts';
import type { KeysModalProps } from './keys-modals.ts';
import { ReauthenticationFooter, ReauthenticationForm } from './reauthenticate.tsx';
import { useReauthentication } from './use-reauthentication.ts';

/** Deletes wallet and account; requires a typed word and the password (§2 /dashboard/settings). */
export default function DeleteWalletModal({ isOpen, onClose }: KeysModalProps) {
  const [typed, setTyped] = useState('');
  const isConfirmed = typed.trim() === DELETE_CONFIRMATION;
  const form = useReauthentication(async (password) => {
    const refusal = await deleteWallet(password);
    if (refusal === null) signOutLocally(DELETED);
    return refusal;
  });

  return (
    <Modal
      isOpen={isOpen}
      isStatic
      onClose={onClose}
      title="Delete Wallet"
      footer={
        <ReauthenticationFooter
          form={form}
          label="Delete Wallet"
          busyLabel="Deleting..."
          isDanger
          isDisabled={!isConfirmed}
          onClose={onClose}
        />
      }
    >
      <Notice tone="bad" title="You can’t undo this.">
        We’ll delete your keys and your account, and sign you out on every device.
      </Notice>
      <ul className="delete-wallet__consequences">
        <li>Money sent to your addresses afterwards is lost, unless you have a backup.</li>
        <li>Your backups keep working, for you and for anyone else who has them.</li>
        <li>Move your money out first. We don’t delete a wallet with money in it.</li>
        <li>You can sign up with the same email again, but you’ll get a new wallet.</li>
      </ul>
      <ReauthenticationForm
        form={form}
        errorAction={form.error ? <ErrorAction error={form.error} /> : null}
      >
        <TextField
          label={`Type ${DELETE_CONFIRMATION} to confirm`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          value={typed}
          tone={isConfirmed ? 'good' : 'plain'}
          onChange={(event) => setTyped(event.target.value)}
        />
      </ReauthenticationForm>
    </Modal>
  );
}

const DELETED = { isByChoice: true, reason: 'wallet-deleted' } as const;

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
  'wallet-not-empty': 'Move it out',
  'operations-open': 'See it',
};
