import { resetPassword as resetPasswordCall } from '#wire/auth/reset-password';
import type { Reply } from './api-client.ts';
import { type AttackContext, requestCodes, type Victim } from './attack-context.ts';

export const NEW_PASSWORD = 'Thief!5Elephant';

/** Resets a password with both codes, as whoever has the mailbox and the phone can. @returns the response */
export async function resetPassword(
  { product, newClient }: Pick<AttackContext, 'product' | 'newClient'>,
  victim: Victim,
): Promise<Reply> {
  const client = newClient();
  const [emailOTP, phoneOTP] = await requestCodes(product, client, victim);
  const { method, path } = resetPasswordCall;
  const body = { email: victim.email, newPassword: NEW_PASSWORD, emailOTP, phoneOTP };
  return client.request(method, path, { body });
}
