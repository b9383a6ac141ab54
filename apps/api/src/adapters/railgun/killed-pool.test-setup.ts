import { createShieldedPool, type ShieldedPoolOptions } from './shielded-pool.ts';

// A process of its own, started by a test that kills it: it opens a pool, scans, reports a balance, and repeats.
interface Task {
  readonly pool: ShieldedPoolOptions;
  readonly wallet: { readonly mnemonic: string; readonly encryptionKey: string };
}

const { pool: options, wallet }: Task = JSON.parse(process.argv[2] ?? '');
const pool = await createShieldedPool(options);
const { walletId } = await pool.open({ ...wallet, createdAtBlock: null });
for (;;) {
  const knownUpTo = await pool.look({ walletId, withinMs: 240_000 });
  const [balance] = await pool.balances(walletId, options.tokens);
  console.log(`${knownUpTo !== null ? 'has' : 'has at least'} ${balance?.spendable}`);
}
