import { t } from '#language/t';
import './freeze-by-link.css';
import { ArrowDownLeft, Check, Snowflake, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { reasonOf } from '../../lib/api-result.ts';
import { clockText } from '../../lib/elapsed.ts';
import { Link } from '../../lib/navigation/navigation.tsx';
import { paths } from '../../paths.ts';
import { useAuthSession } from '../../state/auth-session.ts';
import { Button, buttonClassName } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { freezeByLink } from './api/freeze-by-link.ts';

type FreezeState =
  | { readonly at: 'idle' }
  | { readonly at: 'busy' }
  | { readonly at: 'frozen'; readonly frozenAt: string }
  | { readonly at: 'expired'; readonly message: string }
  | { readonly at: 'failed'; readonly message: string };

const icon = { className: 'icon', size: 18, 'aria-hidden': true } as const;

/** Freezes the account of an email’s link after a press: programs that check emails open links too. */
export function FreezeByLinkForm({ token }: { token: string }) {
  const { state, freeze } = useFreezeByLink(token);
  switch (state.at) {
    case 'frozen':
      return <Frozen at={state.frozenAt} />;
    case 'expired':
      return <Expired message={state.message} />;
    default:
      return <Proposal state={state} onFreeze={freeze} />;
  }
}

function useFreezeByLink(token: string) {
  const [state, setState] = useState<FreezeState>({ at: 'idle' });
  // State updates only on the next render; a double click can come before it.
  const isRunning = useRef(false);

  async function freeze() {
    if (isRunning.current) return;
    isRunning.current = true;
    setState({ at: 'busy' });
    const result = await freezeByLink(token);
    isRunning.current = false;
    if (result.ok) return setState({ at: 'frozen', frozenAt: result.data.frozenAt });
    const { code, message } = result.error;
    if (code === 'link-not-valid') return setState({ at: 'expired', message });
    setState({ at: 'failed', message: reasonOf(result.error) ?? UNREACHABLE });
  }
  return { state, freeze };
}

const UNREACHABLE = t('We couldn’t reach Kax. Check your connection and try again.');

interface ProposalProps {
  state: FreezeState;
  onFreeze: () => void;
}

function Proposal({ state, onFreeze }: ProposalProps) {
  return (
    <div className="freeze-link">
      <h1 className="page-title">{t('Freeze your account')}</h1>
      <p className="freeze-link__lead">
        {t(
          'If something in the email wasn’t you, freeze your account. It takes effect immediately.',
        )}
      </p>
      <ul className="freeze-link__facts">
        <li>
          <Check {...icon} />
          {t('No payment, swap or key export is possible.')}
        </li>
        <li>
          <ArrowDownLeft {...icon} />
          {t('You still receive money.')}
        </li>
        <li>
          <TriangleAlert {...icon} />
          {t(
            'Your 12 words still work in other apps. If someone has them, move your money to a new wallet.',
          )}
        </li>
      </ul>
      <p className="freeze-link__lead">
        {t(
          'To unfreeze it, you’ll need a passkey you’ve had for a day, or your password and both codes.',
        )}
      </p>
      {state.at === 'failed' ? (
        <Notice tone="bad" isAlert title={t('Your account isn’t frozen yet.')}>
          {state.message}
        </Notice>
      ) : null}
      <Button
        variant="filled"
        size="lg"
        isWide
        icon={<Snowflake {...icon} />}
        isBusy={state.at === 'busy'}
        busyLabel={t('Freezing...')}
        onClick={onFreeze}
      >
        {t('Freeze my account')}
      </Button>
    </div>
  );
}

function Frozen({ at }: { at: string }) {
  return (
    <Result title={t('Your account is frozen')}>
      <p className="freeze-link__lead">
        {t('Frozen at {clock}. Nothing can leave until you unfreeze it. You still receive money.', {
          clock: clockText(Date.parse(at)),
        })}
      </p>
      <p className="freeze-link__lead">
        {t('If someone may know your password, change it before you unfreeze your account.')}
      </p>
    </Result>
  );
}

function Expired({ message }: { message: string }) {
  return (
    <Result title={t('Your account isn’t frozen')}>
      <Notice tone="warn">{message}</Notice>
    </Result>
  );
}

/** Begins on its title, because the button that led here is gone. */
function Result({ title, children }: { title: string; children: ReactNode }) {
  const isSignedIn = useAuthSession().status === 'signed-in';
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <div className="freeze-link">
      <h1 className="page-title" ref={ref} tabIndex={-1}>
        {title}
      </h1>
      {children}
      <Link
        className={buttonClassName({ size: 'lg', isWide: true })}
        to={isSignedIn ? paths.security : paths.login}
      >
        {isSignedIn ? t('Open Security') : t('Sign in')}
      </Link>
    </div>
  );
}
