import type { BodyInputOf } from '#wire/contract';
import { makePaymentRequest } from '#wire/wallet/make-payment-request';
import type { PaymentRequestView } from '#wire/wallet/payment-request';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiResult } from '../../../lib/api-result.ts';

export type RequestedLink = BodyInputOf<typeof makePaymentRequest>;

/** Makes the link of a payment request; the same one however often it is called with one key. */
export async function makeLink(
  body: RequestedLink,
  idempotencyKey: string,
): Promise<ApiResult<PaymentRequestView>> {
  const response = await callApi(makePaymentRequest, { body, idempotencyKey });
  return response.ok ? { ok: true, data: response.data.data } : response;
}
