import { create } from 'qrcode';
import { useMemo } from 'react';

/** Modules of white around the code, which readers need. */
const MARGIN = 3;

/** A QR code drawn in the browser: the secret in it must not be in a request for a picture. */
export function AppQrCode({ uri }: { uri: string }) {
  const { size, path } = useMemo(() => drawQrCode(uri), [uri]);
  const whole = size + 2 * MARGIN;
  return (
    <svg
      className="app-qr-code"
      viewBox={`${-MARGIN} ${-MARGIN} ${whole} ${whole}`}
      role="img"
      aria-label="QR code for your authenticator app"
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
