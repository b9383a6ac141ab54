import { toBuffer } from 'qrcode';

/** Quiet modules around the code that scanners need. */
const MARGIN_MODULES = 4;
/** The width is at this byte of every PNG (https://www.w3.org/TR/png-3/#11IHDR). */
const PNG_WIDTH_AT = 16;

/**
 * Draws a QR code (ISO/IEC 18004, error correction M) as a square PNG.
 * @returns the picture, exactly `sizePx` wide and high; null when the text's modules would be smaller than a pixel.
 */
export async function drawQrCode(text: string, sizePx: number): Promise<Uint8Array | null> {
  const png = await toBuffer(text, {
    type: 'png',
    width: sizePx,
    margin: MARGIN_MODULES,
    errorCorrectionLevel: 'M',
  });
  // A picture that would be too small is drawn larger than requested.
  return png.readUInt32BE(PNG_WIDTH_AT) === sizePx ? png : null;
}
