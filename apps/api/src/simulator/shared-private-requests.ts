import type { PrivateAddress, PublicAddress } from '#domain/address/address';
import { toBaseUnits } from '#domain/amount/base-units';
import { REQUEST_CODE_BYTES, requestCode } from '#domain/payment-request/payment-request';
import { hasForgotten, receivedBy } from './judge-private.ts';
import { memoryRequestState } from './memory-payment-requests.ts';
import type { PrivateEnvironment } from './private-environment.ts';
import type { ScriptedPrivateRequest } from './scripted-private-request.ts';

/** Longer than any run, also one in which fees rise for more than a day. */
const VALID_MS = 30 * 24 * 60 * 60_000;

/** @returns payments of one payment request, one of each user: out of the pool, or within it */
export function makeSharedPrivateRequests(
  { simulation, repository, token }: PrivateEnvironment,
  users: readonly string[],
): readonly ScriptedPrivateRequest[] {
  const { random } = simulation;
  const code = requestCode(new Uint8Array(REQUEST_CODE_BYTES).fill(1));
  const amount = BigInt(random.integer(1, 150));
  const createdAt = simulation.now();
  const to: ScriptedPrivateRequest['to'] = random.chance(0.5)
    ? { kind: 'unshield', recipient: `0x${'f'.repeat(40)}` as PublicAddress }
    : {
        ...{ kind: 'internal-transfer', recipient: '0zkpayee' as PrivateAddress },
        ...{ message: null, showsSender: false },
      };
  repository.paymentRequests.set(code, {
    userId: 'payee',
    terms: {
      ...{ tokenId: token.id, units: toBaseUnits(amount), recipient: to.recipient },
      balance: to.kind === 'unshield' ? 'public' : 'private',
      ...{ message: null, name: null, createdAt },
      expiresAt: new Date(createdAt.getTime() + VALID_MS),
    },
    ...{ cancelledAt: null, settledAt: null, operationId: null },
  });
  return users.map((userId) => ({
    ...{ userId, key: `shared-${userId}`, amount, to, paymentRequest: code },
    ...{ withinMinutes: null, isCancelled: random.chance(0.3), outcome: 'pending' as const },
  }));
}

/** What went wrong with payment requests, as sentences, and how they went. */
export interface SharedPrivateJudgement {
  readonly requestErrors: readonly string[];
  /** Those that were paid, and payments that were refused because another one counted. */
  readonly sharedPaid: number;
  readonly refusedOver: number;
  /** Of which a failover lost a payment, or an end of one. */
  readonly sharedForgotten: number;
}

/** That each is paid once at most is judged with all payments; and where nothing was paid, it can be paid again. */
export function judgeSharedPrivately(
  { chain, repository, simulation }: PrivateEnvironment,
  requests: readonly ScriptedPrivateRequest[],
): SharedPrivateJudgement {
  const requestErrors: string[] = [];
  const tally = { sharedPaid: 0, refusedOver: 0, sharedForgotten: 0 };
  for (const [code, { terms }] of repository.paymentRequests) {
    const payments = requests.filter(({ paymentRequest }) => paymentRequest === code);
    const received = receivedBy(chain.tip, terms.recipient);
    const state = memoryRequestState(repository, code, simulation.now());
    tally.sharedPaid += received > 0n ? 1 : 0;
    tally.refusedOver += payments.filter(
      ({ outcome }) =>
        outcome !== 'pending' && 'refused' in outcome && outcome.refused === 'payment-request-over',
    ).length;
    if (hasForgotten(repository.server, payments)) tally.sharedForgotten += 1;
    else if (state !== (received > 0n ? 'paid' : 'open')) {
      requestErrors.push(`request ${code} is ${state}, and ${received} arrived`);
    }
  }
  return { requestErrors, ...tally };
}
