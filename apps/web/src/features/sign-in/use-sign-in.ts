import { useRef, useState } from 'react';
import { storeSignIn } from '../../state/auth-session.ts';
import { showToast } from '../../state/toast.ts';
import { type Credentials, login } from './api/login.ts';

type SignInState = { at: 'idle' } | { at: 'busy' } | { at: 'failed'; message: string };

/**
 * Signs in once at a time. Success stores the session, from where the guest guard continues to the
 * dashboard, and welcomes (§2 Login).
 */
export function useSignIn() {
  const [state, setState] = useState<SignInState>({ at: 'idle' });
  // State arrives with the next drawing; two presses can come before that.
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
