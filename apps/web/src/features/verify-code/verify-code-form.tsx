import { type ReactNode, useState } from 'react';
import { t } from '#language/t';
import { PHONE_CODES, type PhoneCode } from '#wire/auth/codes-sent';
import { useLocation } from '../../lib/navigation/navigation.tsx';
import { carriedFrom } from '../../lib/return-path.ts';
import { paths } from '../../paths.ts';
import { readRegistration } from '../../state/auth-session.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { FormIntro } from '../../ui/form-intro.tsx';
import { rich } from '../../ui/rich.tsx';
import { TwoCodesForm } from '../../ui/two-codes-form.tsx';
import { MOST_CODE_TRIES, UsedUpCodes } from '../../ui/used-up-codes.tsx';
import { useVerification } from './use-verification.ts';

/** The form for the two registration codes (§2 Verify code). */
export function VerifyCodeForm({ email }: { email: string }) {
  const { state } = useLocation();
  const [resendAfter] = useState(() => secondsUntil(resendAtIn(state)));
  const [phoneCode] = useState(() => phoneCodeIn(state));
  const verification = useVerification({ email, phoneCode, resendAfter });
  const back = (
    <BackLink to={paths.login} state={carriedFrom(state)}>
      {t('Back to sign In')}
    </BackLink>
  );

  if (verification.wrongPairs >= MOST_CODE_TRIES) {
    const { resend } = verification;
    return (
      <UsedUpCodes
        isBusy={resend.at === 'busy'}
        secondsToResend={verification.secondsToResend}
        failure={resend.at === 'failed' ? resend.message : null}
        back={back}
        onResend={verification.sendNewCodes}
      />
    );
  }
  return (
    <>
      <VerifyIntro email={email} phoneCode={verification.phoneCode} />
      <TwoCodesForm
        label={t('Verify code')}
        codes={verification.codes}
        error={verification.error}
        isBusy={verification.isBusy}
        resend={verification.resend}
        secondsToResend={verification.secondsToResend}
        text={verification.text}
        back={back}
        onChange={verification.edit}
        onSubmit={verification.verify}
        onResend={verification.sendNewCodes}
        onText={verification.requestText}
      />
    </>
  );
}

function VerifyIntro({ email, phoneCode }: { email: string; phoneCode: PhoneCode }) {
  if (phoneCode === 'unavailable') {
    return (
      <FormIntro title={t('We can’t send texts right now')}>
        {t(
          'We saved your sign-up for 24 hours, but sent no codes yet. Come back in a few hours and press Resend.',
        )}
      </FormIntro>
    );
  }
  const digits = lastDigits(email);
  if (phoneCode === 'after-email-code') {
    return (
      <FormIntro title={t('Check your email first')}>
        {digits === null
          ? rich(
              'We sent a code to <b>{email}</b>. Enter it, and we’ll text the other one to your phone. Both expire in 10 minutes.',
              { email, b },
            )
          : rich(
              'We sent a code to <b>{email}</b>. Enter it, and we’ll text the other one to your phone ending in <b>{digits}</b>. Both expire in 10 minutes.',
              { email, digits, b },
            )}
      </FormIntro>
    );
  }
  return (
    <FormIntro title={t('Two codes are on their way')}>
      {digits === null
        ? rich('One to <b>{email}</b>, one to your phone. Both expire in 10 minutes.', { email, b })
        : rich(
            'One to <b>{email}</b>, one to your phone ending in <b>{digits}</b>. Both expire in 10 minutes.',
            { email, digits, b },
          )}
    </FormIntro>
  );
}

const b = (text: ReactNode) => <b>{text}</b>;

/** @returns the last digits of the phone number; null unless the registration was started in this browser */
function lastDigits(email: string): string | null {
  const registration = readRegistration();
  if (registration?.user.email.toLowerCase() !== email.toLowerCase()) return null;
  return registration.user.phone.slice(-4);
}

/** The browser keeps history state across reloads, so its shape is checked. */
function resendAtIn(state: unknown): number {
  const isObject = typeof state === 'object' && state !== null;
  const resendAt = isObject && 'resendAt' in state ? state.resendAt : null;
  return typeof resendAt === 'number' ? resendAt : 0;
}

function phoneCodeIn(state: unknown): PhoneCode {
  const isObject = typeof state === 'object' && state !== null;
  const value = isObject && 'phoneCode' in state ? state.phoneCode : null;
  return PHONE_CODES.find((each) => each === value) ?? 'sent';
}

const LONGEST_WAIT_SECONDS = 3_600;

function secondsUntil(then: number): number {
  const seconds = Math.ceil((then - Date.now()) / 1_000);
  return Math.min(Math.max(seconds, 0), LONGEST_WAIT_SECONDS);
}
