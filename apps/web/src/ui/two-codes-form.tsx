import './two-codes-form.css';
import type { FormEvent, ReactNode } from 'react';
import { Button } from './button.tsx';
import { CodePair, type CodePairErrors, type CodePairValue } from './code-pair.tsx';
import { FormAlert } from './form-alert.tsx';
import { ResendButton } from './resend-button.tsx';
import { useFaultInSight } from './use-fault-in-sight.ts';
import { useFocusAtFirst } from './use-focus-at-first.ts';

/** Why the codes were not taken. */
export type CodesFault =
  | { readonly at: 'fields'; readonly errors: CodePairErrors }
  | { readonly at: 'form'; readonly message: string; readonly hint: string | null };

/** How asking for new codes went. */
export type ResendState =
  | { readonly at: 'idle' }
  | { readonly at: 'busy' }
  | { readonly at: 'sent' }
  | { readonly at: 'failed'; readonly message: string };

interface TwoCodesFormProps {
  label: string;
  codes: CodePairValue;
  fault: CodesFault | null;
  isBusy?: boolean | undefined;
  resend: ResendState;
  secondsToResend: number;
  /** The way back, at the left of Resend. */
  back: ReactNode;
  onChange: (changes: Partial<CodePairValue>) => void;
  onSubmit: () => void;
  onResend: () => void;
}

/** The code from the e-mail and the one from the SMS, with a way to have new ones sent. */
export function TwoCodesForm(props: TwoCodesFormProps) {
  const { codes, fault, resend } = props;
  const formRef = useFaultInSight(fault);
  useFocusAtFirst(formRef);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    props.onSubmit();
  }

  return (
    <form
      ref={formRef}
      className="two-codes-form"
      aria-label={props.label}
      noValidate
      onSubmit={handleSubmit}
    >
      <CodePair
        value={codes}
        errors={fault?.at === 'fields' ? fault.errors : null}
        onChange={props.onChange}
      />
      {fault?.at === 'form' ? <FormAlert title={fault.message}>{fault.hint}</FormAlert> : null}
      <Button
        type="submit"
        variant="filled"
        size="lg"
        isWide
        isBusy={props.isBusy}
        busyLabel="Verifying..."
      >
        Verify
      </Button>
      <div className="two-codes-form__foot">
        {props.back}
        <ResendButton
          secondsLeft={props.secondsToResend}
          isBusy={resend.at === 'busy'}
          onPress={props.onResend}
        />
      </div>
      <ResendOutcome resend={resend} />
    </form>
  );
}

function ResendOutcome({ resend }: { resend: ResendState }) {
  return (
    <p
      className={resend.at === 'failed' ? 'two-codes-form__failure' : 'two-codes-form__outcome'}
      role="status"
    >
      {resend.at === 'sent' ? 'We sent new codes. Earlier codes no longer work.' : null}
      {resend.at === 'failed' ? resend.message : null}
    </p>
  );
}
