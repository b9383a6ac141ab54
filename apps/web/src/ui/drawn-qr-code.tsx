import './drawn-qr-code.css';
import { create } from 'qrcode';
import { useMemo } from 'react';

/** Modules of white around the code, which readers need. */
const MARGIN = 3;

interface DrawnQrCodeProps {
  text: string;
  /** Describes the content to screen reader users. */
  alt: string;
}

/** A QR code drawn in the browser: a secret in it must not be in a request for a picture. */
export default function DrawnQrCode({ text, alt }: DrawnQrCodeProps) {
  const { size, path } = useMemo(() => drawQrCode(text), [text]);
  const whole = size + 2 * MARGIN;
  return (
    <svg
      className="drawn-qr-code"
      viewBox={`${-MARGIN} ${-MARGIN} ${whole} ${whole}`}
      role="img"
      aria-label={alt}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}

/** @returns one square of the path for each dark module */
function drawQrCode(text: string): { size: number; path: string } {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  const squares = [...data].flatMap((isDark, index) =>
    isDark ? [`M${index % size} ${Math.floor(index / size)}h1v1h-1z`] : [],
  );
  return { size, path: squares.join('') };
}
