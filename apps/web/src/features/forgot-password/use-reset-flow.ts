import { useReducer, useRef } from 'react';
import type { PhoneCode } from '#wire/auth/codes-sent';
import { useLocation } from '../../lib/navigation/navigation.tsx';
import { textFailureOf } from '../../lib/text-failure.ts';
import { useCountdown } from '../../lib/use-countdown.ts';
import { useSmsCode } from '../../lib/use-sms-code.ts';
import { useWorkShare } from '../../lib/work/use-work-share.ts';
import { type CodePairValue, findUnfinishedCodes } from '../../ui/code-pair.tsx';
import { findCode } from '../../ui/find-code.ts';
import { codeLengthOf } from '../../ui/two-codes-form.tsx';
import { resetPassword } from './api/reset-password.ts';
import { sendPhoneCode } from './api/send-phone-code.ts';
import { type AccountName, sendResetPasswordOtps } from './api/send-reset-password-otps.ts';
import {
  accountNameOf,
  checkPasswords,
  codesErrorOf,
  type Draft,
  isSameAccount,
  passwordErrorOf,
  type RequestError,
  type ResetEvent,
  type ResetState,
  reduceReset,
  requestErrorOf,
  resendFailureOf,
  startReset,
  TEXTS_UNAVAILABLE,
  viewFor,
} from './reset-flow.ts';
import { useViewInHistory } from './use-view-in-history.ts';

/** The password reset, from the request to the new password; one API call at a time (§2 Forgot password). */
export function useResetFlow() {
  const [state, dispatch] = useReducer(reduceReset, useLocation().state, startReset);
  const { send, ...progress } = useResetCodes();
  const history = useViewInHistory();
  const once = useOneAtATime();

  const edit = (changes: Partial<Draft>) => dispatch({ type: 'edited', changes });
  const editCodes = (changes: Partial<CodePairValue>) =>
    dispatch({ type: 'codes-edited', changes });

  useSmsCode((text) => {
    const phoneCode = findCode(text, codeLengthOf(state.text));
    if (phoneCode) editCodes({ phoneCode });
  });

  function goOnToCodes(phoneCode?: PhoneCode) {
    const from = accountNameOf(state.draft);
    dispatch({ type: 'codes-awaited', from, ...(phoneCode !== undefined && { phoneCode }) });
    history.goTo('codes');
  }

  const fail = (error: RequestError) => dispatch({ type: 'request-failed', error });

  async function request() {
    const name = accountNameOf(state.draft);
    const wasSent = state.sentTo !== null && isSameAccount(state.sentTo, name);
    // The codes just sent are the ones to enter; a request for new ones would be refused.
    if (wasSent && progress.secondsToResend > 0) return goOnToCodes();
    dispatch({ type: 'request-sent' });
    const result = await send(name);
    if (!result.ok) return fail(requestErrorOf(result.error));
    if (result.data.phoneCode !== 'unavailable') return goOnToCodes(result.data.phoneCode);
    fail({ message: TEXTS_UNAVAILABLE, mayHaveCodes: false });
  }

  async function resend() {
    dispatch({ type: 'resend', resend: { at: 'busy' } });
    const result = await send(state.sentTo ?? accountNameOf(state.draft));
    if (result.ok) return dispatch({ type: 'resent', phoneCode: result.data.phoneCode });
    dispatch({ type: 'resend', resend: { at: 'failed', message: resendFailureOf(result.error) } });
  }

  /** The server verifies the codes only together with the new password; here they only have to be complete. */
  function enterCodes() {
    const errors = findUnfinishedCodes(state.draft.codes, codeLengthOf(state.text));
    if (errors) dispatch({ type: 'codes-refused', error: { at: 'fields', errors } });
    else history.goTo('password');
  }

  async function reset() {
    const error = checkPasswords(state.draft);
    if (error) return dispatch({ type: 'reset-failed', error });
    dispatch({ type: 'reset-sent' });
    const { codes, password: newPassword } = state.draft;
    const result = await resetPassword({
      ...(state.sentTo ?? accountNameOf(state.draft)),
      newPassword,
      emailOTP: codes.emailCode,
      phoneOTP: codes.phoneCode,
    });
    if (result.ok) return dispatch({ type: 'done' });
    if (result.error.code !== 'codes-not-right') {
      return dispatch({ type: 'reset-failed', error: passwordErrorOf(result.error) });
    }
    dispatch({ type: 'codes-refused', error: codesErrorOf(result.error) });
    history.goBack();
  }

  return {
    state,
    view: viewFor(history.view, state),
    ...progress,
    edit,
    editCodes,
    request: () => once(request),
    goOnToCodes: () => goOnToCodes(),
    resend: () => once(resend),
    requestText: () => once(() => requestText(state, dispatch)),
    enterCodes,
    reset: () => once(reset),
  };
}

async function requestText(
  { sentTo, draft }: ResetState,
  dispatch: (event: ResetEvent) => void,
): Promise<void> {
  dispatch({ type: 'text', text: { at: 'busy' } });
  const name = sentTo ?? accountNameOf(draft);
  const result = await sendPhoneCode({ ...name, emailOTP: draft.codes.emailCode });
  const failed = (message: string) => dispatch({ type: 'text', text: { at: 'failed', message } });
  if (!result.ok) return failed(textFailureOf(result.error));
  if (result.data.phoneCode !== 'sent') return failed(TEXTS_UNAVAILABLE);
  dispatch({ type: 'text', text: { at: 'sent' } });
}

/** Sends both codes, and counts down until they can be resent. */
function useResetCodes() {
  const countdown = useCountdown(0);
  const work = useWorkShare();
  async function send(name: AccountName) {
    const result = await sendResetPasswordOtps(name, { onWork: work.begin() });
    work.end();
    const wait = result.ok ? result.data.resendAfter : result.error.retryAfter;
    if (wait !== undefined) countdown.start(wait);
    return result;
  }
  return { send, secondsToResend: countdown.secondsLeft, workShare: work.share };
}

/** Runs a task unless another one is in progress. */
function useOneAtATime() {
  // State updates only on the next render; a double click can come before it.
  const isRunning = useRef(false);
  return async (task: () => Promise<void>) => {
    if (isRunning.current) return;
    isRunning.current = true;
    await task();
    isRunning.current = false;
  };
}

export type ResetFlow = ReturnType<typeof useResetFlow>;
