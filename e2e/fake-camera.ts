import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LaunchOptions } from '@playwright/test';
import { create } from 'qrcode';

/** What the camera sees. Each test process has its own. */
const FILE = join(tmpdir(), `kax-camera-${process.pid}.y4m`);
const WIDTH = 1280;
const HEIGHT = 720;
const FRAMES = 2;
/** Of the Y plane: paper, ink, and the gray of a table. */
const LIGHT = 235;
const DARK = 16;
const TABLE = 120;
const QUIET_ZONE = 4;

/** A browser whose camera shows what `showToCamera` last wrote, and is allowed. */
export const withFakeCamera = {
  launchOptions: async (
    { launchOptions }: { readonly launchOptions: LaunchOptions },
    use: (options: LaunchOptions) => Promise<void>,
  ) => {
    const camera = [
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${FILE}`,
    ];
    await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...camera] });
  },
};

/** Puts a QR code of a text in front of the camera, before it is opened. */
export async function showToCamera(text: string): Promise<void> {
  const frame = frameOf(text);
  const header = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`);
  const frames = Array.from({ length: FRAMES }, () => [Buffer.from('FRAME\n'), frame]);
  await writeFile(FILE, Buffer.concat([header, ...frames.flat()]));
}

/** @returns a frame in YUV 4:2:0 with the code in its middle, on paper, on a gray table */
function frameOf(text: string): Buffer {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const cells = modules.size + 2 * QUIET_ZONE;
  const cellPx = Math.floor((HEIGHT * 0.7) / cells);
  const left = Math.floor((WIDTH - cells * cellPx) / 2);
  const top = Math.floor((HEIGHT - cells * cellPx) / 2);
  const frame = Buffer.alloc((WIDTH * HEIGHT * 3) / 2, 128);
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const column = Math.floor((x - left) / cellPx);
      const row = Math.floor((y - top) / cellPx);
      const isPaper = column >= 0 && row >= 0 && column < cells && row < cells;
      const at = { column: column - QUIET_ZONE, row: row - QUIET_ZONE };
      frame[y * WIDTH + x] = isPaper ? (isInk(modules, at) ? DARK : LIGHT) : TABLE;
    }
  }
  return frame;
}

interface Modules {
  readonly size: number;
  readonly data: Uint8Array;
}

function isInk({ size, data }: Modules, { column, row }: { column: number; row: number }): boolean {
  if (column < 0 || row < 0 || column >= size || row >= size) return false;
  return data[row * size + column] === 1;
}
