import type { QrSource, ReadQrCodes } from './qr-reader.ts';

/** The part of https://wicg.github.io/shape-detection-api that is used. No type library has it yet. */
interface DetectorClass {
  new (options: {
    readonly formats: readonly string[];
  }): {
    detect: (source: QrSource) => Promise<readonly { readonly rawValue: string }[]>;
  };
  getSupportedFormats: () => Promise<readonly string[]>;
}

const FORMAT = 'qr_code';

/** @returns a reader by the browser's own means; null where it has none for QR codes. */
export async function createDetectorReader(): Promise<ReadQrCodes | null> {
  const found: unknown = Reflect.get(globalThis, 'BarcodeDetector');
  if (!isDetectorClass(found)) return null;
  try {
    if (!(await found.getSupportedFormats()).includes(FORMAT)) return null;
    const detector = new found({ formats: [FORMAT] });
    return async (source) => {
      const codes = await detector.detect(source);
      return [...new Set(codes.map(({ rawValue }) => rawValue))];
    };
  } catch {
    // Some browsers have the class, but not the system service behind it.
    return null;
  }
}

function isDetectorClass(value: unknown): value is DetectorClass {
  return typeof value === 'function' && 'getSupportedFormats' in value;
}
