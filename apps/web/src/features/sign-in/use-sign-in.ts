import { useCallback, useEffect, useRef, useState } from 'react';
import { useWorkShare } from '../../lib/work/use-work-share.ts';
import { storeSignIn } from '../../state/auth-session.ts';
import { showToast } from '../../state/toast.ts';
import { type Credentials, login } from './api/login.ts';

type SignInState =
  | { at: 'idle' }
  | { at: 'busy' }
  | { at: 'failed'; message: string; secondsToWait: number | null };

/**
 * Signs in, one request at a time. On success stores the session and shows a welcome toast; the guest guard then
 * redirects to the dashboard (§2 Login).
 */
export function useSignIn() {
  const [state, setState] = useState<SignInState>({ at: 'idle' });
  const work = useWorkShare();
  // State updates only on the next render; a double click can come before it.
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function signIn(credentials: Credentials) {
    if (running.current !== null) return;
    const controller = new AbortController();
    running.current = controller;
    setState({ at: 'busy' });
    const result = await login(credentials, { onWork: work.begin(), signal: controller.signal });
    work.end();
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
    workShare: work.share,
    failure: state.at === 'failed' ? state : null,
    signIn,
    clearFailure: useCallback(() => setState({ at: 'idle' }), []),
  };
}
