import { createStore, useStore } from '../lib/store.ts';
import type { WalletMode } from './wallet-mode.ts';

/** A coin of a balance that money has just arrived in. */
export interface ArrivedCoin {
  readonly mode: WalletMode;
  readonly tokenId: string;
}

const SHOWN_FOR_MS = 3_000;

const arrivedCoins = createStore<readonly ArrivedCoin[]>([]);
const inboxCount = createStore(0);

/** @returns the coins that money arrived in during the last 3 s */
export function useArrivedCoins(): readonly ArrivedCoin[] {
  return useStore(arrivedCoins);
}

/** Marks coins as just having got money, for 3 s. */
export function showArrivedCoins(coins: readonly ArrivedCoin[]): void {
  arrivedCoins.set([...arrivedCoins.get(), ...coins]);
  setTimeout(
    () => arrivedCoins.set(arrivedCoins.get().filter((coin) => !coins.includes(coin))),
    SHOWN_FOR_MS,
  );
}

/** @returns how many items of the inbox are new; 0 until that is known */
export function useInboxCount(): number {
  return useStore(inboxCount);
}

export function setInboxCount(count: number): void {
  inboxCount.set(count);
}
