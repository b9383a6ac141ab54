import './resend-button.css';

interface ResendButtonProps {
  /** Until it may be pressed again; 0 when it may. */
  secondsLeft: number;
  isBusy: boolean;
  onPress: () => void;
}

/** Requests new codes, and says when they may be requested again. It keeps the focus while it waits. */
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
      {isBusy ? 'Resending...' : isWaiting ? `Resend in ${clockOf(secondsLeft)}` : 'Resend'}
    </button>
  );
}

/** @returns minutes and seconds, as in `0:42` */
function clockOf(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
