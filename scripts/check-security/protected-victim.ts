import { randomUUID } from 'node:crypto';
import { createSoftwarePasskey, type SoftwarePasskey } from '#testing/software-passkey';
import { addPasskey } from '#wire/security/add-passkey';
import { passkeyChallenge } from '#wire/security/passkey-challenge';
import type { AttackContext, Victim } from './attack-context.ts';
import { codeOf } from './code-of.ts';
import { untilFunded } from './pay.ts';

/** Someone with a passkey. */
export interface ProtectedVictim extends Victim {
  readonly passkey: SoftwarePasskey;
  readonly recoveryCodes: readonly string[];
}

/** Registers someone who adds a passkey. */
export async function newProtectedVictim(context: AttackContext): Promise<ProtectedVictim> {
  const victim = await context.newVictim();
  const { accessToken: token, password } = victim;
  const client = context.newClient();
  const { content } = await client.call(passkeyChallenge, { token, body: {} });
  const { challenge, prfSalt } = content;
  const origin = `http://localhost:${context.product.port}`;
  const passkey = createSoftwarePasskey({ origin, rpId: 'localhost' });
  const added = await client.call(addPasskey, {
    token,
    body: {
      ...{ password, name: 'Laptop', attestation: passkey.attest(challenge) },
      signIn: { assertion: passkey.assert(challenge), secret: passkey.secretOf(prfSalt) },
    },
  });
  return { ...victim, passkey, recoveryCodes: added.content.recoveryCodes ?? [] };
}

/** What someone with a session tries. */
export interface Try {
  readonly path: string;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** @returns a payment of a little KAX to someone whom its sender never paid */
export function paymentTo(recipientAddress: string): Try {
  return {
    path: '/wallet/public/send-tokens',
    body: { tokenId: 'polygon-kax', amount: '1000', recipientAddress },
    headers: { 'idempotency-key': randomUUID() },
  };
}

/** @returns everything that a session with the password does, if it may */
export function triesOf(
  { email }: Pick<Victim, 'email'>,
  password: string,
): Readonly<Record<string, Try>> {
  return {
    'export of keys': { path: '/wallet/export-keys', body: { password, what: 'phrase' } },
    'another email': {
      path: '/auth/contact-change',
      body: { email: `mine-${email}`, password },
    },
    'new recovery codes': { path: '/auth/recovery-codes', body: {} },
    'a higher limit': { path: '/auth/daily-limit', body: { cents: '99999900' } },
  };
}

/** @returns the code of each refusal, or `done`, by what was tried */
export async function tryAll(
  context: AttackContext,
  token: string,
  tries: Readonly<Record<string, Try>>,
): Promise<Readonly<Record<string, string>>> {
  const got: Record<string, string> = {};
  for (const [what, { path, body, headers = {} }] of Object.entries(tries)) {
    const reply = await context.newClient().request('POST', path, { token, body, headers });
    got[what] = reply.status === 200 ? 'done' : codeOf(reply.content);
  }
  return got;
}

/** Pays someone new without an approval. @returns what was refused, once the sender has money; `done` when it was paid */
export async function payStranger(
  context: AttackContext,
  sender: Pick<Victim, 'publicAddress'>,
  token: string,
): Promise<string> {
  await untilFunded(context.product, sender);
  const [, recipient] = context.victims;
  const got = await tryAll(context, token, { payment: paymentTo(recipient.publicAddress) });
  return got.payment ?? 'nothing';
}
