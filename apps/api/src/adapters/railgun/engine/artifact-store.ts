import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ArtifactStore } from '@railgun-community/wallet';
import { readProvingFile } from '../prover/proving-files.ts';

/**
 * Only the proving files in `directory`: a missing one is refused immediately, where RAILGUN's software would look
 * for it on the internet.
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

/** Proving files in `directory`, to which downloaded and verified ones are added. */
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
  return file.endsWith('.json') ? readFile(file, 'utf8') : readProvingFile(file);
}

/** A proof needs a circuit whose files are missing. */
export class CircuitMissing extends Error {
  constructor(path: string) {
    super(`The proving file ${path} is missing.`);
    this.name = 'CircuitMissing';
  }
}
