import { t } from '#language/t';
import { type SignedOutReason, useAuthSession } from '../../state/auth-session.ts';
import { Notice } from '../../ui/notice.tsx';

/** Why the user is on the sign-in page without having signed out. Renders nothing if there is no such reason. */
export function SignedOutNotice() {
  const session = useAuthSession();
  const reason = session.status === 'signed-out' ? session.reason : undefined;
  return reason ? <Notice isAlert>{SENTENCE_BY_REASON[reason]}</Notice> : null;
}

const SENTENCE_BY_REASON: Readonly<Record<SignedOutReason, string>> = {
  idle: t(
    'We signed you out after 30 minutes of inactivity. Sign in to continue where you left off.',
  ),
  'wallet-deleted': t('We deleted your wallet and account, and removed them from this browser.'),
};
