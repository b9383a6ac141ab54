import { t } from '#language/t';
import type { SecuritySettings } from '#wire/security/security-settings';
import { HelpAbout } from '../../help/help-about.tsx';
import { limitText } from '../../money-form/amount-text.ts';
import { useDiscretion } from '../../state/discretion.ts';
import { useMoney } from '../../state/money.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { rich } from '../../ui/rich.tsx';
import { Secret } from '../../ui/secret.tsx';
import { SettingRow } from '../../ui/setting-row.tsx';
import { SecurityCard } from './security-card.tsx';
import type { OpenDialog } from './security-dialog.ts';
import { countFactors, methodsOf, whenText } from './security-texts.ts';

interface PaymentsCardProps {
  settings: SecuritySettings;
  now: number;
  onOpen: OpenDialog;
}

const HELP = <HelpAbout topic="daily-limit" about={t('Payments that need approval')} />;

/** Which payments need an approval. */
export function PaymentsCard({ settings, now, onOpen }: PaymentsCardProps) {
  const hasFactor = countFactors(settings) > 0;
  const { cents, raise } = settings.dailyLimit;
  if (!hasFactor) {
    return (
      <SecurityCard place="payments" title={t('Payments')} help={HELP}>
        <SettingRow title={t('No approval needed')}>
          {rich(
            'Add a passkey or an app, and payments above {limit} a day will need it. So will your first payment to anyone new.',
            { limit: <Limit cents={cents} /> },
          )}
        </SettingRow>
      </SecurityCard>
    );
  }
  return (
    <SecurityCard
      place="payments"
      title={t('Payments')}
      help={HELP}
      text={t(
        '{methods, select, app {Some payments need a code from your app.} passkey {Some payments need your passkey.} other {Some payments need your passkey or a code.}}',
        { methods: methodsOf(settings) },
      )}
      foot={t(
        'Lowering the limit takes effect right away. Raising it takes 24 hours. Your 12 words work without any limit in other apps.',
      )}
    >
      <SettingRow
        title={t('Daily limit')}
        aside={
          <Button
            size="sm"
            aria-label={t('Change daily limit')}
            onClick={() => onOpen({ name: 'daily-limit' })}
          >
            {t('Change')}
          </Button>
        }
      >
        {cents === '0'
          ? t('Every payment needs approval.')
          : rich('Payments above {limit} a day need approval.', { limit: <Limit cents={cents} /> })}
        {raise ? (
          <>
            {' '}
            {rich('Rises to {limit} {when}.', {
              limit: <Limit cents={raise.cents} />,
              when: whenText(Date.parse(raise.at), now),
            })}
          </>
        ) : null}
      </SettingRow>
      <SettingRow title={t('New recipients')} aside={<Badge>{t('Always on')}</Badge>}>
        {t('Your first payment to anyone needs approval.')}
      </SettingRow>
    </SecurityCard>
  );
}

function Limit({ cents }: { cents: string }) {
  const isDiscreet = useDiscretion();
  return (
    <Secret isHidden={isDiscreet} width="4em">
      {limitText(cents, useMoney())}
    </Secret>
  );
}
