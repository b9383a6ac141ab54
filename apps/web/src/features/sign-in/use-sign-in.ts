import { useRef, useState } from 'react';
import { storeSignIn } from '../../state/auth-session.ts';
import { showToast } from '../../state/toast.ts';
import { type Credentials, login } from './api/login.ts';

type SignInState = { at: 'idle' } | { at: 'busy' } | { at: 'failed'; message: string };

/**
 * Signs in, one request at a time. On success stores the session and shows a welcome toast; the guest guard then
 * redirects to the dashboard (§2 Login).
 */
export function useSignIn() {
  const [state, setState] = useState<SignInState>({ at: 'idle' });
  // State updates only on the next render; a double click can come before it.
  const isRunning = useRef(false);

  async function signIn(credentials: Credentials) {
    if (isRunning.current) return;
    isRunning.current = true;
    setState({ at: 'busy' });
    const result = await login(credentials);
    isRunning.current = false;
    if (!result.ok) {
      setState({ at: 'failed', message: result.error.message });
      return;
    }
    const { user, access_token, refresh_token } = result.data;
    storeSignIn({ user, accessToken: access_token, refreshToken: refresh_token });
    showToast(`Hello! ${user.name}, Welcome back!`);
  }

  return {
    isBusy: state.at === 'busy',
    error: state.at === 'failed' ? state.message : null,
    signIn,
    clearError: () => setState({ at: 'idle' }),
  };
}
