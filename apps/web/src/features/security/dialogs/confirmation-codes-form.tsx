import { rich } from '../../../ui/rich.tsx';
import './dialogs.css';
import { useRef } from 'react';
import { useSmsCode } from '../../../lib/use-sms-code.ts';
import { ReauthenticationForm } from '../../../reauthentication/reauthenticate.tsx';
import { SubmissionAlert } from '../../../reauthentication/submission-alert.tsx';
import { useUser } from '../../../state/auth-session.ts';
import { CodePair } from '../../../ui/code-pair.tsx';
import { findCode } from '../../../ui/find-code.ts';
import { ResendButton } from '../../../ui/resend-button.tsx';
import { useInitialFocus } from '../../../ui/use-initial-focus.ts';
import { lastDigits } from '../security-texts.ts';
import type { ConfirmationCodes } from './use-confirmation-codes.ts';

/** The fields for both codes and the password, once the codes were sent. */
export function ConfirmationCodesForm({ confirmation }: { confirmation: ConfirmationCodes }) {
  const { email, phone } = useUser();
  const { form, sending, codes, unfinished } = confirmation;
  const ref = useRef<HTMLDivElement>(null);
  useInitialFocus(ref);
  useSmsCode((text) => {
    const phoneCode = findCode(text);
    if (phoneCode) confirmation.edit({ phoneCode });
  });
  return (
    <div className="security-dialog__form" ref={ref}>
      <p className="security-dialog__text">
        {rich(
          'We sent one code to <b>{email}</b> and one to your phone ending in {digits}. Both expire in 10 minutes.',
          { email, b: (inside) => <b>{inside}</b>, digits: lastDigits(phone) },
        )}
      </p>
      <ReauthenticationForm form={form}>
        <CodePair
          value={codes}
          errors={unfinished}
          areWrong={form.error?.code === 'codes-not-right'}
          onChange={confirmation.edit}
        />
        <div className="security-dialog__resend">
          <ResendButton
            secondsLeft={confirmation.secondsToResend}
            isBusy={sending.isBusy}
            onPress={sending.submit}
          />
          <SubmissionAlert form={sending} />
        </div>
      </ReauthenticationForm>
    </div>
  );
}
