import { createDetectorReader } from './detector-reader.ts';
import type { ReadQrCodes } from './qr-reader.ts';
import { createScriptReader } from './script-reader.ts';

/** @returns a reader: the browser's own where it has one, else one that is loaded for it. */
export async function loadQrReader(): Promise<ReadQrCodes> {
  return (await createDetectorReader()) ?? createScriptReader();
}
