import { cancelPaymentRequest } from '#wire/wallet/cancel-payment-request';
import type { PaymentRequestView } from '#wire/wallet/payment-request';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiResult } from '../../../lib/api-result.ts';

/** Ends a request, so that it can't be paid any more. */
export async function cancelLink(id: string): Promise<ApiResult<PaymentRequestView>> {
  const response = await callApi(cancelPaymentRequest, { params: { id } });
  return response.ok ? { ok: true, data: response.data.data } : response;
}
