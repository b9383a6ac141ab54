import type { ResponseOf } from '#wire/contract';
import { signOperation } from '#wire/wallet/sign-operation';
import type { ToBeSigned } from '#wire/wallet/to-be-signed';
import type { ApiResult } from './api-result.ts';
import type { CallApi } from './call-options.ts';

const REPEAT_EVERY_MS = 1_000;

/**
 * Sends what the user signed. The same signatures have one outcome, so they are sent again where the connection was
 * lost, for as long as they are taken.
 * @returns what the call would have returned at once
 */
export async function sendSignatures(
  callApi: CallApi,
  { operation, toSign }: ToBeSigned,
  signatures: readonly string[],
): Promise<ApiResult<ResponseOf<typeof signOperation>>> {
  const params = { id: operation.id };
  // The form that began a private payment shows its proof, and doesn't wait for it either.
  const respondsAsync = 'private' in toSign;
  const body = { planId: toSign.planId, signatures: [...signatures] };
  for (;;) {
    const result = await callApi(signOperation, { params, body, respondsAsync });
    const isLost = !result.ok && result.error.code === 'network';
    if (!isLost || Date.now() > Date.parse(toSign.expiresAt)) return result;
    await new Promise((resolve) => setTimeout(resolve, REPEAT_EVERY_MS));
  }
}
