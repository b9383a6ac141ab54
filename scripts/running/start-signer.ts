import { buildSigner } from '../signer/build-signer.ts';
import { readSettings } from '../signer/read-settings.ts';
import { serveSigner } from '../signer/serve-signer.ts';
import type { RunSettings } from './settings.ts';

const PORT_ABOVE = 9;

/** The page with the keys of owners, which is served until it is closed. */
export interface RunningSigner {
  /** As in `http://sign.localhost:7609`. */
  readonly origin: string;
  /** SHA-256 of all of its files, as hex. */
  readonly release: string;
  close(): Promise<void>;
}

/** Builds the signer for this copy of the product and serves it on a host of its own. */
export async function startSigner(
  { port }: Pick<RunSettings, 'port'>,
  networksFile: string,
): Promise<RunningSigner> {
  const appOrigins = [`http://localhost:${port}`];
  const release = await buildSigner(await readSettings(networksFile, appOrigins));
  const { origin, close } = await serveSigner(release, { port: port + PORT_ABOVE, appOrigins });
  return { origin, release: release.hash, close };
}
