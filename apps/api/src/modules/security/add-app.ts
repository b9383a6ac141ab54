import type { addApp } from '#wire/security/add-app';
import { type Handler, type Reauthenticate, refuse } from '../../application/call.ts';
import { appCodeOf } from '../../application/factor-codes.ts';
import type { AppCodes } from '../../ports/app-codes.ts';
import type { SecondFactors } from '../../ports/second-factors.ts';
import type { TextSeals } from '../../ports/text-seals.ts';
import { type AddFactorPorts, addFactor } from './factors/add-factor.ts';
import { secretInToken } from './factors/new-app-token.ts';

export interface AddAppPorts extends AddFactorPorts {
  readonly reauthenticate: Reauthenticate;
  readonly secondFactors: Pick<SecondFactors, 'addApp'>;
  readonly appCodes: Pick<AppCodes, 'stepOf'>;
  readonly newAppSeals: Pick<TextSeals, 'open'>;
}

/** In steps of 30 seconds: while another factor approves the app, its code gets older. */
const WINDOW = 1;
const WINDOW_OF_APPROVED = 12;
const EXPIRED = 'This took too long. Start again with a new code.';

/** Adds an authenticator app in place of the one before, with a code that it shows. */
export function createAddApp(ports: AddAppPorts): Handler<typeof addApp> {
  return async ({ body, session, client }) => {
    const { userId } = session;
    const now = ports.clock.now();
    const secret = secretInToken(ports.newAppSeals, { userId, token: body.token }, now);
    if (secret === null) return refuse('app-code-wrong', { sentence: EXPIRED });
    const window = client.approval === null ? WINDOW : WINDOW_OF_APPROVED;
    const code = appCodeOf(body.code);
    const step = code === null ? null : ports.appCodes.stepOf(secret, code, { now, window });
    if (step === null) return refuse('app-code-wrong');
    return ports.reauthenticate({ session, client, password: body.password }, (opened) => {
      const fields = ['add-app', body.token];
      const factor = { request: { session, client }, opened, kind: 'app', fields } as const;
      return addFactor(ports, factor, async (addition) => ({
        kind: 'added',
        ...(await ports.secondFactors.addApp({ secret, step }, addition)),
      }));
    });
  };
}
