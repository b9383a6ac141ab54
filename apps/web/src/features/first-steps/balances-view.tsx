import { t } from '#language/t';
import './balances-view.css';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { ModeMark } from '../../ui/mode-mark.tsx';
import { ViewHeading, type ViewTitle } from './view-heading.tsx';
import { MovingArt, PrivateArt, PublicArt } from './welcome-art.tsx';

interface BalancesViewProps {
  title: ViewTitle;
  /** Null when there is nothing to go back to. */
  onBack: (() => void) | null;
  onNext: () => void;
}

/** Explains both balances, and moving money between them. */
export function BalancesView({ title, onBack, onNext }: BalancesViewProps) {
  return (
    <section className="welcome__wide">
      <ViewHeading title={title} text={t('One wallet, two balances')}>
        {t(
          'Your total is the sum of both. The switch at the top of the page picks which one you see.',
        )}
      </ViewHeading>
      <div className="welcome__cards">
        <BalanceCard name={t('Public')} mode="public" art={<PublicArt />}>
          {t(
            'Its address works like an account number, but anyone who has it can see what you hold and who you pay. Money from cards, exchanges and shops arrives here.',
          )}
        </BalanceCard>
        <BalanceCard name={t('Private')} mode="private" art={<PrivateArt />}>
          {t(
            'Polygon, the network that moves your money, shows no owner and no amount for this one. Only you, the people you pay and Kax can see your payments.',
          )}
        </BalanceCard>
        <BalanceCard name={t('Moving between them')} art={<MovingArt />}>
          {t(
            '“Make private” and “Make public” take 5 to 15 minutes and cost 0.25% each, plus a small network fee. Others can see that you moved money, but not what you do in between.',
          )}
        </BalanceCard>
      </div>
      <div className="welcome__buttons">
        {onBack ? (
          <Button variant="quiet" size="lg" onClick={onBack}>
            {t('Back')}
          </Button>
        ) : null}
        <Button variant="filled" size="lg" onClick={onNext}>
          {t('Choose where to start')}
        </Button>
      </div>
    </section>
  );
}

interface BalanceCardProps {
  name: string;
  mode?: 'public' | 'private';
  art: ReactNode;
  children: ReactNode;
}

function BalanceCard({ name, mode, art, children }: BalanceCardProps) {
  return (
    <article className="welcome-card" data-mode={mode}>
      <div className="welcome-card__art">{art}</div>
      <div className="welcome-card__text">
        <h3>
          {mode ? <ModeMark mode={mode} size={17} /> : null}
          {name}
        </h3>
        <p>{children}</p>
      </div>
    </article>
  );
}
