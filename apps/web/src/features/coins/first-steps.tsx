import './first-steps.css';
import { Check, Plus } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { endFirstSteps, keepFirstSteps, useHasBackup } from '../../state/first-steps.ts';
import { Button, type ButtonVariant, buttonClassName } from '../../ui/button.tsx';
import type { BothBalances } from './use-both-balances.ts';

interface FirstStepsProps {
  views: BothBalances;
  userId: string;
  /** Opens Shield; null while no coin can be shielded. */
  onMakePrivate: (() => void) | null;
}

interface FirstStep {
  readonly title: string;
  readonly text: string;
  readonly isDone: boolean;
  readonly action: (variant: ButtonVariant) => ReactNode;
}

/** What a new wallet lacks. It stays until all of it is done, or until the user dismisses it. */
export default function FirstSteps(props: FirstStepsProps) {
  const steps = useSteps(props);
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
            Three steps to get going
          </h2>
          <p>About five minutes. You can stop at any point.</p>
        </div>
        <span className="first-steps__count">
          {done} of {steps.length} done
        </span>
        <Button size="sm" variant="quiet" onClick={endFirstSteps}>
          Hide these steps
        </Button>
      </header>
      <ol>
        {steps.map((step, index) => (
          <li
            key={step.title}
            data-state={step.isDone ? 'done' : 'open'}
            aria-current={step === next ? 'step' : undefined}
          >
            <span className="first-steps__number" aria-hidden="true">
              {step.isDone ? <Check className="icon" size={17} /> : index + 1}
            </span>
            <div>
              <b>
                {step.title}
                {step.isDone ? <span className="visually-hidden">, done</span> : null}
              </b>
              <p>{step.text}</p>
            </div>
            {step.isDone ? null : step.action(step === next ? 'filled' : 'outlined')}
          </li>
        ))}
      </ol>
    </section>
  );
}

function useSteps({ views, userId, onMakePrivate }: FirstStepsProps): readonly FirstStep[] {
  const hasPublic = views.public.at === 'ready' && !views.public.isEmpty;
  const hasPrivate = views.private.at === 'ready' && !views.private.isEmpty;
  const hasBackup = useHasBackup(userId);
  return [
    {
      title: 'Add money',
      text: 'Buy with a card, or send POL, KAX or USDC from another wallet.',
      isDone: hasPublic || hasPrivate,
      action: (variant) => (
        <Link to={paths.depositCurrency} className={buttonClassName({ variant })}>
          <Plus className="icon" size={17} aria-hidden="true" />
          Add money
        </Link>
      ),
    },
    {
      title: 'Make some of it private',
      text: 'Money you add is public at first. Moving it takes 5–15 minutes.',
      isDone: hasPrivate,
      action: (variant) =>
        onMakePrivate ? (
          <Button variant={variant} onClick={onMakePrivate}>
            Choose an amount
          </Button>
        ) : null,
    },
    {
      title: 'Back up your wallet',
      text: 'Write down your 12 words. They work even if Kax is gone.',
      isDone: hasBackup,
      action: (variant) => (
        <Link to={paths.settings} className={buttonClassName({ variant })}>
          Back up
        </Link>
      ),
    },
  ];
}
