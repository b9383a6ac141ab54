import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { cancelOperation } from '#wire/wallet/cancel-operation';
import type { speedUpOperation } from '#wire/wallet/speed-up-operation';
import { callApi } from '../../../lib/api-client.ts';
import { showToast } from '../../../state/toast.ts';
import { OPERATIONS_KEY } from './operations.ts';

interface OperationRequest {
  readonly isBusy: boolean;
  /** Resolves when the outcome is known, to whether it was accepted; an error is shown in a toast. */
  readonly request: () => Promise<boolean>;
}

/** Cancels an operation or speeds it up. */
export function useOperationRequest(
  contract: typeof cancelOperation | typeof speedUpOperation,
  id: string,
): OperationRequest {
  const client = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);

  async function request() {
    setIsBusy(true);
    const result = await callApi(contract, { params: { id } });
    if (!result.ok) showToast(result.error.message, { tone: 'error' });
    // Refetch either way: it may have changed a moment before.
    await client.invalidateQueries({ queryKey: OPERATIONS_KEY });
    setIsBusy(false);
    return result.ok;
  }
  return { isBusy, request };
}
