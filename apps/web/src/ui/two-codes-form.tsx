import { t } from '#language/t';
import './two-codes-form.css';
import type { FormEvent, ReactNode } from 'react';
import { Button } from './button.tsx';
import { CodePair, type CodePairErrors, type CodePairValue } from './code-pair.tsx';
import { CODE_LENGTH, LONG_CODE_LENGTH } from './find-code.ts';
import { FormAlert } from './form-alert.tsx';
import { ResendButton } from './resend-button.tsx';
import { useErrorInView } from './use-error-in-view.ts';
import { useInitialFocus } from './use-initial-focus.ts';

/** Why the codes were not accepted. */
export type CodesError =
  | { readonly at: 'fields'; readonly errors: CodePairErrors }
  | {
      readonly at: 'form';
      readonly message: string;
      readonly hint: string | null;
      /** The codes themselves were refused. */
      readonly areCodesWrong?: boolean;
    };

/** What becomes of the text message: it went out with the email, or follows the code of the email. */
export type TextState =
  | { readonly at: 'sent-with-email' }
  | { readonly at: 'waiting' }
  | { readonly at: 'busy' }
  | { readonly at: 'sent' }
  | { readonly at: 'failed'; readonly message: string };

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
  text: TextState;
  secondsToResend: number;
  /** The back link, to the left of Resend. */
  back: ReactNode;
  onChange: (changes: Partial<CodePairValue>) => void;
  onSubmit: () => void;
  onResend: () => void;
  /** Requests the text message that waits for the code of the email. */
  onText: () => void;
}

/** A form for the codes from the email and the text message, with a button to resend them. */
export function TwoCodesForm(props: TwoCodesFormProps) {
  const { codes, error, resend, text } = props;
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
        length={codeLengthOf(text)}
        areWrong={error?.at === 'form' && error.areCodesWrong}
        onChange={props.onChange}
      >
        <TextRequest text={text} emailCode={codes.emailCode} onPress={props.onText} />
      </CodePair>
      {error?.at === 'form' ? <FormAlert title={error.message}>{error.hint}</FormAlert> : null}
      <Button
        type="submit"
        variant="filled"
        size="lg"
        isWide
        isBusy={props.isBusy}
        busyLabel={t('Verifying...')}
      >
        {t('Verify')}
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

/** @param isAfterEmailCode whether the text message follows the code of the email @returns how it begins */
export function startOfText(isAfterEmailCode: boolean): TextState {
  return { at: isAfterEmailCode ? 'waiting' : 'sent-with-email' };
}

/** @returns how many digits each code has: codes that may be requested any number of times have more */
export function codeLengthOf(text: TextState): number {
  return text.at === 'sent-with-email' ? CODE_LENGTH : LONG_CODE_LENGTH;
}

interface TextRequestProps {
  text: TextState;
  emailCode: string;
  onPress: () => void;
}

/** The button for the text message, once the code of the email is entered. */
function TextRequest({ text, emailCode, onPress }: TextRequestProps) {
  // A code of ten digits also says that the text message waits for it.
  const isLong = emailCode.length === LONG_CODE_LENGTH;
  if (text.at === 'sent-with-email' && !isLong) return null;
  const isReady = isLong && text.at !== 'sent';
  return (
    <div className="two-codes-form__text">
      <p
        className={text.at === 'failed' ? 'two-codes-form__failure' : 'two-codes-form__outcome'}
        role="status"
      >
        {textSentence(text)}
      </p>
      {isReady ? (
        <Button isBusy={text.at === 'busy'} busyLabel={t('Texting...')} onClick={onPress}>
          {t('Text me the code')}
        </Button>
      ) : null}
    </div>
  );
}

function textSentence(text: TextState): string {
  if (text.at === 'failed') return text.message;
  if (text.at === 'sent') return t('We texted you the other code.');
  return t('Enter the code from the email first. Then we’ll text you the other one.');
}

function ResendOutcome({ resend }: { resend: ResendState }) {
  return (
    <p
      className={resend.at === 'failed' ? 'two-codes-form__failure' : 'two-codes-form__outcome'}
      role="status"
    >
      {resend.at === 'sent' ? t('We sent new codes. Earlier codes no longer work.') : null}
      {resend.at === 'failed' ? resend.message : null}
    </p>
  );
}
