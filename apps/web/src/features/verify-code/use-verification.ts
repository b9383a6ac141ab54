import { useReducer, useRef } from 'react';
import { useCountdown } from '../../lib/use-countdown.ts';
import { useSmsCode } from '../../lib/use-sms-code.ts';
import { readRegistration, storeSignIn } from '../../state/auth-session.ts';
import { showToast } from '../../state/toast.ts';
import { type CodePairValue, findUnfinishedCodes } from '../../ui/code-pair.tsx';
import { findCode } from '../../ui/find-code.ts';
import { resendOtp } from './api/resend-otp.ts';
import { verifyOtps } from './api/verify-otps.ts';
import {
  emptyVerification,
  reduceVerification,
  resendFailureOf,
  verifyErrorOf,
} from './verification.ts';

interface VerificationOptions {
  email: string;
  /** Seconds until new codes may be requested. */
  resendAfter: number;
}

/**
 * Verifies, one request at a time. On success stores the session and shows a welcome toast; the guest guard then
 * redirects to the dashboard (§2 Verify code).
 */
export function useVerification({ email, resendAfter }: VerificationOptions) {
  const [state, dispatch] = useReducer(reduceVerification, emptyVerification);
  const countdown = useCountdown(resendAfter);
  // State updates only on the next render; a double click can come before it.
  const isRunning = useRef(false);

  const edit = (changes: Partial<CodePairValue>) => dispatch({ type: 'edited', changes });

  useSmsCode((text) => {
    const phoneCode = findCode(text);
    if (phoneCode) edit({ phoneCode });
  });

  async function verify() {
    if (isRunning.current) return;
    const errors = findUnfinishedCodes(state.codes);
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
    storeSignIn({ user, accessToken: access_token, refreshToken: refresh_token });
    showToast(`Hello! ${user.name}, Welcome back!`);
  }

  async function sendNewCodes() {
    if (isRunning.current) return;
    isRunning.current = true;
    dispatch({ type: 'resend', resend: { at: 'busy' } });
    const result = await resendOtp(email);
    isRunning.current = false;
    const wait = result.ok ? result.data.resendAfter : result.error.retryAfter;
    if (wait !== undefined) countdown.start(wait);
    dispatch({
      type: 'resend',
      resend: result.ok ? { at: 'sent' } : { at: 'failed', message: resendFailureOf(result.error) },
    });
  }

  return { ...state, secondsToResend: countdown.secondsLeft, edit, verify, sendNewCodes };
}

/** The token that proves that this browser started the registration, if it did. */
function proofFor(email: string): { registrationToken?: string } {
  const registration = readRegistration();
  if (registration?.user.email.toLowerCase() !== email.toLowerCase()) return {};
  return { registrationToken: registration.registrationToken };
}
