import { Clock } from 'lucide-react';
import { useEffect } from 'react';
import { t } from '#language/t';
import { useCountdown } from '../../lib/use-countdown.ts';
import { Notice } from '../../ui/notice.tsx';

interface SignInWaitProps {
  /** What the server said, with the time to wait. */
  message: string;
  seconds: number;
  onEnd: () => void;
}

/** Counts down until the next attempt. It reads the same whether or not there is such an account. */
export default function SignInWait({ message, seconds, onEnd }: SignInWaitProps) {
  const { secondsLeft } = useCountdown(seconds);
  useEffect(() => {
    if (secondsLeft === 0) onEnd();
  }, [secondsLeft, onEnd]);
  return (
    <>
      <p className="visually-hidden" role="alert">
        {message}
      </p>
      <div aria-hidden="true">
        <Notice
          tone="warn"
          icon={<Clock className="icon" size={18} />}
          title={t('Try again in {clock}.', { clock: clockText(secondsLeft) })}
        >
          {t('There were too many attempts from here. Nothing is locked.')}
        </Notice>
      </div>
    </>
  );
}

/** 252 seconds are 4:12. */
function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
