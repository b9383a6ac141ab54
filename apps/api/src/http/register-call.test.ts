import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { defineContract } from '#wire/contract';
import { type CallSession, serve } from '../application/call.ts';
import { createVerifyProof } from './device-proof.ts';
import { registerCall } from './register-call.ts';

const common = {
  name: 'probe',
  summary: 'A call of this test',
  method: 'POST',
  path: '/probe',
  access: 'session',
  response: z.object({ isAsync: z.boolean() }),
  errors: [],
} as const;
const patient = defineContract({ ...common, canRespondAsync: true });
const plain = defineContract(common);

/** Responds with the client's preference as the handler receives it. */
async function request(contract: typeof patient | typeof plain, prefer?: string) {
  const app = fastify();
  const handler = async (call: object) => ({
    isAsync: 'respondAsync' in call && call.respondAsync === true,
  });
  registerCall(app, serve(contract, handler), {
    session: async () => ({ userId: 'alice' }) as CallSession,
    takeMoneyCall: () => 0,
    verifyProof: createVerifyProof({ now: () => new Date() }),
  });
  const headers = prefer === undefined ? {} : { prefer };
  const outcome = await app.inject({ method: 'POST', url: '/probe', headers });
  return [outcome.json().isAsync, outcome.headers['preference-applied']];
}

test.each([
  ['respond-async'],
  ['Respond-Async; foo="bar"'],
  ['handling=lenient, respond-async, wait=10'],
])('a client that prefers %j is not kept waiting, and the response says so', async (prefer) => {
  expect(await request(patient, prefer)).toEqual([true, 'respond-async']);
});

test.each([[undefined], [''], ['return=minimal'], ['respond-async-later']])(
  'a client that prefers %j is kept waiting',
  async (prefer) => {
    expect(await request(patient, prefer)).toEqual([false, undefined]);
  },
);

test('a call that cannot respond early does not receive the preference', async () => {
  expect(await request(plain, 'respond-async')).toEqual([false, undefined]);
});
