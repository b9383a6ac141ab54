import { useReducer, useRef } from 'react';
import { changePassword } from './api/change-password.ts';
import {
  checkChange,
  type Draft,
  emptyChange,
  formErrorOf,
  reduceChange,
} from './password-change.ts';

/** Changes the password, one request at a time (§4 Password change). Input is kept on failure. */
export function usePasswordChange() {
  const [{ draft, attempt }, dispatch] = useReducer(reduceChange, emptyChange);
  // State updates only on the next render; a double click can come before it.
  const isRunning = useRef(false);

  async function submit() {
    if (isRunning.current) return;
    const error = checkChange(draft);
    if (error) {
      dispatch({ type: 'failed', error });
      return;
    }
    isRunning.current = true;
    dispatch({ type: 'sent' });
    const result = await changePassword({
      currentPassword: draft.current,
      newPassword: draft.next,
    });
    isRunning.current = false;
    dispatch(result.ok ? { type: 'done' } : { type: 'failed', error: formErrorOf(result.error) });
  }

  return {
    draft,
    isBusy: attempt.at === 'busy',
    isDone: attempt.at === 'done',
    error: attempt.at === 'failed' ? attempt.error : null,
    edit: (changes: Partial<Draft>) => dispatch({ type: 'edited', changes }),
    submit,
    startAgain: () => dispatch({ type: 'started-again' }),
  };
}
