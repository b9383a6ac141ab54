import type { custodyChallenge } from '#wire/wallet/custody-challenge';
import { type Handler, refuse } from '../../application/call.ts';
import type { CustodyChallenges } from '../../ports/custody-challenges.ts';
import type { RequireEmptyPorts } from './custody/require-empty.ts';
import { requireReplaceable } from './custody/require-replaceable.ts';

export interface CustodyChallengePorts extends RequireEmptyPorts {
  readonly custodyChallenges: Pick<CustodyChallenges, 'create'>;
}

/** No one makes keys, and writes down 12 words, for a wallet that can't be replaced. */
export function createCustodyChallenge(
  ports: CustodyChallengePorts,
): Handler<typeof custodyChallenge> {
  return async ({ session, body }) => {
    if (session.custody === 'only-me') return refuse('custody-unchanged');
    const free = await requireReplaceable(ports, session, body.keepsAddresses === true);
    if ('refused' in free) return free;
    const challenge = ports.custodyChallenges.create(session, ports.clock.now());
    return { challenge, userId: session.userId };
  };
}
