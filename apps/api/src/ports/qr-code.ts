/**
 * Draws a QR code as a square PNG.
 * @returns the picture, exactly `sizePx` wide and high; null when the text is too long for it.
 */
export type DrawQrCode = (text: string, sizePx: number) => Promise<Uint8Array | null>;
