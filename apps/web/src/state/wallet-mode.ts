import { changeSettings, useSettings } from './settings.ts';

/** Which of the two balances the screen shows (§4 Mode). */
export type WalletMode = 'public' | 'private';

/** The mode in force, public unless someone chose otherwise in this browser. */
export function useWalletMode(): WalletMode {
  return useSettings().isPrivate ? 'private' : 'public';
}

/** Changes the mode; this browser remembers it. */
export function setWalletMode(mode: WalletMode): void {
  changeSettings({ isPrivate: mode === 'private' });
}
