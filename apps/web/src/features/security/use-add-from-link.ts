import { useEffect } from 'react';
import { useSearchParams } from '../../lib/navigation/navigation.tsx';
import { isPasskeySupported } from '../../lib/passkeys.ts';
import type { OpenDialog } from './security-dialog.ts';

/** Opens the dialog that a link asks for with `?add=passkey`, once: the address loses it. */
export function useAddFromLink(isReady: boolean, open: OpenDialog): void {
  const [search, setSearch] = useSearchParams();
  const isRequested = search.get('add') === 'passkey';
  // biome-ignore lint/correctness/useExhaustiveDependencies: both functions are new on each render
  useEffect(() => {
    if (!isReady || !isRequested) return;
    setSearch({}, { replace: true });
    if (isPasskeySupported()) open({ name: 'add-passkey' });
  }, [isReady, isRequested]);
}
