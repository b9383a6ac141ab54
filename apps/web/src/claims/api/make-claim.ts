import type { BaseUnits } from '#domain/amount/base-units';
import type { ClaimBalance } from '#domain/claim/claim';
import type { ClaimView } from '#wire/wallet/claim';
import { makeClaim } from '#wire/wallet/make-claim';
import type { OperationView } from '#wire/wallet/operation';
import { callApi } from '../../lib/api-client.ts';
import type { ApiResult } from '../../lib/api-result.ts';
import { acceptedOperation } from '../../money-form/accepted-operation.ts';
import { ownNotePart } from '../../notes/own-note-part.ts';

/** Long enough for a slow network. After this timeout the outcome is unknown, and a retry uses the same key. */
const WAIT_MS = 30_000;

/** A payment by link, as it is requested. */
interface LinkPayment {
  readonly tokenId: string;
  readonly units: BaseUnits;
  /** An email in lower case, or a phone number in E.164. */
  readonly linkTo: string;
  /** Without surrounding blanks; empty for none. */
  readonly message: string;
  readonly balance: ClaimBalance;
}

interface MadeClaim {
  readonly key: string;
  readonly payment: LinkPayment;
  /** As it was typed. */
  readonly ownNote: string;
}

/**
 * Makes a payment by link once, however often it is called with the same key.
 * @param onMade called with the payment by link, where the response has it
 * @returns the operation that sets its money aside, also when the same key already started it
 */
export async function makePaymentByLink(
  { key, payment, ownNote }: MadeClaim,
  onMade: (claim: ClaimView) => void,
): Promise<ApiResult<OperationView>> {
  const { tokenId, units, linkTo, message, balance } = payment;
  const response = await callApi(makeClaim, {
    body: {
      tokenId,
      amount: units.toString(),
      emailOrPhone: linkTo,
      message,
      ...(balance === 'private' ? { balance } : {}),
      ...ownNotePart(ownNote),
    },
    idempotencyKey: key,
    signal: AbortSignal.timeout(WAIT_MS),
  });
  if (response.ok) onMade(response.data.data);
  return acceptedOperation(response);
}
