import type { TokenId } from '#domain/token/token';
import type { ShieldedBalance, ShieldedHistoryItem } from '../ports/shielded-pool.ts';
import type { PlacedHistoryItem, ShieldedBalances } from '../ports/shielded-views.ts';
import type { UserWallet } from './open-wallets.ts';
import type { ShieldingPorts } from './shielding-ports.ts';

/** Writes what the pool knows of a wallet to where its owner reads it. */
export interface ViewWriter {
  /**
   * Writes what is new since the last time.
   * @param look how many notes the pool had then, and whether the person asked for it
   */
  write(
    wallet: UserWallet,
    look: { readonly noteCount: number; readonly isRequested: boolean },
  ): Promise<void>;
  /** Forgets what was written for wallets that are not open any more. */
  keepOnly(userIds: ReadonlySet<string>): void;
}

interface Written {
  readonly noteCount: number;
  readonly comparedAt: number;
  readonly balances: string;
  /** One text for each row of the history. */
  readonly rows: readonly string[];
}

/** Notes can be spent without a new one, by other software and with no change; that shows after this. */
const COMPARE_EVERY_MS = 10_000;
/** More than can be under way at once. */
const NEWEST = 50;

/** @returns a writer that has written nothing. */
export function createViewWriter(ports: ShieldingPorts): ViewWriter {
  const { pool, views, key, clock } = ports;
  const writtenByUser = new Map<string, Written>();
  return {
    async write(wallet, { noteCount, isRequested }) {
      const before = writtenByUser.get(wallet.userId);
      const comparedAt = clock.now().getTime();
      const isCompared = comparedAt - (before?.comparedAt ?? 0) < COMPARE_EVERY_MS;
      if (before?.noteCount === noteCount && isCompared && !isRequested) return;
      const byToken = await readBalances(ports, wallet);
      const balances = textOf([...byToken]);
      if (before?.balances === balances && before.noteCount === noteCount) {
        writtenByUser.set(wallet.userId, { ...before, comparedAt });
        return;
      }
      const rows = await placeItems(ports, await pool.history(wallet.walletId, 0));
      const texts = rows.map(({ item }) => textOf(item));
      const isSameHistory =
        before?.rows.length === texts.length &&
        texts.every((text, index) => before.rows[index] === text);
      if (!isSameHistory) {
        const changed = rows.filter(({ position }) => before?.rows[position] !== texts[position]);
        await views.writeHistory(wallet, changed, rows.length);
      }
      if (!isSameHistory || before?.balances !== balances) {
        const newest = rows.slice(-NEWEST).map(({ item }) => item.transactionHash);
        const by = { keyId: key.keyId, now: clock.now() };
        await views.writeBalances(wallet, { byToken, newest }, by);
      }
      writtenByUser.set(wallet.userId, { noteCount, comparedAt, balances, rows: texts });
    },
    keepOnly(userIds) {
      for (const userId of writtenByUser.keys()) {
        if (!userIds.has(userId)) writtenByUser.delete(userId);
      }
    },
  };
}

async function readBalances(
  { pool, tokens }: ShieldingPorts,
  { walletId }: UserWallet,
): Promise<ShieldedBalances['byToken']> {
  const balances = await pool.balances(walletId, tokens);
  return new Map(
    tokens.map((token, index): [TokenId, ShieldedBalance] => {
      const balance = balances[index];
      if (balance === undefined) throw new Error(`The pool left out ${token.id}.`);
      return [token.id, balance];
    }),
  );
}

/** The oldest first, so that what is added later moves nothing; each with the time of its block. */
async function placeItems(
  ports: ShieldingPorts,
  items: readonly ShieldedHistoryItem[],
): Promise<readonly PlacedHistoryItem[]> {
  const times = await readTimes(ports, items);
  return items
    .toSorted(
      (left, right) =>
        left.blockNumber - right.blockNumber ||
        left.transactionHash.localeCompare(right.transactionHash),
    )
    .map((item, position) => {
      const at = times.get(item.blockNumber);
      if (at === undefined) throw new Error(`Block ${item.blockNumber} has no time.`);
      return { position, item: { ...item, at } };
    });
}

/** Asks the chain only for blocks that nobody asked for before. */
async function readTimes(
  { pool, views }: ShieldingPorts,
  items: readonly ShieldedHistoryItem[],
): Promise<ReadonlyMap<number, Date>> {
  const blocks = [...new Set(items.map(({ blockNumber }) => blockNumber))];
  if (blocks.length === 0) return new Map();
  const known = await views.blockTimes(pool.chainId, blocks);
  const missing = blocks.filter((block) => !known.has(block));
  if (missing.length === 0) return known;
  const read = await pool.blockTimes(missing);
  await views.saveBlockTimes(pool.chainId, read);
  return new Map([...known, ...read]);
}

function textOf(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'bigint' ? `${each}n` : each,
  );
}
