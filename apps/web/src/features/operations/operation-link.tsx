import { Suspense } from 'react';
import type { OperationView } from '#wire/wallet/operation';
import { useClaims } from '../../claims/api/claims.ts';
import { lazyRoute } from '../../lib/lazy-route.ts';

const MadeLink = lazyRoute(() => import('../../claims/made-link.tsx'));

/** The link that an operation set money aside for; nothing for any other payment. */
export function OperationLink({ operation }: { operation: OperationView }) {
  const { data = [] } = useClaims();
  const claim = data.find(({ operationId }) => operationId === operation.id);
  if (claim === undefined || operation.failure !== null) return null;
  return (
    <Suspense fallback={null}>
      <MadeLink claim={claim} />
    </Suspense>
  );
}
