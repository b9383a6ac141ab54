import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { cancelOperation } from '#wire/wallet/cancel-operation';
import { callApi } from '../../../lib/api-client.ts';
import { showToast } from '../../../state/toast.ts';
import { OPERATIONS_KEY } from './operations.ts';

interface CancelOperation {
  readonly isCancelling: boolean;
  /** Resolves when it is known what became of it; a refusal is shown in a toast. */
  readonly cancel: () => Promise<void>;
}

/** Cancels an operation of which nothing has left the server. */
export function useCancelOperation(id: string): CancelOperation {
  const client = useQueryClient();
  const [isCancelling, setIsCancelling] = useState(false);

  async function cancel() {
    setIsCancelling(true);
    const result = await callApi(cancelOperation, { params: { id } });
    if (!result.ok) showToast(result.error.message, { tone: 'error' });
    // Whether it was cancelled or went out a moment before, the page shows what is so.
    await client.invalidateQueries({ queryKey: OPERATIONS_KEY });
    setIsCancelling(false);
  }
  return { isCancelling, cancel };
}
