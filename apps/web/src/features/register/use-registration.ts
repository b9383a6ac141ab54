import { useReducer, useRef } from 'react';
import { useLocation, useNavigate } from '../../lib/navigation/navigation.tsx';
import { carriedFrom } from '../../lib/return-path.ts';
import { useWorkShare } from '../../lib/work/use-work-share.ts';
import { paths } from '../../paths.ts';
import { storeRegistration } from '../../state/auth-session.ts';
import { register } from './api/register.ts';
import {
  accountOf,
  checkDraft,
  type Draft,
  formErrorOf,
  reduceRegistration,
  startRegistration,
} from './registration.ts';

/** Registers, one request at a time. On success continues to the codes, replacing the history entry (§2 Register). */
export function useRegistration(start: Pick<Draft, 'name' | 'email' | 'phone'>) {
  const [{ draft, attempt }, dispatch] = useReducer(reduceRegistration, start, startRegistration);
  const navigate = useNavigate();
  const { state } = useLocation();
  const work = useWorkShare();
  // State updates only on the next render; a double click can come before it.
  const isRunning = useRef(false);

  async function submit() {
    if (isRunning.current) return;
    const error = checkDraft(draft);
    if (error) {
      dispatch({ type: 'failed', error });
      return;
    }
    isRunning.current = true;
    dispatch({ type: 'sent' });
    const result = await register(accountOf(draft), { onWork: work.begin() });
    work.end();
    isRunning.current = false;
    if (!result.ok) {
      dispatch({ type: 'failed', error: formErrorOf(result.error) });
      return;
    }
    const { user, registrationToken, resendAfter, phoneCode } = result.data;
    storeRegistration({ user, registrationToken });
    navigate(`${paths.verifyOtp}?${new URLSearchParams({ email: user.email })}`, {
      replace: true,
      state: { resendAt: Date.now() + resendAfter * 1_000, phoneCode, ...carriedFrom(state) },
    });
  }

  return {
    draft,
    isBusy: attempt.at === 'busy',
    workShare: work.share,
    error: attempt.at === 'failed' ? attempt.error : null,
    edit: (changes: Partial<Draft>) => dispatch({ type: 'edited', changes }),
    submit,
  };
}
