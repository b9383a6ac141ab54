import { paths } from '../../paths.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { FormIntro } from '../../ui/form-intro.tsx';
import { TwoCodesForm } from '../../ui/two-codes-form.tsx';
import { accountNameOf, accountNameText } from './reset-flow.ts';
import type { ResetFlow } from './use-reset-flow.ts';

/** View 2: both codes. Reveals nothing but what was typed, since the user may not own the account. */
export function CodesView({ flow }: { flow: ResetFlow }) {
  const { draft, sentTo, codesError, resend } = flow.state;
  return (
    <>
      <title>Verify identity · Kax</title>
      <FormIntro title="Verify identity">
        Check your inbox at <b>{accountNameText(sentTo ?? accountNameOf(draft))}</b> to reset your
        password. We sent one code by email and one by text. If there’s no account for this{' '}
        {draft.method}, you won’t receive a code.
      </FormIntro>
      <TwoCodesForm
        label="Verify identity"
        codes={draft.codes}
        error={codesError}
        resend={resend}
        secondsToResend={flow.secondsToResend}
        back={<BackLink to={paths.login}>Back to Sign In</BackLink>}
        onChange={flow.editCodes}
        onSubmit={flow.enterCodes}
        onResend={flow.resend}
      />
    </>
  );
}
