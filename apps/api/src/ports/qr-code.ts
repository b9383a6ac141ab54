/**
 * Draws a QR code as a square PNG.
 * @returns the picture, exactly `sizePx` wide and high; null when so much text does not fit into it.
 */
export type DrawQrCode = (text: string, sizePx: number) => Promise<Uint8Array | null>;
