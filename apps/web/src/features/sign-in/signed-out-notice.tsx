import { type SignedOutReason, useAuthSession } from '../../state/auth-session.ts';
import { Notice } from '../../ui/notice.tsx';

/** Why one is on the sign-in page although one did not sign out; nothing where there is no such reason. */
export function SignedOutNotice() {
  const session = useAuthSession();
  const reason = session.status === 'signed-out' ? session.reason : undefined;
  return reason ? <Notice isAlert>{SENTENCE_BY_REASON[reason]}</Notice> : null;
}

const SENTENCE_BY_REASON: Readonly<Record<SignedOutReason, string>> = {
  idle: 'You were signed out because you were inactive for 30 minutes. Sign in to go on where you were.',
  'wallet-deleted':
    'Your wallet and your account are deleted. Nothing of them is left in this browser.',
};
