import { LifeBuoy, Smartphone } from 'lucide-react';
import { t } from '#language/t';
import type { SecuritySettings } from '#wire/security/security-settings';
import { shortDayText } from '../../lib/elapsed.ts';
import { Button } from '../../ui/button.tsx';
import { SettingRow } from '../../ui/setting-row.tsx';
import { SecurityCard } from './security-card.tsx';
import type { OpenDialog } from './security-dialog.ts';
import { countFactors } from './security-texts.ts';

interface OtherFactorsCardProps {
  settings: SecuritySettings;
  onOpen: OpenDialog;
}

/** The authenticator app, the recovery codes, and help for an owner who lost everything. */
export function OtherFactorsCard({ settings, onOpen }: OtherFactorsCardProps) {
  const { app, recoveryCodesLeft, factorsRemovedAt } = settings;
  const hasFactor = countFactors(settings) > 0;
  return (
    <SecurityCard
      place="others"
      title={t('App and recovery codes')}
      foot={
        hasFactor && factorsRemovedAt === null ? (
          <button
            type="button"
            className="security-link"
            onClick={() => onOpen({ name: 'lost-factors' })}
          >
            {t('Lost your passkey and app?')}
          </button>
        ) : null
      }
    >
      <SettingRow
        Icon={Smartphone}
        title={t('Authenticator app')}
        aside={<AppButtons hasApp={app !== null} onOpen={onOpen} />}
      >
        {app === null
          ? t('An app on your phone that shows a new code every 30 seconds.')
          : t('Added {day}', { day: shortDayText(Date.parse(app.createdAt)) })}
      </SettingRow>
      {hasFactor ? (
        <SettingRow
          Icon={LifeBuoy}
          title={t('Recovery codes')}
          aside={
            <Button
              size="sm"
              aria-label={t('Replace codes')}
              onClick={() => onOpen({ name: 'new-recovery-codes' })}
            >
              {t('Replace')}
            </Button>
          }
        >
          {t('{count} of 10 left. Each works once, when you have nothing else.', {
            count: recoveryCodesLeft,
          })}
        </SettingRow>
      ) : null}
    </SecurityCard>
  );
}

function AppButtons({ hasApp, onOpen }: { hasApp: boolean; onOpen: OpenDialog }) {
  if (!hasApp) {
    return (
      <Button size="sm" onClick={() => onOpen({ name: 'add-app' })}>
        {t('Add app')}
      </Button>
    );
  }
  return (
    <>
      <Button size="sm" aria-label={t('Replace app')} onClick={() => onOpen({ name: 'add-app' })}>
        {t('Replace')}
      </Button>
      <Button size="sm" aria-label={t('Remove app')} onClick={() => onOpen({ name: 'remove-app' })}>
        {t('Remove')}
      </Button>
    </>
  );
}
