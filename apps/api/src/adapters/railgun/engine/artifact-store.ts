import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ArtifactStore } from '@railgun-community/wallet';

/**
 * Proving files as they lie in `directory`, and none but those: what is not there is refused at once, where
 * RAILGUN's software would look for it on the internet.
 */
export function createFixedArtifactStore(directory: string): ArtifactStore {
  return new ArtifactStore(
    (path) => readArtifact(join(directory, path)),
    (_home, path) => Promise.reject(new CircuitMissing(path)),
    async (path) => {
      if (existsSync(join(directory, path))) return true;
      throw new CircuitMissing(path);
    },
  );
}

/** Proving files in `directory`, to which those that were downloaded and found to be right are added. */
export function createGrowingArtifactStore(directory: string): ArtifactStore {
  return new ArtifactStore(
    (path) => readArtifact(join(directory, path)),
    async (_home, path, item) => {
      const file = join(directory, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(`${file}.unfinished`, item, { flush: true });
      await rename(`${file}.unfinished`, file);
    },
    async (path) => existsSync(join(directory, path)),
  );
}

/** Verification keys are read as text, everything else as bytes. Null when there is no such file. */
async function readArtifact(file: string): Promise<string | Buffer | null> {
  if (!existsSync(file)) return null;
  return file.endsWith('.json') ? readFile(file, 'utf8') : readFile(file);
}

/** A proof would need a circuit whose files are not there. */
export class CircuitMissing extends Error {
  constructor(path: string) {
    super(`The proving file ${path} is not there.`);
    this.name = 'CircuitMissing';
  }
}
