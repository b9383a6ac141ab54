import { useState } from 'react';
import { t } from '#language/t';
import type { OwnerWrap } from '#signing/messages/owner-wrap';
import type { ApiError } from '../../../lib/api-result.ts';
import { suggestDeviceName } from '../../../lib/suggest-device-name.ts';
import { ReauthenticationForm } from '../../../reauthentication/reauthenticate.tsx';
import { useReauthentication } from '../../../reauthentication/use-reauthentication.ts';
import { Button } from '../../../ui/button.tsx';
import { WrapNameField } from '../wrap-name-field.tsx';

interface ConfirmEnrolmentProps {
  wraps: readonly OwnerWrap[];
  /** The wallet stays, and what Kax has of its keys is deleted. */
  isKept: boolean;
  onConfirm: (password: string, label: string) => Promise<ApiError | null>;
}

/** The last step: until the password is accepted, the wallet is the one of before. */
export function ConfirmEnrolment({ wraps, isKept, onConfirm }: ConfirmEnrolmentProps) {
  const [label, setLabel] = useState(() => suggestDeviceName(navigator));
  const form = useReauthentication((password) => onConfirm(password, label.trim()));
  return (
    <div className="protect protect--narrow protect__panel card">
      <header className="protect__head">
        <h1 className="page-title">
          {isKept ? t('Delete Kax’s copy of your keys') : t('Make this your wallet')}
        </h1>
        <p>
          {isKept
            ? t(
                'Your device has the keys. With your password, Kax deletes its own copy. Your money and your addresses stay. Your other devices are signed out.',
              )
            : t(
                'Your keys are ready. With your password, your empty wallet is replaced by this one, and your addresses change. Your other devices are signed out.',
              )}
        </p>
      </header>
      <ReauthenticationForm form={form} shownAbove={['name-not-valid']}>
        {wraps.length === 0 ? null : (
          <WrapNameField
            label={t('Name of your passkey')}
            hint={t('A name you’ll recognize later.')}
            value={label}
            error={form.error}
            onChange={setLabel}
          />
        )}
      </ReauthenticationForm>
      <Button
        size="lg"
        variant="filled"
        type="submit"
        isWide
        form={form.formId}
        isBusy={form.isBusy}
        busyLabel={isKept ? t('Deleting...') : t('Replacing...')}
        disabled={form.secondsToWait > 0}
      >
        {isKept ? t('Delete the copy') : t('Use this wallet')}
      </Button>
    </div>
  );
}
