import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { cancelOperation } from '#wire/wallet/cancel-operation';
import { callApi } from '../../../lib/api-client.ts';
import { showToast } from '../../../state/toast.ts';
import { OPERATIONS_KEY } from './operations.ts';

interface CancelOperation {
  readonly isCancelling: boolean;
  /** Resolves when the outcome is known; an error is shown in a toast. */
  readonly cancel: () => Promise<void>;
}

/** Cancels an operation that has not been submitted yet. */
export function useCancelOperation(id: string): CancelOperation {
  const client = useQueryClient();
  const [isCancelling, setIsCancelling] = useState(false);

  async function cancel() {
    setIsCancelling(true);
    const result = await callApi(cancelOperation, { params: { id } });
    if (!result.ok) showToast(result.error.message, { tone: 'error' });
    // Refetch either way: it may have been submitted a moment before.
    await client.invalidateQueries({ queryKey: OPERATIONS_KEY });
    setIsCancelling(false);
  }
  return { isCancelling, cancel };
}
