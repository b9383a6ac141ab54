import { t } from '#language/t';
import './start-view.css';
import { Plus, Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { ModeMark } from '../../ui/mode-mark.tsx';
import { ViewHeading, type ViewTitle } from './view-heading.tsx';

/** Whether there is money to make private, and in which coin. */
export type Start =
  | { readonly at: 'ready'; readonly symbol: string }
  | { readonly at: 'checking' | 'empty' | 'unknown' };

interface StartViewProps {
  title: ViewTitle;
  start: Start;
  /** Null when there is nothing to go back to. */
  onBack: (() => void) | null;
  onAddMoney: () => void;
  onMakePrivate: () => void;
  onLater: () => void;
}

/** Offers what to do first. What can't be done yet says why. */
export function StartView(props: StartViewProps) {
  const { title, start, onBack, onAddMoney, onMakePrivate, onLater } = props;
  const isReady = start.at === 'ready';
  return (
    <section className="welcome__sheet welcome__sheet--start">
      <ViewHeading title={title} text={t('Where would you like to start?')}>
        {t('You can do the rest at any time. Your dashboard lists what’s left.')}
      </ViewHeading>
      <ul className="welcome__choices">
        <Choice
          icon={<Plus className="icon" size={19} aria-hidden="true" />}
          name={t('Add money')}
          text={t('Buy with a card, or send POL, KAX or USDC from another wallet.')}
          action={
            <Button variant={isReady ? 'outlined' : 'filled'} onClick={onAddMoney}>
              {t('Add money')}
            </Button>
          }
        />
        <Choice
          icon={<ModeMark mode="private" size={19} />}
          mode="private"
          name={t('Make some private')}
          text={privateText(start)}
          action={
            isReady ? (
              <Button variant="filled" onClick={onMakePrivate}>
                {t('Make some private')}
              </Button>
            ) : null
          }
        />
        <Choice
          icon={<Wallet className="icon" size={19} aria-hidden="true" />}
          name={t('Later')}
          text={t('Look around first. Nothing is waiting for you.')}
          action={<Button onClick={onLater}>{t('Go to my wallet')}</Button>}
        />
      </ul>
      {onBack ? (
        <div className="welcome__buttons">
          <Button variant="quiet" onClick={onBack}>
            {t('Back')}
          </Button>
        </div>
      ) : null}
    </section>
  );
}

function privateText(start: Start): string {
  switch (start.at) {
    case 'ready':
      return t('Try it with a little of your {symbol}. You’ll see the cost before you confirm.', {
        symbol: start.symbol,
      });
    case 'checking':
      return t('Checking whether there’s money to move…');
    case 'empty':
      return t('There’s no money to move yet. Once some arrives, your dashboard offers this step.');
    case 'unknown':
      return t(
        'Nothing can be moved right now. Your dashboard offers this step as soon as it can.',
      );
  }
}

interface ChoiceProps {
  icon: ReactNode;
  mode?: 'private';
  name: string;
  text: string;
  action: ReactNode;
}

function Choice({ icon, mode, name, text, action }: ChoiceProps) {
  return (
    <li className="welcome__choice" data-mode={mode}>
      <span className="welcome__choice-icon">{icon}</span>
      <div>
        <b>{name}</b>
        <p>{text}</p>
      </div>
      {action}
    </li>
  );
}
