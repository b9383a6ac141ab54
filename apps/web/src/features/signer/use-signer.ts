import { useAbout } from '../../lib/use-about.ts';

/** Where the page with the keys of owners is, and its release; null where this installation has none. */
export function useSigner() {
  const { data, ...query } = useAbout();
  return { ...query, data: data?.signer };
}
