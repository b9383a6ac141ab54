import { Suspense } from 'react';
import type { OperationView } from '#wire/wallet/operation';
import { lazyRoute } from '../../lib/lazy-route.ts';
import { useClaimOf } from './operation-claim.ts';

const MadeLink = lazyRoute(() => import('../../claims/made-link.tsx'));

/** The link that an operation set money aside for; nothing for any other payment. */
export function OperationLink({ operation }: { operation: OperationView }) {
  const claim = useClaimOf(operation);
  if (claim === null || operation.failure !== null) return null;
  return (
    <Suspense fallback={null}>
      <MadeLink claim={claim} />
    </Suspense>
  );
}
