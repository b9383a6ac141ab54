import type { SecuritySettings } from '#wire/security/security-settings';
import { dollarsText } from '../../money-form/amount-text.ts';
import { useDiscretion } from '../../state/discretion.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Secret } from '../../ui/secret.tsx';
import { SecurityCard } from './security-card.tsx';
import type { OpenDialog } from './security-dialog.ts';
import { countFactors, methodsText, whenText } from './security-texts.ts';
import { SettingRow } from './setting-row.tsx';

interface PaymentsCardProps {
  settings: SecuritySettings;
  now: number;
  onOpen: OpenDialog;
}

/** Which payments need an approval. */
export function PaymentsCard({ settings, now, onOpen }: PaymentsCardProps) {
  const hasFactor = countFactors(settings) > 0;
  const { cents, raise } = settings.dailyLimit;
  if (!hasFactor) {
    return (
      <SecurityCard place="payments" title="Payments">
        <SettingRow title="No approval needed">
          Add a passkey or an app, and payments above <Limit cents={cents} /> a day will need it. So
          will your first payment to anyone new.
        </SettingRow>
      </SecurityCard>
    );
  }
  return (
    <SecurityCard
      place="payments"
      title="Payments"
      text={`Some payments need ${methodsText(settings)}.`}
      foot="Lowering the limit takes effect right away. Raising it takes 24 hours. Your 12 words work without any limit in other apps."
    >
      <SettingRow
        title="Daily limit"
        aside={
          <Button
            size="sm"
            aria-label="Change daily limit"
            onClick={() => onOpen({ name: 'daily-limit' })}
          >
            Change
          </Button>
        }
      >
        {cents === '0' ? (
          'Every payment needs approval.'
        ) : (
          <>
            Payments above <Limit cents={cents} /> a day need approval.
          </>
        )}
        {raise ? (
          <>
            {' '}
            Rises to <Limit cents={raise.cents} /> {whenText(Date.parse(raise.at), now)}.
          </>
        ) : null}
      </SettingRow>
      <SettingRow title="New recipients" aside={<Badge>Always on</Badge>}>
        Your first payment to anyone needs approval.
      </SettingRow>
    </SecurityCard>
  );
}

function Limit({ cents }: { cents: string }) {
  const isDiscreet = useDiscretion();
  return (
    <Secret isHidden={isDiscreet} width="4em">
      {dollarsText(cents)}
    </Secret>
  );
}
