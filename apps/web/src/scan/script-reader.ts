import type { DecodeOpts, DecodeQR, Point } from 'qr/decode.js';
import type { QrSource, ReadQrCodes } from './qr-reader.ts';

/** The longest side of what is searched, px. Large pictures are searched again in detail when nothing is found. */
const SIZES = { video: [720], picture: [1_000, 2_000] } as const;
/** A picture is searched harder, but not for so long that anyone would notice. In a video, the next frame may be easier. */
const TRIES = { video: {}, picture: { effort: Infinity, timeLimit: 300 } } as const;
/** More codes than this in one picture are as many as this: too many to choose from. */
const MOST_CODES = 2;

/** @returns a reader in plain script, for browsers without one of their own. */
export async function createScriptReader(): Promise<ReadQrCodes> {
  const { decodeQR } = await import('qr/decode.js');
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('The browser has no canvas to read a picture with.');

  return async (source) => {
    const kind = source instanceof HTMLVideoElement ? 'video' : 'picture';
    for (const size of SIZES[kind]) {
      const { width, height } = drawOn(canvas, context, { source, size });
      if (width === 0 || height === 0) return [];
      const texts = new Set<string>();
      for (let codes = 0; codes < MOST_CODES; codes += 1) {
        const code = readOne(decodeQR, context.getImageData(0, 0, width, height), TRIES[kind]);
        if (code === null) break;
        if (code.text !== '') texts.add(code.text);
        // It finds one code at a time, so the one that was found is covered.
        cover(context, code.corners);
      }
      if (texts.size > 0) return [...texts];
    }
    return [];
  };
}

interface FoundCode {
  readonly text: string;
  readonly corners: readonly Point[];
}

/** @returns null when there is none: the decoder throws errors of many kinds then */
function readOne(decode: DecodeQR, picture: ImageData, tries: DecodeOpts): FoundCode | null {
  let corners: readonly Point[] = [];
  try {
    const text = decode(picture, { ...tries, pointsOnDetect: ({ bounds }) => (corners = bounds) });
    return { text, corners };
  } catch {
    return null;
  }
}

interface Drawing {
  readonly source: QrSource;
  readonly size: number;
}

/** Draws the source as large as needed: of a video the square in the middle, as it's shown; of a picture all. */
function drawOn(
  canvas: HTMLCanvasElement,
  context: CanvasRenderingContext2D,
  { source, size }: Drawing,
): { readonly width: number; readonly height: number } {
  const isVideo = source instanceof HTMLVideoElement;
  const full = isVideo
    ? { width: source.videoWidth, height: source.videoHeight }
    : { width: source.width, height: source.height };
  const shortest = Math.min(full.width, full.height);
  const shown = isVideo ? { width: shortest, height: shortest } : full;
  const scale = Math.min(1, size / Math.max(shown.width, shown.height));
  canvas.width = Math.round(shown.width * scale);
  canvas.height = Math.round(shown.height * scale);
  const left = (full.width - shown.width) / 2;
  const top = (full.height - shown.height) / 2;
  const { width, height } = canvas;
  if (width > 0 && height > 0) {
    context.drawImage(source, left, top, shown.width, shown.height, 0, 0, width, height);
  }
  return { width, height };
}

function cover(context: CanvasRenderingContext2D, corners: readonly Point[]): void {
  context.fillStyle = 'white';
  context.beginPath();
  for (const { x, y } of corners) context.lineTo(x, y);
  context.fill();
}
