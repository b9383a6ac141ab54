import { t } from '#language/t';
import './first-steps.css';
import { Plus } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Link } from '../../lib/navigation/navigation.tsx';
import { paths } from '../../paths.ts';
import { endFirstSteps, keepFirstSteps, useHasBackup } from '../../state/first-steps.ts';
import { Button, type ButtonVariant, buttonClassName } from '../../ui/button.tsx';
import { StepRow } from './step-row.tsx';

/** How far money is on its way into the private balance. */
export type PrivateMoney = 'none' | 'arriving' | 'there';

interface FirstStepsProps {
  userId: string;
  hasMoney: boolean;
  privateMoney: PrivateMoney;
  /** Opens Shield; null while no coin can be shielded. */
  onMakePrivate: (() => void) | null;
  /** Explains the two balances. */
  onExplain: () => void;
}

interface FirstStep {
  readonly title: string;
  readonly text: string;
  readonly isDone: boolean;
  readonly action: (variant: ButtonVariant) => ReactNode;
}

/** What a new wallet lacks. It stays until all of it is done, or until the user dismisses it. */
export function FirstSteps(props: FirstStepsProps) {
  const hasBackup = useHasBackup(props.userId);
  const steps = [addMoney(props), makePrivate(props), backUp(hasBackup)];
  const done = steps.filter(({ isDone }) => isDone).length;
  const isOver = done === steps.length;
  useEffect(() => (isOver ? endFirstSteps() : keepFirstSteps()), [isOver]);
  const next = steps.find(({ isDone }) => !isDone);
  if (next === undefined) return null;
  return (
    <section className="card first-steps" aria-labelledby="first-steps">
      <header className="first-steps__head">
        <div>
          <h2 className="card-title" id="first-steps">
            {t('Three steps to get going')}
          </h2>
          <p>{t('About five minutes. You can stop at any point.')}</p>
        </div>
        <span className="first-steps__count">
          {t('{done} of {total} done', { done, total: steps.length })}
        </span>
        <Button size="sm" variant="quiet" onClick={endFirstSteps}>
          {t('Hide these steps')}
        </Button>
      </header>
      <ol>
        {steps.map((step, index) => (
          <StepRow
            key={step.title}
            {...step}
            number={index + 1}
            isNext={step === next}
            action={step.isDone ? null : step.action(step === next ? 'filled' : 'outlined')}
          />
        ))}
      </ol>
    </section>
  );
}

function addMoney({ hasMoney }: FirstStepsProps): FirstStep {
  return {
    title: t('Add money'),
    text: t('Buy with a card, or send POL, KAX or USDC from another wallet.'),
    isDone: hasMoney,
    action: (variant) => (
      <Link to={paths.depositCurrency} className={buttonClassName({ variant })}>
        <Plus className="icon" size={17} aria-hidden="true" />
        {t('Add money')}
      </Link>
    ),
  };
}

function makePrivate({ privateMoney, onMakePrivate, onExplain }: FirstStepsProps): FirstStep {
  const isArriving = privateMoney === 'arriving';
  return {
    title: t('Make some of it private'),
    text: isArriving
      ? t('It’s on its way to your private balance. You don’t have to wait here.')
      : t('Money you add is public at first. Moving it takes 5–15 minutes.'),
    isDone: privateMoney === 'there',
    action: (variant) => {
      if (isArriving) return null;
      return onMakePrivate ? (
        <Button variant={variant} onClick={onMakePrivate}>
          {t('Choose an amount')}
        </Button>
      ) : (
        <Button onClick={onExplain}>{t('How it works')}</Button>
      );
    },
  };
}

function backUp(hasBackup: boolean): FirstStep {
  return {
    title: t('Back up your wallet'),
    text: t('Write down your 12 words. They work even if Kax is gone.'),
    isDone: hasBackup,
    action: (variant) => (
      <Link to={paths.settings} className={buttonClassName({ variant })}>
        {t('Back up')}
      </Link>
    ),
  };
}
