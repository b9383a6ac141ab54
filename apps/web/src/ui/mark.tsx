import './mark.css';
import { useState } from 'react';

interface MarkProps {
  /** Its picture; letters stand in when there is none or it does not load. */
  src?: string | null | undefined;
  /** Two letters are shown. */
  letters: string;
  /** A small tile at its lower right. */
  badgeSrc?: string | null | undefined;
  size?: number | undefined;
  /** Discs and squares say different things, so that they are not confused. */
  shape?: 'disc' | 'tile' | undefined;
}

/** A round or square mark with a smaller one on its corner. The text beside it name it. */
export function Mark({ src, letters, badgeSrc, size = 40, shape = 'disc' }: MarkProps) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  const badge = Math.round(size * 0.42);
  return (
    <span className="mark" aria-hidden="true" style={{ width: size, height: size }}>
      {src && src !== failedSrc ? (
        <img src={src} alt="" width={size} height={size} onError={() => setFailedSrc(src)} />
      ) : (
        <span className={`mark__letters mark__letters--${shape}`} style={{ fontSize: size * 0.34 }}>
          {letters.slice(0, 2)}
        </span>
      )}
      {badgeSrc ? (
        <img className="mark__badge" src={badgeSrc} alt="" width={badge} height={badge} />
      ) : null}
    </span>
  );
}
