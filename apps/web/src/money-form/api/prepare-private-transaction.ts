import { useEffect, useRef } from 'react';
import type { BodyOf } from '#wire/contract';
import { preparePrivateTransaction } from '#wire/wallet/prepare-private-transaction';
import { callApi } from '../../lib/api-client.ts';

export type PlannedPrivateTransaction = BodyOf<typeof preparePrivateTransaction>;

/**
 * Announces each private transaction once before it is confirmed, so that its proof can be precomputed. Confirm
 * works whatever the response.
 * @param privateTransaction null while it is incomplete.
 */
export function usePreparedPrivateTransaction(
  privateTransaction: PlannedPrivateTransaction | null,
): void {
  const lastSent = useRef('');
  useEffect(() => {
    if (privateTransaction === null) return;
    const text = JSON.stringify(privateTransaction);
    if (text === lastSent.current) return;
    lastSent.current = text;
    void callApi(preparePrivateTransaction, { body: privateTransaction });
  }, [privateTransaction]);
}
