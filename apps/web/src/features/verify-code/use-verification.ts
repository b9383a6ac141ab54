import { useReducer, useRef } from 'react';
import { t } from '#language/t';
import type { PhoneCode } from '#wire/auth/codes-sent';
import { textFailureOf } from '../../lib/text-failure.ts';
import { useCountdown } from '../../lib/use-countdown.ts';
import { useSmsCode } from '../../lib/use-sms-code.ts';
import { readRegistration, storeSignIn } from '../../state/auth-session.ts';
import { welcomeNewAccount } from '../../state/new-account.ts';
import { showToast } from '../../state/toast.ts';
import { type CodePairValue, findUnfinishedCodes } from '../../ui/code-pair.tsx';
import { findCode } from '../../ui/find-code.ts';
import { codeLengthOf } from '../../ui/two-codes-form.tsx';
import { resendOtp } from './api/resend-otp.ts';
import { sendPhoneCode } from './api/send-phone-code.ts';
import { verifyOtps } from './api/verify-otps.ts';
import {
  reduceVerification,
  resendFailureOf,
  startVerification,
  TEXTS_UNAVAILABLE,
  verifyErrorOf,
} from './verification.ts';

interface VerificationOptions {
  email: string;
  /** When the text message goes out, as the registration said. */
  phoneCode: PhoneCode;
  /** Seconds until new codes may be requested. */
  resendAfter: number;
}

/**
 * Verifies, one request at a time. On success stores the session and shows a welcome toast; the guest guard then
 * redirects to the dashboard (§2 Verify code).
 */
export function useVerification({ email, phoneCode, resendAfter }: VerificationOptions) {
  const [state, dispatch] = useReducer(reduceVerification, phoneCode, startVerification);
  const countdown = useCountdown(resendAfter);
  // State updates only on the next render; a double click can come before it.
  const isRunning = useRef(false);

  const edit = (changes: Partial<CodePairValue>) => dispatch({ type: 'edited', changes });

  useSmsCode((text) => {
    const found = findCode(text, codeLengthOf(state.text));
    if (found) edit({ phoneCode: found });
  });

  async function verify() {
    if (isRunning.current) return;
    const errors = findUnfinishedCodes(state.codes, codeLengthOf(state.text));
    if (errors) {
      dispatch({ type: 'failed', error: { at: 'fields', errors } });
      return;
    }
    isRunning.current = true;
    dispatch({ type: 'sent' });
    const { emailCode: emailOTP, phoneCode: phoneOTP } = state.codes;
    const result = await verifyOtps({ email, emailOTP, phoneOTP, ...proofFor(email) });
    isRunning.current = false;
    if (!result.ok) {
      dispatch({ type: 'failed', error: verifyErrorOf(result.error) });
      return;
    }
    const { user, access_token, refresh_token } = result.data;
    welcomeNewAccount(user.id);
    storeSignIn({ user, accessToken: access_token, refreshToken: refresh_token });
    showToast(t('Hello! {name}, welcome to Kax.', { name: user.name }));
  }

  async function sendNewCodes() {
    if (isRunning.current) return;
    isRunning.current = true;
    dispatch({ type: 'resend', resend: { at: 'busy' } });
    const result = await resendOtp(email);
    isRunning.current = false;
    const wait = result.ok ? result.data.resendAfter : result.error.retryAfter;
    if (wait !== undefined) countdown.start(wait);
    if (result.ok) return dispatch({ type: 'resent', phoneCode: result.data.phoneCode });
    const message = resendFailureOf(result.error);
    dispatch({ type: 'resend', resend: { at: 'failed', message } });
  }

  async function requestText() {
    if (isRunning.current) return;
    isRunning.current = true;
    dispatch({ type: 'text', text: { at: 'busy' } });
    const { emailCode: emailOTP } = state.codes;
    const request = { email, emailOTP, purpose: 'register', ...proofFor(email) } as const;
    const result = await sendPhoneCode(request);
    isRunning.current = false;
    const failed = (message: string) => dispatch({ type: 'text', text: { at: 'failed', message } });
    if (!result.ok) return failed(textFailureOf(result.error));
    if (result.data.phoneCode !== 'sent') return failed(TEXTS_UNAVAILABLE);
    dispatch({ type: 'text', text: { at: 'sent' } });
  }

  return {
    ...state,
    secondsToResend: countdown.secondsLeft,
    edit,
    verify,
    sendNewCodes,
    requestText,
  };
}

/** The token that proves that this browser started the registration, if it did. */
function proofFor(email: string): { registrationToken?: string } {
  const registration = readRegistration();
  if (registration?.user.email.toLowerCase() !== email.toLowerCase()) return {};
  return { registrationToken: registration.registrationToken };
}
