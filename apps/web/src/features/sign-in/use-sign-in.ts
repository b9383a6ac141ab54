import { useCallback, useEffect, useRef, useState } from 'react';
import { storeSignIn } from '../../state/auth-session.ts';
import { showToast } from '../../state/toast.ts';
import { type Credentials, login } from './api/login.ts';

type SignInState =
  | { at: 'idle' }
  /** The share of the work that the server asked for, 0 to 1; null without any. */
  | { at: 'busy'; share: number | null }
  | { at: 'failed'; message: string; secondsToWait: number | null };

/** Work that is done sooner is not worth a word. */
const QUIET_MS = 400;

/**
 * Signs in, one request at a time. On success stores the session and shows a welcome toast; the guest guard then
 * redirects to the dashboard (§2 Login).
 */
export function useSignIn() {
  const [state, setState] = useState<SignInState>({ at: 'idle' });
  // State updates only on the next render; a double click can come before it.
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function signIn(credentials: Credentials) {
    if (running.current !== null) return;
    const controller = new AbortController();
    running.current = controller;
    setState({ at: 'busy', share: null });
    const onWork = afterAWhile((share) => setState({ at: 'busy', share }));
    const result = await login(credentials, { onWork, signal: controller.signal });
    running.current = null;
    if (controller.signal.aborted) return;
    if (!result.ok) {
      const { code, message, retryAfter } = result.error;
      const waits = code === 'too-many-requests' && retryAfter !== undefined;
      setState({ at: 'failed', message, secondsToWait: waits ? retryAfter : null });
      return;
    }
    const { user, access_token, refresh_token } = result.data;
    storeSignIn({ user, accessToken: access_token, refreshToken: refresh_token });
    showToast(`Hello! ${user.name}, Welcome back!`);
  }

  return {
    isBusy: state.at === 'busy',
    workShare: state.at === 'busy' ? state.share : null,
    failure: state.at === 'failed' ? state : null,
    signIn,
    clearFailure: useCallback(() => setState({ at: 'idle' }), []),
  };
}

/** @returns a listener that hears nothing at first */
function afterAWhile(listen: (share: number) => void): (share: number) => void {
  let beganAt: number | null = null;
  return (share) => {
    beganAt ??= performance.now();
    if (performance.now() - beganAt >= QUIET_MS) listen(share);
  };
}
