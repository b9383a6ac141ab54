import { t } from '#language/t';
import { paths } from '../../paths.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { FormIntro } from '../../ui/form-intro.tsx';
import { rich } from '../../ui/rich.tsx';
import { TwoCodesForm } from '../../ui/two-codes-form.tsx';
import { MOST_CODE_TRIES, UsedUpCodes } from '../../ui/used-up-codes.tsx';
import { accountNameOf, accountNameText } from './reset-flow.ts';
import type { ResetFlow } from './use-reset-flow.ts';

/** View 2: both codes. Reveals nothing but what was typed, since the user may not own the account. */
export function CodesView({ flow }: { flow: ResetFlow }) {
  const { draft, codesError, resend, text, wrongPairs } = flow.state;
  const back = <BackLink to={paths.login}>{t('Back to Sign In')}</BackLink>;
  return (
    <>
      <title>{t('Verify identity · Kax')}</title>
      {wrongPairs >= MOST_CODE_TRIES ? (
        <UsedUpCodes
          isBusy={resend.at === 'busy'}
          secondsToResend={flow.secondsToResend}
          failure={resend.at === 'failed' ? resend.message : null}
          back={back}
          onResend={flow.resend}
        />
      ) : (
        <>
          <CodesIntro flow={flow} />
          <TwoCodesForm
            label={t('Verify identity')}
            codes={draft.codes}
            error={codesError}
            resend={resend}
            text={text}
            secondsToResend={flow.secondsToResend}
            back={back}
            onChange={flow.editCodes}
            onSubmit={flow.enterCodes}
            onResend={flow.resend}
            onText={flow.requestText}
          />
        </>
      )}
    </>
  );
}

function CodesIntro({ flow }: { flow: ResetFlow }) {
  const { draft, sentTo, text } = flow.state;
  return (
    <FormIntro title={t('Verify identity')}>
      {rich('Check your inbox at <b>{account}</b> to reset your password.', {
        account: accountNameText(sentTo ?? accountNameOf(draft)),
        b: (account) => <b>{account}</b>,
      })}{' '}
      {text.at === 'sent-with-email'
        ? t('We sent one code by email and one by text.')
        : t('Many codes are being requested right now, so we sent only the email.')}{' '}
      {draft.method === 'email'
        ? t('If there’s no account for this email, you won’t receive a code.')
        : t('If there’s no account for this phone, you won’t receive a code.')}
    </FormIntro>
  );
}
