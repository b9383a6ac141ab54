import type { PublicAddress } from '#domain/address/address';
import { toBaseUnits } from '#domain/amount/base-units';
import { REQUEST_CODE_BYTES, requestCode } from '#domain/payment-request/payment-request';
import { FAULTY_MS, USERS } from './adversity.ts';
import { countPayments } from './judge.ts';
import { memoryRequestState } from './memory-payment-requests.ts';
import type { Environment } from './simulated-server.ts';
import type { ScriptedRequest } from './simulated-user.ts';

/** A payment of a payment request that other users pay too, and when it is made. */
export interface SharedRequest {
  readonly request: ScriptedRequest & { readonly paymentRequest: string };
  readonly inMs: number;
}

/** Longer than any run, also one in which fees rise for more than a day. */
const VALID_MS = 30 * 24 * 60 * 60_000;
/** Apart, at most: mostly while the first is being prepared or signed. */
const APART_MS = 300;

/** @returns payments of one or two payment requests: every user pays each, all at nearly the same moment */
export function makeSharedRequests({
  simulation,
  repository,
  networks,
}: Pick<Environment, 'simulation' | 'repository' | 'networks'>): readonly SharedRequest[] {
  const { random } = simulation;
  return Array.from({ length: random.integer(1, 2) }, (_, number) => {
    const code = requestCode(new Uint8Array(REQUEST_CODE_BYTES).fill(number + 1));
    const token = random.pick(networks.flatMap(({ tokens }) => tokens));
    const amount = BigInt(random.integer(1, 300));
    const recipient = `0x${(number + 1).toString(16).padStart(40, 'f')}` as PublicAddress;
    const createdAt = simulation.now();
    repository.paymentRequests.set(code, {
      userId: 'payee',
      terms: {
        ...{ tokenId: token.id, units: toBaseUnits(amount), balance: 'public', recipient },
        ...{ message: null, name: null, createdAt },
        expiresAt: new Date(createdAt.getTime() + VALID_MS),
      },
      ...{ cancelledAt: null, settledAt: null, operationId: null },
    });
    const momentMs = random.integer(0, FAULTY_MS / 2);
    return USERS.map((userId) => ({
      inMs: momentMs + random.integer(0, APART_MS),
      request: {
        ...{ kind: 'send' as const, userId, key: `shared-${number}-${userId}`, token, amount },
        ...{ recipient, paymentRequest: code, outcome: 'pending' as const },
        ...{ operationId: null, isReconciling: false },
      },
    }));
  }).flat();
}

/** What went wrong with payment requests, as sentences, and how they went. */
export interface SharedJudgement {
  readonly requestErrors: readonly string[];
  /** Payment requests, those that were paid, and payments that were refused because another one counted. */
  readonly shared: number;
  readonly sharedPaid: number;
  readonly refusedOver: number;
  /**
   * Of which a failover lost a payment with its claim: as docs/safety.md says, another user may pay it before the first
   * one repeats theirs.
   */
  readonly sharedForgotten: number;
}

/** Of one request's payments at most one moves money; and where none did, the request can be paid again. */
export function judgeShared(
  { chain, repository, simulation }: Environment,
  requests: readonly ScriptedRequest[],
): SharedJudgement {
  const requestErrors: string[] = [];
  const tally = { shared: 0, sharedPaid: 0, refusedOver: 0, sharedForgotten: 0 };
  for (const code of repository.paymentRequests.keys()) {
    const payments = requests.filter(({ paymentRequest }) => paymentRequest === code);
    const paid = payments.reduce((sum, each) => sum + countPayments(chain.tip, each), 0);
    const state = memoryRequestState(repository, code, simulation.now());
    const isForgotten = payments.some(({ key }) => repository.server.lostKeys.has(key));
    tally.shared += 1;
    tally.sharedPaid += paid > 0 ? 1 : 0;
    tally.sharedForgotten += isForgotten ? 1 : 0;
    tally.refusedOver += payments.filter(isRefusedOver).length;
    if (isForgotten) continue;
    if (paid > 1) requestErrors.push(`request ${code} was paid ${paid} times`);
    if (state !== (paid > 0 ? 'paid' : 'open')) {
      requestErrors.push(`request ${code} is ${state}, and was paid ${paid} times`);
    }
  }
  return { requestErrors, ...tally };
}

function isRefusedOver({ outcome }: ScriptedRequest): boolean {
  if (outcome === 'pending' || !('refused' in outcome)) return false;
  return outcome.refused === 'payment-request-over';
}
