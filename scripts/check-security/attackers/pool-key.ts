import { createHmac } from 'node:crypto';
import { deriveKey } from '../../../apps/api/src/adapters/key-vault/seal.ts';
import type { AttackContext } from '../attack-context.ts';
import type { TakenOver } from '../take-over.ts';
import { requireTrue } from './attacker.ts';

interface PublishedKey {
  readonly chain_id: number;
  readonly key_id: string;
  readonly public_key: Buffer;
  readonly mac: Buffer;
}

/**
 * Makes again, with each secret of a process, the MAC under which the shielded worker publishes its key: with the
 * secret of that MAC, orders of private payments are made too.
 */
export async function requireNoPoolKey(
  context: AttackContext,
  { secrets }: Pick<TakenOver, 'secrets'>,
): Promise<string> {
  const [published] = await context.owner.query<PublishedKey>('select * from shielded_workers');
  if (published === undefined) throw new Error('The shielded worker has not published a key.');
  const ofApi = (await context.takeOver('api')).secrets;
  const own = countMakers(secrets, published);
  const theirs = countMakers(ofApi, published);
  return requireTrue(
    own === 0 && theirs === 1,
    `${own} of ${secrets.size} secrets make its MAC, ${theirs} of \`api\` does`,
  );
}

function countMakers(secrets: ReadonlyMap<string, Uint8Array>, published: PublishedKey): number {
  const { chain_id: chainId, key_id: keyId, public_key: publicKey, mac } = published;
  const line = `${chainId} ${keyId} ${publicKey.toString('hex')}`;
  return [...secrets.values()].filter((secret) =>
    createHmac('sha256', deriveKey(secret, 'shielded worker')).update(line).digest().equals(mac),
  ).length;
}
