import './drawn-qr-code.css';
import { encodeQR } from 'qr';
import { useMemo } from 'react';

/** Modules of white around the code, which readers need. */
const MARGIN = 3;

interface DrawnQrCodeProps {
  text: string;
  /** Describes the content to screen reader users. */
  alt: string;
}

/** A QR code drawn in the browser: a secret in it must not be in a request for a picture. */
export function DrawnQrCode({ text, alt }: DrawnQrCodeProps) {
  const { size, path } = useMemo(() => drawQrCode(text), [text]);
  return (
    <svg
      className="drawn-qr-code"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={alt}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}

/** @returns one square of the path for each dark module, and how many modules are in a row, margins included */
function drawQrCode(text: string): { size: number; path: string } {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: MARGIN });
  const squares = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return { size: rows.length, path: squares.join('') };
}
