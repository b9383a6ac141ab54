import { useCallback, useEffect, useRef, useState } from 'react';
import { t } from '#language/t';
import { NETWORK_ERROR } from '../../lib/api-result.ts';
import { useWorkShare } from '../../lib/work/use-work-share.ts';
import { storeSignIn } from '../../state/auth-session.ts';
import { showToast } from '../../state/toast.ts';
import { type Credentials, login } from './api/login.ts';

type SignInState =
  | { at: 'idle' }
  | { at: 'busy' }
  /** The browser shows its prompt, or the server checks the passkey. */
  | { at: 'passkey' }
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

  function signIn(credentials: Credentials) {
    return run({ at: 'busy' }, (signal) => login(credentials, { onWork: work.begin(), signal }));
  }

  function signInByPasskey() {
    return run({ at: 'passkey' }, async (signal) => {
      try {
        const { signInWithPasskey } = await import('./sign-in-with-passkey.ts');
        return await signInWithPasskey(signal);
      } catch {
        return { ok: false, error: { code: 'network', message: NETWORK_ERROR, status: null } };
      }
    });
  }

  async function run(
    busy: SignInState,
    attempt: (signal: AbortSignal) => ReturnType<typeof login>,
  ) {
    if (running.current !== null) return;
    const controller = new AbortController();
    running.current = controller;
    setState(busy);
    const result = await attempt(controller.signal);
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
    showToast(t('Hello! {name}, Welcome back!', { name: user.name }));
  }

  return {
    isBusy: state.at === 'busy',
    isUsingPasskey: state.at === 'passkey',
    workShare: work.share,
    failure: state.at === 'failed' ? state : null,
    signIn,
    signInByPasskey,
    clearFailure: useCallback(() => setState({ at: 'idle' }), []),
  };
}
