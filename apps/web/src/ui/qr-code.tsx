import { t } from '#language/t';
import './qr-code.css';
import { useState } from 'react';
import { DrawnQrCode } from './drawn-qr-code.tsx';
import { Spinner } from './spinner.tsx';

interface QrCodeProps {
  data: string;
  /** Describes the content to screen reader users. */
  alt: string;
}

/** Size in px (§9). */
const SIZE = 270;

/** A QR code of a text, from our own server so that no third party learns the text; offline, drawn in the browser. */
export function QrCode({ data, alt }: QrCodeProps) {
  // The key resets the state when the text changes.
  return <Picture key={data} data={data} alt={alt} />;
}

function Picture({ data, alt }: QrCodeProps) {
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  return (
    <div className="qr-code">
      {state === 'failed' ? (
        <DrawnQrCode text={data} alt={alt} />
      ) : (
        <img
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
