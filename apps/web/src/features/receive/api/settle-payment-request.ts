import type { PaymentRequestView } from '#wire/wallet/payment-request';
import { settlePaymentRequest } from '#wire/wallet/settle-payment-request';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiResult } from '../../../lib/api-result.ts';

/**
 * Marks a request as paid.
 * @param transactionHash of the payment that it was; null when there is none to name
 */
export async function settleLink(
  id: string,
  transactionHash: string | null,
): Promise<ApiResult<PaymentRequestView>> {
  const response = await callApi(settlePaymentRequest, {
    params: { id },
    body: { transactionHash },
  });
  return response.ok ? { ok: true, data: response.data.data } : response;
}
