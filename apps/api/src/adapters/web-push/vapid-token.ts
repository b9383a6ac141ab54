import type { PushSigner } from '../../ports/push-signer.ts';

/** The most that services accept is a day. */
const LASTS_SECONDS = 12 * 60 * 60;

/** @returns what identifies us to the service of an endpoint, and to no other (RFC 8292, 2) */
export function vapidToken({
  signer,
  subject,
  endpoint,
  now,
}: {
  readonly signer: PushSigner;
  readonly subject: string;
  readonly endpoint: string;
  readonly now: Date;
}): string {
  const exp = Math.floor(now.getTime() / 1_000) + LASTS_SECONDS;
  const content = [
    { typ: 'JWT', alg: 'ES256' },
    { aud: new URL(endpoint).origin, exp, sub: subject },
  ].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
  const signed = content.join('.');
  return `${signed}.${Buffer.from(signer.sign(signed)).toString('base64url')}`;
}
