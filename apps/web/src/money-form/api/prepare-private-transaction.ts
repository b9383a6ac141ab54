import { useEffect, useRef } from 'react';
import type { BodyOf } from '#wire/contract';
import { preparePrivateTransaction } from '#wire/wallet/prepare-private-transaction';
import { callApi } from '../../lib/api-client.ts';

export type PlannedPrivateTransaction = BodyOf<typeof preparePrivateTransaction>;

/**
 * Announces once that a private transaction is about to be confirmed, so that its proof can be precomputed.
 * @param privateTransaction null while part of it is open. Whatever the response, Confirm works.
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
