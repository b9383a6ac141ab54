import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDatabase } from '../../../apps/api/src/adapters/postgres/connection/connect.ts';
import { openNode } from '../killed-product.test-setup.ts';
import { databaseUrlOf, type Product } from '../start-product.ts';
import type { Chain } from './faulty-chains.test-setup.ts';
import { type Holders, readProductNetworks } from './read-chain.test-setup.ts';

const LAST_LINES = 60;

/** @returns what explains a payment that stays open: the chains, the rows of what is open, the last lines of the log */
export async function describeStuck(product: Product, holders: Holders): Promise<string> {
  const parts = [describeChains(product, holders), describeOpen(product), readLog(product)];
  const said = await Promise.allSettled(parts);
  return said.map((part) => (part.status === 'fulfilled' ? part.value : part.reason)).join('\n');
}

/** What the nodes say of their blocks, their pools and the nonces of each holder. */
async function describeChains(product: Product, holders: Holders): Promise<string> {
  const lines: string[] = [];
  for (const { network } of await readProductNetworks(product)) {
    const node = openNode(product, network.slug as Chain);
    const [latest, finalized] = await Promise.all([
      node.getBlock({ blockTag: 'latest' }),
      node.getBlock({ blockTag: 'finalized' }),
    ]);
    const pool = await node.request({ method: 'txpool_status' } as never);
    lines.push(
      `${network.slug}: ${latest.number}, final ${finalized.number}, ${JSON.stringify(pool)}`,
    );
    for (const [name, address] of holders) {
      const mined = await node.getTransactionCount({ address });
      const next = await node.getTransactionCount({ address, blockTag: 'pending' });
      lines.push(`${name} has mined ${mined} nonces there, ${next} with the pool`);
    }
  }
  return lines.join('\n');
}

/** The rows of operations that did not end, of private ones whose user may not pay again, and of filled nonce gaps. */
async function describeOpen(product: Product): Promise<string> {
  const database = createDatabase(await databaseUrlOf(product));
  try {
    const { rows } = await database.pool.query<{ line: unknown }>(
      `select to_jsonb(o) || jsonb_build_object('now', now(), 'private', to_jsonb(p)
           - 'call_data' - 'signature' - 'nullifiers', 'transactions', (
             select jsonb_agg(concat_ws(' ', t.nonce, t.role, t.rung, t.hash) order by t.nonce, t.role, t.rung)
             from operation_transactions t where t.operation_id = o.id)) as line
         from operations o left join private_transactions p on p.operation_id = o.id
        where o.ended_at is null or (p.operation_id is not null and p.released_at is null)
          or o.kind = 'nonce-fill'
        order by o.created_at limit 20`,
    );
    return rows.map(({ line }) => JSON.stringify(line)).join('\n');
  } finally {
    await database.close();
  }
}

async function readLog({ dataDir }: Product): Promise<string> {
  const lines = (await readFile(join(dataDir, 'start.log'), 'utf8')).split('\n');
  return lines.slice(-LAST_LINES).join('\n');
}
