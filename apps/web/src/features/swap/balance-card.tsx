import { t } from '#language/t';
import { ShortAddress } from '../../ui/address.tsx';
import { Card } from '../../ui/card.tsx';
import { ModeMark } from '../../ui/mode-mark.tsx';
import { Summary } from '../../ui/summary.tsx';

/** Which balance a swap uses, and how its result becomes private (§2 Swap). */
export function BalanceCard({ account }: { account: string }) {
  return (
    <Card className="balance-card">
      <h2>{t('Which balance this uses')}</h2>
      <Summary
        rows={[
          { label: t('Sells from'), value: <PublicBalance /> },
          { label: t('Pays into'), value: <PublicBalance /> },
          { label: t('Source wallet'), value: <ShortAddress address={account} /> },
        ]}
      />
      <p>
        {t(
          'To keep the result private, swap first, then make it private. Only coins on Polygon can be private, so convert your tokens to USDC on Polygon.',
        )}
      </p>
    </Card>
  );
}

function PublicBalance() {
  return (
    <span className="balance-card__balance">
      <ModeMark mode="public" size={14} />
      {t('Public balance')}
    </span>
  );
}
