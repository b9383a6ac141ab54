import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The npm package with the local chain's program, by `process.platform` and `process.arch`. */
export const anvilPackages: Readonly<Record<string, string>> = {
  'darwin-arm64': '@foundry-rs/anvil-darwin-arm64',
  'darwin-x64': '@foundry-rs/anvil-darwin-amd64',
  'linux-arm64': '@foundry-rs/anvil-linux-arm64',
  'linux-x64': '@foundry-rs/anvil-linux-amd64',
  'win32-x64': '@foundry-rs/anvil-win32-amd64',
};

/**
 * @returns the path of the local chain's program: `anvilPath` if given, else the one that npm
 * installed for this platform. Throws `AnvilNotInstalled` when there is none.
 */
export function findAnvil(anvilPath: string | null): string {
  if (anvilPath !== null) return anvilPath;
  const platform = `${process.platform}-${process.arch}`;
  const name = anvilPackages[platform];
  try {
    if (name === undefined) throw new Error(`npm has no anvil for ${platform}`);
    const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
    return join(dirname(manifest), 'bin', process.platform === 'win32' ? 'anvil.exe' : 'anvil');
  } catch (cause) {
    throw new AnvilNotInstalled(platform, cause);
  }
}

/** No installed package has anvil for this platform. */
export class AnvilNotInstalled extends Error {
  constructor(platform: string, cause: unknown) {
    super(
      `The local chains need anvil, and npm installed none for ${platform}. Install Foundry and set ANVIL_PATH to its anvil.`,
      { cause },
    );
    this.name = 'AnvilNotInstalled';
  }
}
