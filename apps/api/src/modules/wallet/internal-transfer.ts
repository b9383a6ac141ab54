import type { internalTransfer } from '#wire/wallet/internal-transfer';
import { type Handler, refuse } from '../../application/call.ts';
import { createMakeSpend, type SpendPorts } from './shielded/make-spend.ts';
import { parseSpend, parseTransferTarget } from './shielded/parse-pool-command.ts';

/** Sends a token or the native coin from one private balance to another; the broadcaster sends it. */
export function createInternalTransfer(ports: SpendPorts): Handler<typeof internalTransfer> {
  const makeSpend = createMakeSpend(ports);
  return async ({ body, session, idempotencyKey, respondAsync }) => {
    if (body.senderAddress.trim().toLowerCase() !== session.privateAddress) {
      return refuse('sender-not-own');
    }
    const parsed = parseSpend(ports, body, (place) =>
      parseTransferTarget(place, session, body.recipientAddress),
    );
    if (!parsed.ok) return parsed.refusal;
    const spend = parsed.value;
    return makeSpend({ spend, session, idempotencyKey, respondAsync, withinMinutes: null });
  };
}
