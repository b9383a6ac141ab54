import { render, screen } from '@testing-library/react';
import jsQR from 'jsqr';
import { expect, test } from 'vitest';
import { DrawnQrCode } from './drawn-qr-code.tsx';

const LINK = 'otpauth://totp/Kax:alice@kax.test?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Kax';
const PX_PER_MODULE = 4;

/** What another decoder reads from the squares of the drawing. */
function readDrawing(drawing: Element): string | undefined {
  const side = Number(drawing.getAttribute('viewBox')?.split(' ')[2]) * PX_PER_MODULE;
  const pixels = new Uint8ClampedArray(4 * side * side).fill(255);
  const path = drawing.querySelector('path')?.getAttribute('d') ?? '';
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let at = 0; at < PX_PER_MODULE ** 2; at += 1) {
      const column = Number(x) * PX_PER_MODULE + (at % PX_PER_MODULE);
      const row = Number(y) * PX_PER_MODULE + Math.floor(at / PX_PER_MODULE);
      pixels.fill(0, 4 * (row * side + column), 4 * (row * side + column) + 3);
    }
  }
  return jsQR(pixels, side, side)?.data;
}

test.each([LINK, `0zk1${'q'.repeat(123)}`, 'é 漢字'])('draws what a camera reads: %s', (text) => {
  render(<DrawnQrCode text={text} alt="Code for the app" />);
  expect(readDrawing(screen.getByRole('img', { name: 'Code for the app' }))).toBe(text);
});
