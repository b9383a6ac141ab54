import { useState } from 'react';
import { t } from '#language/t';
import type { BodyInputOf } from '#wire/contract';
import type { sendConfirmationCodes as contract } from '#wire/security/send-confirmation-codes';
import type { ApiError } from '../../../lib/api-result.ts';
import { useCountdown } from '../../../lib/use-countdown.ts';
import {
  type Reauthentication,
  useReauthentication,
} from '../../../reauthentication/use-reauthentication.ts';
import {
  NOT_SENT,
  type Submission,
  useSubmission,
} from '../../../reauthentication/use-submission.ts';
import {
  type CodePairErrors,
  type CodePairValue,
  findUnfinishedCodes,
} from '../../../ui/code-pair.tsx';
import { sendConfirmationCodes } from '../api/send-confirmation-codes.ts';

/** What both codes and the password confirm. */
export interface Confirmation {
  readonly password: string;
  readonly emailOTP: string;
  readonly phoneOTP: string;
}

export interface ConfirmationCodes {
  readonly areSent: boolean;
  /** Sends the codes, for the first time and again. */
  readonly sending: Submission;
  readonly secondsToResend: number;
  readonly codes: CodePairValue;
  readonly unfinished: CodePairErrors | null;
  readonly edit: (changes: Partial<CodePairValue>) => void;
  readonly form: Reauthentication;
}

interface ConfirmationOptions {
  readonly purpose: BodyInputOf<typeof contract>['purpose'];
  /** @returns null when it was accepted */
  readonly confirm: (confirmation: Confirmation) => Promise<ApiError | null>;
}

const REPEATABLE = { isRepeatable: true } as const;
const noCodes: CodePairValue = { emailCode: '', phoneCode: '' };

/** Two codes and the password, which are confirmed together. */
export function useConfirmationCodes(options: ConfirmationOptions): ConfirmationCodes {
  const [areSent, setAreSent] = useState(false);
  const [codes, setCodes] = useState(noCodes);
  const [unfinished, setUnfinished] = useState<CodePairErrors | null>(null);
  const countdown = useCountdown(0);

  const sending = useSubmission(async () => {
    const result = await sendConfirmationCodes({ purpose: options.purpose });
    if (!result.ok) return result.error;
    if (result.data.phoneCode === 'unavailable') return TEXTS_UNAVAILABLE;
    countdown.start(result.data.resendAfter);
    setCodes(noCodes);
    setAreSent(true);
    return null;
  }, REPEATABLE);

  const form = useReauthentication(async (password) => {
    const found = findUnfinishedCodes(codes);
    setUnfinished(found);
    if (found) return NOT_SENT;
    const { emailCode: emailOTP, phoneCode: phoneOTP } = codes;
    return options.confirm({ password, emailOTP, phoneOTP });
  });

  function edit(changes: Partial<CodePairValue>) {
    setUnfinished(null);
    setCodes((known) => ({ ...known, ...changes }));
  }

  const secondsToResend = Math.max(countdown.secondsLeft, sending.secondsToWait);
  return { areSent, sending, secondsToResend, codes, unfinished, edit, form };
}

/** The day’s text messages are used up. */
export const TEXTS_UNAVAILABLE: ApiError = {
  code: 'busy',
  message: t('We can’t send texts right now. Try again in a few hours.'),
  status: 503,
};
