import type { TokenId } from '#domain/token/token';
import type { ShieldedBalance, ShieldedHistoryItem } from '../ports/shielded-pool.ts';
import type { PlacedHistoryItem, ShieldedBalances } from '../ports/shielded-views.ts';
import type { UserWallet } from './open-wallets.ts';
import type { ShieldingPorts } from './shielding-ports.ts';

/** Writes what the pool knows of a wallet to where its owner reads it. */
export interface ViewWriter {
  /**
   * Writes what is new since the last time.
   * @param look how many notes the pool had then, and whether the user requested it
   */
  write(
    wallet: UserWallet,
    look: { readonly noteCount: number; readonly isRequested: boolean },
  ): Promise<void>;
  /** Forgets what was written for wallets that are no longer open. */
  keepOnly(userIds: ReadonlySet<string>): void;
}

interface Written {
  readonly noteCount: number;
  readonly comparedAt: number;
  readonly balances: string;
  /** One text for each row of the history. */
  readonly rows: readonly string[];
}

/** Other software can spend notes without creating a new one (no change); that is noticed after this. */
const COMPARE_EVERY_MS = 10_000;
/** More than can be in progress at the same time. */
const NEWEST = 50;

/** @returns a writer that has written nothing yet. */
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

/** The oldest first, so that later additions shift nothing; each with the time of its block. */
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

/** Reads from the chain only blocks whose times are not stored yet. */
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
