import './two-codes-form.css';
import type { FormEvent, ReactNode } from 'react';
import { Button } from './button.tsx';
import { CodePair, type CodePairErrors, type CodePairValue } from './code-pair.tsx';
import { FormAlert } from './form-alert.tsx';
import { ResendButton } from './resend-button.tsx';
import { useErrorInView } from './use-error-in-view.ts';
import { useInitialFocus } from './use-initial-focus.ts';

/** Why the codes were not accepted. */
export type CodesError =
  | { readonly at: 'fields'; readonly errors: CodePairErrors }
  | { readonly at: 'form'; readonly message: string; readonly hint: string | null };

/** The result of requesting new codes. */
export type ResendState =
  | { readonly at: 'idle' }
  | { readonly at: 'busy' }
  | { readonly at: 'sent' }
  | { readonly at: 'failed'; readonly message: string };

interface TwoCodesFormProps {
  label: string;
  codes: CodePairValue;
  error: CodesError | null;
  isBusy?: boolean | undefined;
  resend: ResendState;
  secondsToResend: number;
  /** The back link, to the left of Resend. */
  back: ReactNode;
  onChange: (changes: Partial<CodePairValue>) => void;
  onSubmit: () => void;
  onResend: () => void;
}

/** A form for the codes from the email and the text message, with a button to resend them. */
export function TwoCodesForm(props: TwoCodesFormProps) {
  const { codes, error, resend } = props;
  const formRef = useErrorInView(error);
  useInitialFocus(formRef);

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
        errors={error?.at === 'fields' ? error.errors : null}
        onChange={props.onChange}
      />
      {error?.at === 'form' ? <FormAlert title={error.message}>{error.hint}</FormAlert> : null}
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
