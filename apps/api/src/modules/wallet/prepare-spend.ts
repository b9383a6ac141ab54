import { isPrivateSpend } from '#domain/operation/operation';
import type { prepareSpend } from '#wire/wallet/prepare-spend';
import type { Handler } from '../../application/call.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Operations } from '../../ports/operations.ts';
import type { PrivateSpends } from '../../ports/private-spends.ts';
import type { ShieldedPoolClient } from '../../ports/shielded-pool-client.ts';
import {
  type PoolRules,
  parseSpend,
  parseTransferTarget,
  parseUnshieldTarget,
} from './shielded/parse-pool-command.ts';
import { priceSpend, type SpendTermsPorts } from './shielded/spend-terms.ts';

export interface PrepareSpendPorts extends PoolRules, SpendTermsPorts {
  readonly spends: Pick<PrivateSpends, 'waiting' | 'askAhead'>;
  readonly poolClient: Pick<ShieldedPoolClient, 'pace'>;
  readonly operations: Pick<Operations, 'listOpen'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** Asks for a proof ahead when nobody waits for one: it must never keep a payment that was confirmed from its turn. */
export function createPrepareSpend(ports: PrepareSpendPorts): Handler<typeof prepareSpend> {
  return async ({ body, session }) => {
    const parsed = parseSpend(ports, body, (place) =>
      body.kind === 'unshield'
        ? parseUnshieldTarget(ports, place, body.recipientAddress ?? session.publicAddress)
        : parseTransferTarget(place, session, body.recipientAddress),
    );
    if (!parsed.ok) return { data: { state: 'declined' } };
    const [waiting, pace, open] = await Promise.all([
      ports.spends.waiting(),
      ports.poolClient.pace(),
      ports.operations.listOpen(session.userId),
    ]);
    // Its notes may be the ones that another payment is about to spend.
    const isOtherOpen = open.some(({ operation }) => isPrivateSpend(operation));
    if (waiting > 0 || pace === null || isOtherOpen) return { data: { state: 'declined' } };
    const priced = await priceSpend(ports, parsed.value);
    if ('refused' in priced) return { data: { state: 'declined' } };
    const wish = { userId: session.userId, terms: priced.terms };
    await ports.spends.askAhead(wish, ports.clock.now());
    return { data: { state: 'begun' } };
  };
}
