import './mark.css';
import { useState } from 'react';

interface MarkProps {
  /** The image. The letters replace it when there is none or it fails to load. */
  src?: string | null | undefined;
  /** The first two are shown. */
  letters: string;
  /** A small image in the lower right corner. */
  badgeSrc?: string | null | undefined;
  size?: number | undefined;
  /** Discs and tiles have different meanings, so keep them apart. */
  shape?: 'disc' | 'tile' | undefined;
}

/** A round or square image with an optional smaller one on its corner. Decorative: the text next to it has the name. */
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
