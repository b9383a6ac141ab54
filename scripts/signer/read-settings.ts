import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';

const address = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/));
const networks = z.array(
  z.object({
    name: z.string(),
    chainId: z.int(),
    exchangeContracts: z.optional(z.array(address)),
    shieldedPool: z.optional(
      z.nullable(z.object({ proxy: address, relayAdapt: address, wrappedNative: address })),
    ),
    tokens: z.array(
      z.object({ address: z.nullable(address), symbol: z.string(), decimals: z.int() }),
    ),
  }),
);

/** What a release of the signer knows, as `apps/signer/src/settings.ts` reads it. */
export interface ReleaseSettings {
  readonly appOrigins: readonly string[];
  readonly networks: readonly object[];
}

/**
 * Reads the networks of the server's own file, so that both know the same contracts.
 * @param appOrigins as in `https://kax.example`
 */
export async function readSettings(
  networksFile: string,
  appOrigins: readonly string[],
): Promise<ReleaseSettings> {
  const found = networks.parse(JSON.parse(await readFile(networksFile, 'utf8')));
  for (const origin of appOrigins) {
    if (new URL(origin).origin !== origin) throw new Error(`${origin} is not an origin.`);
  }
  return {
    appOrigins,
    networks: found.map(({ name, chainId, exchangeContracts, shieldedPool, tokens }) => ({
      chainId,
      name,
      pool: shieldedPool
        ? {
            contract: shieldedPool.proxy.toLowerCase(),
            relayAdapt: shieldedPool.relayAdapt.toLowerCase(),
            wrappedNative: shieldedPool.wrappedNative.toLowerCase(),
          }
        : null,
      exchangeContracts: (exchangeContracts ?? []).map((each) => each.toLowerCase()),
      tokens: tokens.map(({ symbol, decimals, ...token }) => ({
        address: token.address?.toLowerCase() ?? null,
        symbol,
        decimals,
      })),
    })),
  };
}
