import { rich } from '../../../ui/rich.tsx';
import './dialogs.css';
import { useState } from 'react';
import type { ResponseOf } from '#wire/contract';
import type { confirmContactChange as contract } from '#wire/security/confirm-contact-change';
import { useSmsCode } from '../../../lib/use-sms-code.ts';
import { SubmissionAlert } from '../../../reauthentication/submission-alert.tsx';
import {
  NOT_SENT,
  type Submission,
  useSubmission,
} from '../../../reauthentication/use-submission.ts';
import { useUser } from '../../../state/auth-session.ts';
import {
  CodePair,
  type CodePairErrors,
  type CodePairValue,
  findUnfinishedCodes,
} from '../../../ui/code-pair.tsx';
import { findCode } from '../../../ui/find-code.ts';
import { useErrorInView } from '../../../ui/use-error-in-view.ts';
import { useInitialFocus } from '../../../ui/use-initial-focus.ts';
import { confirmContactChange } from '../api/confirm-contact-change.ts';
import type { ContactChannel } from '../security-dialog.ts';
import { lastDigits } from '../security-texts.ts';

interface ContactCodes {
  readonly form: Submission;
  readonly codes: CodePairValue;
  readonly unfinished: CodePairErrors | null;
  readonly edit: (changes: Partial<CodePairValue>) => void;
  /** Forgets what was entered: new codes were sent. */
  readonly clear: () => void;
}

/** Both codes of a contact change. @param onConfirmed gets the change and when it takes effect */
export function useContactCodes(
  onConfirmed: (change: ResponseOf<typeof contract>['contactChange']) => Promise<void>,
): ContactCodes {
  const [codes, setCodes] = useState<CodePairValue>({ emailCode: '', phoneCode: '' });
  const [unfinished, setUnfinished] = useState<CodePairErrors | null>(null);
  const form = useSubmission(async () => {
    const found = findUnfinishedCodes(codes);
    setUnfinished(found);
    if (found) return NOT_SENT;
    const { emailCode: emailOTP, phoneCode: phoneOTP } = codes;
    const result = await confirmContactChange({ emailOTP, phoneOTP });
    if (!result.ok) return result.error;
    await onConfirmed(result.data.contactChange);
    return null;
  });
  function edit(changes: Partial<CodePairValue>) {
    setUnfinished(null);
    setCodes((known) => ({ ...known, ...changes }));
  }
  function clear() {
    edit({ emailCode: '', phoneCode: '' });
    form.clearError();
  }
  return { form, codes, unfinished, edit, clear };
}

interface ContactCodesFormProps {
  channel: ContactChannel;
  /** The new contact. */
  value: string;
  codes: ContactCodes;
}

/** The fields for the code to the new contact and the one to the contact that stays. */
export function ContactCodesForm({ channel, value, codes }: ContactCodesFormProps) {
  const { email, phone } = useUser();
  const { form, unfinished, edit } = codes;
  const formRef = useErrorInView(unfinished ?? form.error);
  useInitialFocus(formRef);
  useSmsCode((text) => {
    const phoneCode = findCode(text);
    if (phoneCode) edit({ phoneCode });
  });
  return (
    <form
      ref={formRef}
      id={form.formId}
      className="security-dialog__form"
      onSubmit={form.handleSubmit}
    >
      <p className="security-dialog__text">
        {channel === 'email'
          ? rich(
              'We sent one code to <b>{email}</b> and one to your phone ending in {digits}. Both expire in 10 minutes. Nothing arrived? Go back and send them again.',
              { email: value, digits: lastDigits(phone), b: (text) => <b>{text}</b> },
            )
          : rich(
              'We sent one code to <b>{email}</b> and one to <b>{phone}</b>. Both expire in 10 minutes. Nothing arrived? Go back and send them again.',
              { email, phone: value, b: (text) => <b>{text}</b> },
            )}
      </p>
      <CodePair
        value={codes.codes}
        errors={unfinished}
        areWrong={form.error?.code === 'codes-not-right'}
        onChange={edit}
      />
      <SubmissionAlert form={form} />
    </form>
  );
}
