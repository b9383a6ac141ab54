import type { unshield } from '#wire/wallet/unshield';
import type { Handler } from '../../application/call.ts';
import { createMakeSpend, type SpendPorts } from './shielded/make-spend.ts';
import { parseSpend, parseUnshieldTarget } from './shielded/parse-pool-command.ts';

/** Moves a token or the native coin from the private balance to a public address; the broadcaster sends it. */
export function createUnshield(ports: SpendPorts): Handler<typeof unshield> {
  const makeSpend = createMakeSpend(ports);
  return async ({ body, session, idempotencyKey, respondAsync }) => {
    const { recipientAddress, sendWithinMinutes } = body;
    const parsed = parseSpend(ports, body, (place) =>
      parseUnshieldTarget(ports, place, recipientAddress ?? session.publicAddress),
    );
    if (!parsed.ok) return parsed.refusal;
    const withinMinutes = sendWithinMinutes ?? null;
    return makeSpend({ spend: parsed.value, session, idempotencyKey, respondAsync, withinMinutes });
  };
}
