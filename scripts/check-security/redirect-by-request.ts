import { randomUUID } from 'node:crypto';
import type { BodyOf } from '#wire/contract';
import { findPaymentRequest } from '#wire/wallet/find-payment-request';
import { makePaymentRequest } from '#wire/wallet/make-payment-request';
import type { PaymentRequestView } from '#wire/wallet/payment-request';
import type { AttackContext, Victim } from './attack-context.ts';
import { ClaimRefuted } from './attackers/attacker.ts';

const REQUESTS =
  '(select $1::uuid as target, $2::uuid as other, $3::uuid as own) a join payment_requests o on';

/** Changes of a request of the victim. Values: $1 its id, $2 that of another of theirs, $3 that of the thief's own. */
const ATTEMPTS = [
  `update payment_requests r set content = o.content from ${REQUESTS} o.id = own where r.id = target`,
  `update payment_requests r set content = o.content from ${REQUESTS} o.id = other where r.id = target`,
  `update payment_requests r set user_id = o.user_id from ${REQUESTS} o.id = own where r.id = target`,
  `update payment_requests r set content = set_byte(r.content, 40, 255 - get_byte(r.content, 40))
   from ${REQUESTS} o.id = own where r.id = target`,
  `with gone as (update payment_requests set lookup = sha256(lookup) where id = $1::uuid returning id)
   update payment_requests r set lookup = t.lookup from payment_requests t, gone
   where t.id = gone.id and r.id = $3::uuid and $2::uuid is not null`,
  `update payment_requests r set expires_at = r.expires_at + interval '1 year', created_at = now()
   from ${REQUESTS} o.id = own where r.id = target`,
] as const;

/** What a payer sees, but for whether it is over. */
const TERMS = [
  'tokenId',
  'amount',
  'balance',
  'recipient',
  'message',
  'name',
  'expiresAt',
] as const;

/**
 * Puts other payment requests, or parts of them, in the place of the victim's, whose link the thief knows.
 * @returns how many links showed something else. Rejects when one did.
 */
export async function redirectByRequest(context: AttackContext): Promise<string> {
  const [victim, thief] = [await context.newVictim(), await context.newVictim()];
  const [target, other] = [await makeRequest(context, victim), await makeRequest(context, victim)];
  const own = await makeRequest(context, thief);
  const ids = [victim, thief].map(({ id }) => id);
  for (const attempt of ATTEMPTS) {
    const [copy] = await context.owner.query<{ rows: string }>(
      'select json_agg(r)::text as rows from payment_requests r where user_id = any($1)',
      [ids],
    );
    const changed = await context.owner.query(`${attempt} returning 1`, [
      ...[target.id, other.id, own.id],
    ]);
    if (changed.length !== 1) throw new Error(`${changed.length} rows were changed: ${attempt}`);
    const shown = await termsOf(context, target.code);
    if (shown !== null && shown !== termsIn(target)) {
      throw new ClaimRefuted(`a link requests ${shown}`);
    }
    await context.owner.query('delete from payment_requests where user_id = any($1)', [ids]);
    await context.owner.query(
      `insert into payment_requests
       select * from json_populate_recordset(null::payment_requests, $1::json)`,
      [copy?.rows],
    );
  }
  if ((await termsOf(context, target.code)) !== termsIn(target)) {
    throw new ClaimRefuted('a link requests something else after it was put back');
  }
  return `0 of ${ATTEMPTS.length} changes shown, which were undone`;
}

async function makeRequest(
  context: AttackContext,
  { accessToken: token }: Victim,
): Promise<PaymentRequestView> {
  const body: BodyOf<typeof makePaymentRequest> = {
    ...{ tokenId: 'polygon-usdc', amount: '40000000', balance: 'public', message: 'For the rent' },
    ...{ days: 7, showsName: true },
  };
  const headers = { 'idempotency-key': randomUUID() };
  const query = { token, body, headers };
  return (await context.newClient().call(makePaymentRequest, query)).content.data;
}

/** @returns null for a link that doesn't work */
async function termsOf(context: AttackContext, code: string): Promise<string | null> {
  const { method, path, response } = findPaymentRequest;
  const reply = await context.newClient().request(method, path, { body: { code } });
  return reply.status === 404 ? null : termsIn(response.parse(reply.content).data);
}

function termsIn(request: Pick<PaymentRequestView, (typeof TERMS)[number]>): string {
  return JSON.stringify(TERMS.map((name) => request[name]));
}
