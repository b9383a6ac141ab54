import pg from 'pg';
import type { Hex } from 'viem';
import type { Faucet } from './faucet.ts';
import { welcomeGrant } from './users.ts';

export interface Welcome {
  stop(): Promise<void>;
}

const LOOK_EVERY_MS = 1_500;

/**
 * Pays the welcome grant to every wallet that appears in the server's database, except those of seeded users.
 * It checks wallets newer than the last one seen; the faucet knows which were paid before.
 */
export function welcomeNewcomers(options: {
  readonly databaseUrl: string;
  readonly faucet: Faucet;
  readonly except: readonly Hex[];
  readonly report?: (sentence: string) => void;
}): Welcome {
  const pool = new pg.Pool({ connectionString: options.databaseUrl, max: 1 });
  // A restarting database ends idle connections; the next check opens a new one.
  pool.on('error', () => undefined);
  const paid = new Set(options.except.map((address) => address.toLowerCase()));
  let seenUntil = new Date(0);
  let look: Promise<void> = Promise.resolve();
  let isLooking = false;
  let isFailing = false;
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    look = payNewcomers()
      .then(() => {
        isFailing = false;
      })
      .catch((error) => {
        if (!isFailing) options.report?.(`Welcoming newcomers is paused: ${String(error)}`);
        isFailing = true;
      })
      .finally(() => {
        isLooking = false;
      });
  }, LOOK_EVERY_MS);
  return {
    stop: async () => {
      clearInterval(timer);
      await look;
      await pool.end();
    },
  };

  async function payNewcomers(): Promise<void> {
    // Starts a minute before the newest: a transaction that began earlier may end later.
    const { rows } = await pool.query<{ public_address: Hex; created_at: Date }>(
      `select public_address, created_at from wallets
       where created_at > $1::timestamptz - interval '1 minute' order by created_at`,
      [seenUntil],
    );
    for (const { public_address: to, created_at: createdAt } of rows) {
      if (!paid.has(to.toLowerCase())) {
        await options.faucet.pay({ name: 'welcome', to, amounts: welcomeGrant.amounts });
        paid.add(to.toLowerCase());
      }
      seenUntil = createdAt;
    }
  }
}
