import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { t } from '#language/t';
import type { PaymentRequestView } from '#wire/wallet/payment-request';
import { type ApiResult, reasonOf } from '../../lib/api-result.ts';
import { showToast } from '../../state/toast.ts';
import { cancelLink } from './api/cancel-payment-request.ts';
import { keepRequest } from './api/payment-requests.ts';
import { settleLink } from './api/settle-payment-request.ts';

export interface LinkActions {
  readonly isBusy: boolean;
  /** @returns whether it was done; if not, a toast says why */
  readonly cancel: () => Promise<boolean>;
  readonly settle: (transactionHash: string | null) => Promise<boolean>;
}

/** Ends a request, one call at a time. */
export function useLinkActions({ id }: Pick<PaymentRequestView, 'id'>): LinkActions {
  const client = useQueryClient();
  const isRunning = useRef(false);
  const [isBusy, setIsBusy] = useState(false);

  async function run(call: () => Promise<ApiResult<PaymentRequestView>>): Promise<boolean> {
    if (isRunning.current) return false;
    isRunning.current = true;
    setIsBusy(true);
    const result = await call();
    isRunning.current = false;
    setIsBusy(false);
    if (result.ok) keepRequest(client, result.data);
    else showToast(reasonOf(result.error) ?? UNREACHABLE, { tone: 'error' });
    return result.ok;
  }

  return {
    isBusy,
    cancel: () => run(() => cancelLink(id)),
    settle: (transactionHash) => run(() => settleLink(id, transactionHash)),
  };
}

const UNREACHABLE = t('We couldn’t reach Kax. Try again.');
