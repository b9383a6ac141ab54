import type { custodyChallenge } from '#wire/wallet/custody-challenge';
import { type Handler, refuse } from '../../application/call.ts';
import type { CustodyChallenges } from '../../ports/custody-challenges.ts';
import { type RequireEmptyPorts, requireEmpty } from './custody/require-empty.ts';

export interface CustodyChallengePorts extends RequireEmptyPorts {
  readonly custodyChallenges: Pick<CustodyChallenges, 'create'>;
}

/** No one makes keys, and writes down 12 words, for a wallet that can't be replaced. */
export function createCustodyChallenge(
  ports: CustodyChallengePorts,
): Handler<typeof custodyChallenge> {
  return async ({ session }) => {
    if (session.custody === 'only-me') return refuse('custody-unchanged');
    const empty = await requireEmpty(ports, session);
    if ('refused' in empty) return empty;
    const challenge = ports.custodyChallenges.create(session, ports.clock.now());
    return { challenge, userId: session.userId };
  };
}
