import { useEffect, useState } from 'react';
import { about } from '../../lib/about.ts';

/** Where users can ask for help. */
export type Support =
  | { readonly at: 'loading' | 'failed' | 'none' }
  | { readonly at: 'known'; readonly address: string };

/** Reads it once, with or without a session. */
export function useSupport(): { readonly support: Support; readonly retry: () => void } {
  const [attempt, setAttempt] = useState(1);
  const [support, setSupport] = useState<Support>({ at: 'loading' });

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt reads it again
  useEffect(() => {
    let isHere = true;
    void readSupport().then((read) => {
      if (isHere) setSupport(read);
    });
    return () => {
      isHere = false;
    };
  }, [attempt]);

  function retry() {
    setSupport({ at: 'loading' });
    setAttempt((count) => count + 1);
  }

  return { support, retry };
}

async function readSupport(): Promise<Support> {
  const result = await about();
  if (!result.ok) return { at: 'failed' };
  const { supportEmail } = result.data;
  return supportEmail === null ? { at: 'none' } : { at: 'known', address: supportEmail };
}
