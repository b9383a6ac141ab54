import { t } from '#language/t';
import './dialogs.css';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ResponseOf } from '#wire/contract';
import type { appSecret as secretContract } from '#wire/security/app-secret';
import type { ApiError } from '../../../lib/api-result.ts';
import { dataOrThrow } from '../../../lib/api-result.ts';
import { DialogFooter } from '../../../reauthentication/dialog-footer.tsx';
import { ReauthenticationForm } from '../../../reauthentication/reauthenticate.tsx';
import { useReauthentication } from '../../../reauthentication/use-reauthentication.ts';
import { showToast } from '../../../state/toast.ts';
import { buttonClassName } from '../../../ui/button.tsx';
import { CodeField } from '../../../ui/code-field.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { DrawnQrCode } from '../../../ui/drawn-qr-code.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { CODE_LENGTH } from '../../../ui/find-code.ts';
import { Modal } from '../../../ui/modal.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { addApp } from '../api/add-app.ts';
import { appSecret } from '../api/app-secret.ts';
import type { DialogProps } from '../security-dialog.ts';
import { useReread } from '../use-security-action.ts';
import { RecoveryCodesModal } from './recovery-codes-modal.tsx';

const INCOMPLETE: ApiError = {
  code: 'app-code-wrong',
  message: t('Enter all six digits.'),
  status: null,
};

/** Adds an authenticator app: its secret as a QR code, then its first code and the password. */
export default function AddAppDialog({ isOpen, onClose, settings }: DialogProps) {
  const [code, setCode] = useState('');
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[] | null>(null);
  const secret = useAppSecret();
  const reread = useReread();
  const isReplacing = settings.app !== null;

  const form = useReauthentication(async (password) => {
    if (code.length < CODE_LENGTH) return INCOMPLETE;
    const result = await addApp({ password, code, token: secret.data?.token ?? '' });
    if (!result.ok) return result.error;
    const { recoveryCodes: codes } = result.data;
    if (codes) setRecoveryCodes(codes);
    await reread();
    if (codes) return null;
    showToast(isReplacing ? t('Authenticator app replaced') : t('Authenticator app added'));
    onClose();
    return null;
  });
  const codeError = form.error?.code === 'app-code-wrong' ? form.error.message : null;

  function changeCode(next: string) {
    setCode(next);
    if (codeError) form.clearError();
  }

  if (recoveryCodes) {
    return (
      <RecoveryCodesModal isOpen={isOpen} codes={recoveryCodes} onClose={onClose}>
        <b>{t('Your app was added.')}</b>
      </RecoveryCodesModal>
    );
  }
  return (
    <Modal
      isOpen={isOpen}
      isStatic
      onClose={onClose}
      title={isReplacing ? t('Replace authenticator app') : t('Add an authenticator app')}
      footer={
        <DialogFooter
          form={form}
          label={isReplacing ? t('Replace app') : t('Add app')}
          busyLabel={t('Checking...')}
          isDisabled={secret.data === undefined}
          onClose={onClose}
        />
      }
    >
      <p className="security-dialog__text">
        {t('Scan this with an app such as Google Authenticator or 1Password.')}
        {isReplacing ? ` ${t('Codes from the app you have now stop working.')}` : null}
      </p>
      {secret.isError ? (
        <ErrorState
          title={t('Couldn’t create a secret')}
          isRetrying={secret.isFetching}
          onRetry={() => void secret.refetch()}
        >
          {t('Nothing was added.')}
        </ErrorState>
      ) : (
        <AppSecret secret={secret.data} />
      )}
      <ReauthenticationForm form={form} shownAbove={['app-code-wrong']}>
        <CodeField
          label={t('Code from the app')}
          name="app-code"
          value={code}
          error={codeError}
          onChange={changeCode}
        />
      </ReauthenticationForm>
    </Modal>
  );
}

function AppSecret({ secret }: { secret: ResponseOf<typeof secretContract> | undefined }) {
  if (secret === undefined) {
    return (
      <div className="app-secret" role="status" aria-label={t('Loading the QR code')}>
        <Skeleton width={180} height={180} />
      </div>
    );
  }
  return (
    <div className="app-secret">
      <DrawnQrCode text={secret.uri} alt={t('QR code for your authenticator app')} />
      <div className="app-secret__text">
        <p>{t('Can’t scan it? Enter this in the app:')}</p>
        <p className="mono app-secret__letters">
          {inGroups(secret.secret)} <CopyButton text={secret.secret} label={t('Copy the secret')} />
        </p>
        <a className={buttonClassName({ className: 'app-secret__open' })} href={secret.uri}>
          {t('Open in my app')}
        </a>
      </div>
    </div>
  );
}

/** The secret is kept only as long as the dialog. */
function useAppSecret() {
  return useQuery({
    queryKey: ['auth', 'app-secret'],
    queryFn: async () => dataOrThrow(await appSecret()),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

/** Four letters at a time are easier to type. */
function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret;
}
