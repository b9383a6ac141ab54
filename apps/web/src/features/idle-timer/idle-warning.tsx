import { t } from '#language/t';
import '../../ui/modal.css';
import './idle-warning.css';
import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ModalScroll } from '../../ui/modal-scroll.tsx';
import { useDialog } from '../../ui/use-dialog.ts';
import { countdownText, IDLE_WARNING_MS, spokenCountdown } from './idle-state.ts';

interface IdleWarningProps {
  isOpen: boolean;
  /** 0 when the time is up and the sign-out is in progress. */
  secondsLeft: number;
  onStay: () => void;
  onSignOut: () => void;
}

const AWAY_MINUTES = 25;
const SIZE = 108;
const RADIUS = 49;
const ROUND = 2 * Math.PI * RADIUS;

/** Asks whether the user is still there while the seconds count down. Only its buttons close it. */
export function IdleWarning({ isOpen, secondsLeft, onStay, onSignOut }: IdleWarningProps) {
  const id = useId();
  const [isLeaving, setIsLeaving] = useState(false);
  const stayRef = useRef<HTMLButtonElement>(null);
  const shownSeconds = useKeptWhileLeaving(isOpen, secondsLeft);
  const { ref, isPresent, handleKey } = useDialog({ isOpen, isStatic: true, onClose: onStay });
  // Runs after the dialog has opened, because opening focuses its first button.
  useEffect(() => {
    if (isOpen) stayRef.current?.focus();
  }, [isOpen]);
  if (!isPresent) return null;
  const isOver = isOpen && secondsLeft === 0;

  return (
    <dialog
      ref={ref}
      role="alertdialog"
      className="modal modal--confirmation"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-message`}
      onKeyDown={handleKey}
    >
      <ModalScroll>
        <div className="modal__body idle-warning">
          <Countdown secondsLeft={shownSeconds} />
          <div className="idle-warning__text">
            <h2 id={`${id}-title`}>{isOver ? t('Signing you out') : t('Are you still there?')}</h2>
            <p id={`${id}-message`}>
              {t(
                'You’ve been away for {minutes, plural, one {# minute} other {# minutes}}. When time runs out, we’ll sign you out in every tab. Payments in progress continue.',
                { minutes: AWAY_MINUTES },
              )}
            </p>
            <p className="idle-warning__seconds" aria-hidden="true">
              {t('{seconds, plural, one {# second} other {# seconds}} left', {
                seconds: shownSeconds,
              })}
            </p>
            <p className="visually-hidden" role="status">
              {spokenCountdown(shownSeconds)}
            </p>
          </div>
        </div>
      </ModalScroll>
      <footer className="modal__foot">
        <Button
          size="lg"
          isBusy={isLeaving || isOver}
          onClick={() => {
            setIsLeaving(true);
            onSignOut();
          }}
        >
          {t('Sign Out')}
        </Button>
        <Button size="lg" variant="filled" disabled={isOver} ref={stayRef} onClick={onStay}>
          {t('Stay Logged In')}
        </Button>
      </footer>
    </dialog>
  );
}

/** Keeps the last figure during the closing animation, so that it does not jump to 0. */
function useKeptWhileLeaving(isOpen: boolean, secondsLeft: number): number {
  const [kept, setKept] = useState(secondsLeft);
  if (isOpen && kept !== secondsLeft) setKept(secondsLeft);
  return isOpen ? secondsLeft : kept;
}

/** The time left of the five minutes, as an emptying ring and as text. */
function Countdown({ secondsLeft }: { secondsLeft: number }) {
  const part = Math.min(1, (secondsLeft * 1_000) / IDLE_WARNING_MS);
  const circle = { cx: SIZE / 2, cy: SIZE / 2, r: RADIUS, strokeWidth: 4 };
  return (
    <div className="idle-warning__countdown">
      <svg
        width={SIZE}
        height={SIZE}
        viewBox={`0 0 ${SIZE} ${SIZE}`}
        fill="none"
        aria-hidden="true"
      >
        <circle {...circle} className="idle-warning__track" />
        <circle
          {...circle}
          className="idle-warning__rest"
          strokeDasharray={ROUND}
          strokeDashoffset={ROUND * (1 - part)}
          transform={`rotate(-90 ${SIZE / 2} ${SIZE / 2})`}
        />
      </svg>
      <b className="figures" role="timer" aria-label={t('Time left')}>
        {countdownText(secondsLeft)}
      </b>
    </div>
  );
}
