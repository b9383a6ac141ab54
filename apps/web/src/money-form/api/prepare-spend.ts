import { useEffect, useRef } from 'react';
import type { BodyOf } from '#wire/contract';
import { prepareSpend } from '#wire/wallet/prepare-spend';
import { callApi } from '../../lib/api-client.ts';

export type PlannedSpend = BodyOf<typeof prepareSpend>;

/**
 * Says once that a spend is about to be confirmed, so that its proof can be made while it is read.
 * @param spend null while something of it is open. Whatever the response, Confirm works.
 */
export function usePreparedSpend(spend: PlannedSpend | null): void {
  const lastSaid = useRef('');
  useEffect(() => {
    if (spend === null) return;
    const text = JSON.stringify(spend);
    if (text === lastSaid.current) return;
    lastSaid.current = text;
    void callApi(prepareSpend, { body: spend });
  }, [spend]);
}
