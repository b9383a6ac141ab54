import { t } from '#language/t';
import { Link } from '../../lib/navigation/navigation.tsx';
import { paths } from '../../paths.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useDiscoverability } from './use-discoverability.ts';

/** What others learn of the account, as stored on the server (§2 /dashboard/settings). */
export function PrivacySettings() {
  const discoverability = useDiscoverability();
  return (
    <section className="card settings-card" aria-labelledby="privacy">
      <header className="settings-card__head">
        <h2 className="card-title" id="privacy">
          {t('Privacy')}
        </h2>
      </header>
      {discoverability.hasFailed ? (
        <ErrorState
          title={t('We couldn’t check whether people can find you')}
          onRetry={discoverability.retry}
          isRetrying={discoverability.isRetrying}
        />
      ) : (
        <div className="settings-switches">
          <Switch
            label={t('Let people find me')}
            description={t(
              'Anyone who enters your exact email or phone number sees your name and addresses, so they can pay you. Your public address shows its balance to anyone',
            )}
            isOn={discoverability.isOn}
            onChange={discoverability.change}
          />
        </div>
      )}
      <p className="settings-card__foot">
        <Link to={`${paths.dashboard}?do=welcome&step=balances`}>
          {t('How your two balances work')}
        </Link>
      </p>
    </section>
  );
}
