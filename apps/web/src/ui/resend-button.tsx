import { t } from '#language/t';
import './resend-button.css';

interface ResendButtonProps {
  /** Seconds until new codes can be requested; 0 when they can. */
  secondsLeft: number;
  isBusy: boolean;
  onPress: () => void;
}

/** Requests new codes and shows when they can be requested again. It keeps focus while it waits. */
export function ResendButton({ secondsLeft, isBusy, onPress }: ResendButtonProps) {
  const isWaiting = secondsLeft > 0;
  return (
    <button
      type="button"
      className="resend"
      aria-disabled={isBusy || isWaiting || undefined}
      aria-busy={isBusy || undefined}
      onClick={() => {
        if (!isBusy && !isWaiting) onPress();
      }}
    >
      {isBusy
        ? t('Resending...')
        : isWaiting
          ? t('Resend in {clock}', { clock: clockOf(secondsLeft) })
          : t('Resend')}
    </button>
  );
}

/** @returns minutes and seconds, such as `0:42` */
function clockOf(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
