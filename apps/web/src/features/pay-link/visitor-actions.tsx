import { t } from '#language/t';
import { Link, useLocation } from '../../lib/navigation/navigation.tsx';
import { paths } from '../../paths.ts';
import { buttonClassName } from '../../ui/button.tsx';
import type { LinkedRequest } from './api/find-payment-request.ts';
import { OtherWalletButton } from './other-wallet-button.tsx';

/** What someone without a session can do: sign in and come back, or pay from elsewhere. */
export function VisitorActions({ request }: { request: LinkedRequest }) {
  const { pathname } = useLocation();
  return (
    <div className="link-card__actions">
      <Link
        className={buttonClassName({ variant: 'filled', size: 'lg', isWide: true })}
        to={paths.login}
        state={{ from: pathname }}
      >
        {t('Pay from my Kax wallet')}
      </Link>
      <OtherWalletButton request={request} />
    </div>
  );
}
