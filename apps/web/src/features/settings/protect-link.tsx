import { t } from '#language/t';
import { Link } from '../../lib/navigation/navigation.tsx';
import { paths } from '../../paths.ts';
import { buttonClassName } from '../../ui/button.tsx';

/** Leads to the choice who has the keys. */
export function ProtectLink() {
  return (
    <span className="protect-link">
      {t('Your keys can be yours alone, on your devices.')}
      <Link to={paths.protect} className={buttonClassName({ size: 'sm' })}>
        {t('Protect your wallet')}
      </Link>
    </span>
  );
}
