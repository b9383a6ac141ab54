import { useEffect, useEffectEvent } from 'react';

/** The WebOTP addition to `CredentialRequestOptions`, for codes sent by text message. */
interface SmsCodeRequest extends CredentialRequestOptions {
  otp: { transport: readonly ['sms'] };
}

/**
 * Calls `onCode` with the code of a text message that arrives while the page is open, in browsers with WebOTP
 * (https://wicg.github.io/web-otp/). The browser asks the user for permission.
 */
export function useSmsCode(onCode: (text: string) => void): void {
  const handOver = useEffectEvent(onCode);
  useEffect(() => {
    if (!('OTPCredential' in window)) return;
    const waiting = new AbortController();
    requestSmsCode(waiting.signal).then((text) => {
      if (text !== null && !waiting.signal.aborted) handOver(text);
    });
    return () => waiting.abort();
  }, []);
}

async function requestSmsCode(signal: AbortSignal): Promise<string | null> {
  const request: SmsCodeRequest = { otp: { transport: ['sms'] }, signal };
  try {
    const credential = await navigator.credentials.get(request);
    const hasCode = credential !== null && 'code' in credential;
    return hasCode && typeof credential.code === 'string' ? credential.code : null;
  } catch {
    // Declined, timed out or aborted: the user types the code instead.
    return null;
  }
}
