import './qr-code.css';
import { useState } from 'react';
import { Button } from './button.tsx';
import { Spinner } from './spinner.tsx';

interface QrCodeProps {
  data: string;
  /** Its content, for those who cannot see it. */
  alt: string;
  /** What to say when it cannot be drawn. */
  instead: string;
}

/** As large as the specification has it (§9). */
const SIZE = 270;

/** A text as a picture from our own server: no one else learns it. */
export function QrCode({ data, alt, instead }: QrCodeProps) {
  // Another text begins again.
  return <Picture key={data} data={data} alt={alt} instead={instead} />;
}

function Picture({ data, alt, instead }: QrCodeProps) {
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  const [attempt, setAttempt] = useState(0);

  function retry() {
    setState('loading');
    setAttempt((count) => count + 1);
  }

  return (
    <div className="qr-code">
      {state === 'failed' ? (
        <div className="qr-code__instead" role="alert">
          {instead}
          <Button size="sm" onClick={retry}>
            Try again
          </Button>
        </div>
      ) : (
        <img
          key={attempt}
          src={qrCodeUrl(data)}
          width={SIZE}
          height={SIZE}
          alt={alt}
          onLoad={() => setState('shown')}
          onError={() => setState('failed')}
        />
      )}
      {state === 'loading' ? (
        <div className="qr-code__instead" role="status">
          <Spinner size={24} />
          Loading the QR code
        </div>
      ) : null}
    </div>
  );
}

/** Where the picture of a text is. */
export function qrCodeUrl(data: string): string {
  return `/v1/create-qr-code/?${new URLSearchParams({ size: `${SIZE}x${SIZE}`, data })}`;
}
