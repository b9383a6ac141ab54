import { useMemo, useState } from 'react';

/** Work that is done sooner is not worth a word. */
const QUIET_MS = 400;

/** How much of a request's work is done. */
export interface WorkShare {
  /** 0 to 1; null while there is no work, or only for a moment. */
  readonly share: number | null;
  /** Begins a request. @returns its listener, which hears nothing at first */
  readonly begin: () => (share: number) => void;
  readonly end: () => void;
}

/** @returns the progress of the work that the server asks for before it accepts a request */
export function useWorkShare(): WorkShare {
  const [share, setShare] = useState<number | null>(null);
  const actions = useMemo(
    () => ({ begin: () => afterAWhile(setShare), end: () => setShare(null) }),
    [],
  );
  return { share, ...actions };
}

function afterAWhile(listen: (share: number) => void): (share: number) => void {
  let beganAt: number | null = null;
  return (share) => {
    beganAt ??= performance.now();
    if (performance.now() - beganAt >= QUIET_MS) listen(share);
  };
}
