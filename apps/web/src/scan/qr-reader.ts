/** What a code is looked for in: the camera's current picture, or a picture that the user chose. */
export type QrSource = HTMLVideoElement | ImageBitmap;

/** @returns the different texts of all QR codes found; empty when there is none */
export type ReadQrCodes = (source: QrSource) => Promise<readonly string[]>;
