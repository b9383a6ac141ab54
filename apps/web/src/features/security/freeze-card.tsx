import { Snowflake } from 'lucide-react';
import { t } from '#language/t';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';

/** The button that stops everything from leaving. */
export function FreezeCard({ onFreeze }: { onFreeze: () => void }) {
  return (
    <Card className="security-card security-card--freeze">
      <section className="freeze" aria-labelledby="freeze-title">
        <span className="freeze__disc">
          <Snowflake className="icon" size={24} aria-hidden="true" />
        </span>
        <div>
          <h2 className="card-title" id="freeze-title">
            {t('Lost a device? Worried?')}
          </h2>
          <p>
            {t(
              'Freeze your account. Nothing can leave until you unfreeze it. You still receive money.',
            )}
          </p>
        </div>
        <Button
          size="lg"
          isWide
          icon={<Snowflake className="icon" size={18} aria-hidden="true" />}
          onClick={onFreeze}
        >
          {t('Freeze account')}
        </Button>
      </section>
    </Card>
  );
}
