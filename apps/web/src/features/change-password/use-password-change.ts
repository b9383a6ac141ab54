import { useReducer, useRef } from 'react';
import { changePassword } from './api/change-password.ts';
import { checkChange, type Draft, emptyChange, faultOf, reduceChange } from './password-change.ts';

/** Changes the password once at a time (§4 Password change). What was typed stays when it fails. */
export function usePasswordChange() {
  const [{ draft, attempt }, dispatch] = useReducer(reduceChange, emptyChange);
  // State arrives with the next drawing; two presses can come before that.
  const isUnderWay = useRef(false);

  async function submit() {
    if (isUnderWay.current) return;
    const fault = checkChange(draft);
    if (fault) {
      dispatch({ type: 'failed', fault });
      return;
    }
    isUnderWay.current = true;
    dispatch({ type: 'sent' });
    const result = await changePassword({
      currentPassword: draft.current,
      newPassword: draft.next,
    });
    isUnderWay.current = false;
    dispatch(result.ok ? { type: 'done' } : { type: 'failed', fault: faultOf(result.error) });
  }

  return {
    draft,
    isBusy: attempt.at === 'busy',
    isDone: attempt.at === 'done',
    fault: attempt.at === 'failed' ? attempt.fault : null,
    edit: (changes: Partial<Draft>) => dispatch({ type: 'edited', changes }),
    submit,
    startAgain: () => dispatch({ type: 'started-again' }),
  };
}
