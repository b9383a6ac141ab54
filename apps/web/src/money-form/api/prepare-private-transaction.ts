import { useEffect, useRef } from 'react';
import type { BodyOf } from '#wire/contract';
import { preparePrivateTransaction } from '#wire/wallet/prepare-private-transaction';
import { callApi } from '../../lib/api-client.ts';

export type PlannedPrivateTransaction = BodyOf<typeof preparePrivateTransaction>;

/**
 * Says once that a spend is about to be confirmed, so that its proof can be made while it is read.
 * @param spend null while something of it is open. Whatever the response, Confirm works.
 */
export function usePreparedPrivateTransaction(
  privateTransaction: PlannedPrivateTransaction | null,
): void {
  const lastSaid = useRef('');
  useEffect(() => {
    if (privateTransaction === null) return;
    const text = JSON.stringify(privateTransaction);
    if (text === lastSaid.current) return;
    lastSaid.current = text;
    void callApi(preparePrivateTransaction, { body: privateTransaction });
  }, [privateTransaction]);
}
