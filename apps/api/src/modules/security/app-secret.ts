import type { appSecret } from '#wire/security/app-secret';
import type { PaymentGate } from '../../application/admit-payment.ts';
import { type Handler, refuse } from '../../application/call.ts';
import type { Accounts } from '../../ports/accounts.ts';
import type { AppCodes } from '../../ports/app-codes.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SecondFactors } from '../../ports/second-factors.ts';
import type { TextSeals } from '../../ports/text-seals.ts';
import { createAppToken } from './factors/new-app-token.ts';
import { isFirstFactor, refuseFirstFactor } from './factors/refuse-first-factor.ts';

export interface AppSecretPorts {
  readonly accounts: Pick<Accounts, 'findById'>;
  readonly secondFactors: Pick<SecondFactors, 'find'>;
  readonly gate: Pick<PaymentGate, 'findHold'>;
  readonly appCodes: Pick<AppCodes, 'newSecret' | 'uri'>;
  readonly newAppSeals: Pick<TextSeals, 'seal'>;
  readonly clock: Pick<Clock, 'now'>;
}

export function createAppSecret({
  accounts,
  secondFactors,
  gate,
  appCodes,
  newAppSeals,
  clock,
}: AppSecretPorts): Handler<typeof appSecret> {
  return async ({ session }) => {
    const { userId } = session;
    const account = await accounts.findById(userId);
    if (account === null) return refuse('unauthorized');
    const now = clock.now();
    const isFirst = isFirstFactor(await secondFactors.find(userId));
    const held = isFirst ? await refuseFirstFactor(gate, session, now) : null;
    if (held !== null) return held;
    const secret = appCodes.newSecret();
    const token = createAppToken(newAppSeals, { userId, secret }, now);
    return { secret, uri: appCodes.uri(secret, account.email), token };
  };
}
