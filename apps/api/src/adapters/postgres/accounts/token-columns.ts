import type { TokenPair } from '../../../ports/sessions.ts';

/** The four columns of a pair for `unnest`. */
export function tokenColumns({ access, refresh }: TokenPair): readonly unknown[] {
  return [
    [access.hash, refresh.hash],
    ['access', 'refresh'],
    [access.expiresAt, refresh.expiresAt],
    [access.wrap, refresh.wrap],
  ];
}
