import { changeSettings, useSettings } from './settings.ts';

/** The balance that the screens show (§4 Mode). */
export type WalletMode = 'public' | 'private';

/** @returns the current mode, public unless it was changed in this browser. */
export function useWalletMode(): WalletMode {
  return useSettings(({ isPrivate }) => isPrivate) ? 'private' : 'public';
}

/** Changes the mode and saves it in this browser. */
export function setWalletMode(mode: WalletMode): void {
  changeSettings({ isPrivate: mode === 'private' });
}
