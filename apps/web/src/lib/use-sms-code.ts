import { useEffect, useEffectEvent } from 'react';

/** What the browser adds to `CredentialRequestOptions` for codes by SMS (WebOTP). */
interface SmsCodeRequest extends CredentialRequestOptions {
  otp: { transport: readonly ['sms'] };
}

/**
 * Hands over the code of an SMS that comes while the page is open, where the browser offers to read it
 * (https://wicg.github.io/web-otp/). The user confirms it to the browser.
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
    // Declined, timed out or given up: the code is typed then.
    return null;
  }
}
