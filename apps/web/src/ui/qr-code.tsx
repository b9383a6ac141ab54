import { t } from '#language/t';
import './qr-code.css';
import { useState } from 'react';
import { Button } from './button.tsx';
import { Spinner } from './spinner.tsx';

interface QrCodeProps {
  data: string;
  /** Describes the content to screen reader users. */
  alt: string;
  /** Shown when the image fails to load. */
  errorText: string;
}

/** Size in px (§9). */
const SIZE = 270;

/** A QR code of a text, rendered by our own server so that no third party learns the text. */
export function QrCode({ data, alt, errorText }: QrCodeProps) {
  // The key resets the state when the text changes.
  return <Picture key={data} data={data} alt={alt} errorText={errorText} />;
}

function Picture({ data, alt, errorText }: QrCodeProps) {
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
          {errorText}
          <Button size="sm" onClick={retry}>
            {t('Try again')}
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
          {t('Loading the QR code')}
        </div>
      ) : null}
    </div>
  );
}

/** @returns the URL of the QR code image of a text. */
export function qrCodeUrl(data: string): string {
  return `/v1/create-qr-code/?${new URLSearchParams({ size: `${SIZE}x${SIZE}`, data })}`;
}
