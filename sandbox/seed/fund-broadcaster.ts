import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Faucet } from './faucet.ts';

/** Enough for some ten thousand private payments. */
const GRANT = { symbol: 'POL', amount: '1000' } as const;
const known = z.object({
  address: z.templateLiteral(['0x', z.string()]),
});

/**
 * Funds the network fees of the account that sends private payments, which the key folder names; each account once.
 */
export async function fundBroadcaster(keyFolder: string, faucet: Faucet): Promise<void> {
  const text = await readFile(join(keyFolder, 'broadcaster.json'), 'utf8');
  const { address } = known.parse(JSON.parse(text));
  await faucet.pay({ name: 'broadcaster', to: address, amounts: [GRANT] });
}
