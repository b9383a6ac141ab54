import { readFile } from 'node:fs/promises';

const files = new WeakMap<object, string>();

/** @returns what a proving file has; RAILGUN's software passes it on as it is */
export async function readProvingFile(file: string): Promise<Buffer> {
  const bytes = await readFile(file);
  files.set(bytes, file);
  return bytes;
}

/** @returns the file that these very bytes were read from; null for others */
export function provingFileOf(bytes: object | undefined): string | null {
  return (bytes && files.get(bytes)) ?? null;
}
