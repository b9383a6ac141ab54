import { useState } from 'react';
import { useLocation } from 'react-router';
import { paths } from '../../paths.ts';
import { readRegistration } from '../../state/auth-session.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { FormIntro } from '../../ui/form-intro.tsx';
import { TwoCodesForm } from '../../ui/two-codes-form.tsx';
import { useVerification } from './use-verification.ts';

/** The form for the two registration codes (§2 Verify code). */
export function VerifyCodeForm({ email }: { email: string }) {
  const { state } = useLocation();
  const [resendAfter] = useState(() => secondsUntil(resendAtIn(state)));
  const verification = useVerification({ email, resendAfter });

  return (
    <>
      <FormIntro title="Two codes are on their way">
        One to <b>{email}</b>, one to your phone{phoneEnding(email)}. Both expire in 10 minutes.
      </FormIntro>
      <TwoCodesForm
        label="Verify code"
        codes={verification.codes}
        error={verification.error}
        isBusy={verification.isBusy}
        resend={verification.resend}
        secondsToResend={verification.secondsToResend}
        back={<BackLink to={paths.login}>Back to sign In</BackLink>}
        onChange={verification.edit}
        onSubmit={verification.verify}
        onResend={verification.sendNewCodes}
      />
    </>
  );
}

/** The last digits of the phone number, if the registration was started in this browser. */
function phoneEnding(email: string) {
  const registration = readRegistration();
  if (registration?.user.email.toLowerCase() !== email.toLowerCase()) return null;
  return (
    <>
      {' '}
      ending in <b>{registration.user.phone.slice(-4)}</b>
    </>
  );
}

/** The browser keeps history state across reloads, so its shape is checked. */
function resendAtIn(state: unknown): number {
  const isObject = typeof state === 'object' && state !== null;
  const resendAt = isObject && 'resendAt' in state ? state.resendAt : null;
  return typeof resendAt === 'number' ? resendAt : 0;
}

const LONGEST_WAIT_SECONDS = 3_600;

function secondsUntil(then: number): number {
  const seconds = Math.ceil((then - Date.now()) / 1_000);
  return Math.min(Math.max(seconds, 0), LONGEST_WAIT_SECONDS);
}
