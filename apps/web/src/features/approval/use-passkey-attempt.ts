import { useEffect, useRef, useState } from 'react';
import type { OpenApproval } from '../../lib/approval/open-approval.ts';
import { base64url } from '../../lib/device-key.ts';
import { type PasskeyFailure, requestAssertion } from '../../lib/passkeys.ts';

export type PasskeyAttempt =
  | { readonly at: 'idle' }
  /** The browser shows its prompt. */
  | { readonly at: 'waiting' }
  | { readonly at: 'failed'; readonly reason: PasskeyFailure };

/** Lets the user approve with a passkey, one prompt at a time. The prompt closes with the component. */
export function usePasskeyAttempt({ request, decide }: OpenApproval) {
  const [attempt, setAttempt] = useState<PasskeyAttempt>({ at: 'idle' });
  const prompt = useRef<AbortController>(null);
  useEffect(() => () => prompt.current?.abort(), []);

  async function start() {
    if (prompt.current !== null) return;
    const controller = new AbortController();
    prompt.current = controller;
    const { signal } = controller;
    setAttempt({ at: 'waiting' });
    const { challenge, rpId, credentialIds } = request;
    const result = await requestAssertion({ challenge, rpId, credentialIds, signal });
    prompt.current = null;
    // A browser may finish its prompt at the moment at which it is cancelled.
    if (signal.aborted) return setAttempt({ at: 'failed', reason: 'cancelled' });
    if (!result.ok) return setAttempt({ at: 'failed', reason: result.reason });
    setAttempt({ at: 'idle' });
    const assertion = new TextEncoder().encode(JSON.stringify(result.data.assertion));
    decide({ at: 'approved', method: 'passkey', proof: base64url(assertion.buffer) });
  }

  return { attempt, start, cancel: () => prompt.current?.abort() };
}
