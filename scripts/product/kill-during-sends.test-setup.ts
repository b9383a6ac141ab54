import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { expect } from 'vitest';
import type { User } from '../bench/user.ts';
import { balanceOn, killOne, openNode, signInWhenUp, usdcOf } from './killed-product.test-setup.ts';
import type { Product } from './start-product.ts';

/** `npm test` requests fewer; half of them end the API, the others the worker. */
export const SEND_KILLS = Number.parseInt(process.env.SEND_KILLS ?? '20', 10);
const PAYMENTS_IN_FLIGHT = 8;
const AMOUNT = 1_000n;

interface Payment {
  readonly key: string;
  readonly to: `0x${string}`;
  /** Hashes that the server returned. */
  readonly hashes: Set<string>;
}

/** Kills the API and the worker in turn while payments are in flight, and checks what arrived. */
export async function killDuringSends(product: Product): Promise<void> {
  const payments: Payment[] = [];
  let killed = 0;
  let withoutResponse = 0;
  for (let round = 0; round < SEND_KILLS; round += 1) {
    const alice = await signInWhenUp(product);
    const inFlight = Array.from({ length: PAYMENTS_IN_FLIGHT }, newPayment);
    payments.push(...inFlight);
    const posted = Promise.all(inFlight.map((payment) => post(alice, payment)));
    // The first kill happens before any response is possible.
    await sleep(round === 0 ? 0 : Math.random() * 400);
    killed += killOne(product, round % 2 === 0 ? 'apps/api/src/main.ts' : 'apps/api/src/worker.ts');
    withoutResponse += (await posted).filter((status) => status === null).length;
  }
  expect(killed).toBe(SEND_KILLS);
  expect(withoutResponse).toBeGreaterThan(0);
  const alice = await signInWhenUp(product);
  for (const payment of payments) await requestUntilResponse(alice, payment);
  await settle(alice);

  expect(payments.filter(({ hashes }) => hashes.size !== 1)).toEqual([]);
  const token = await usdcOf(alice);
  const node = openNode(product, 'polygon');
  const received = await Promise.all(
    payments.map(({ to }) => balanceOn(node, { token, owner: to })),
  );
  expect(received.filter((units) => units !== AMOUNT)).toEqual([]);
}

function newPayment(): Payment {
  return {
    key: randomUUID(),
    to: privateKeyToAddress(generatePrivateKey()),
    hashes: new Set(),
  };
}

/** One attempt; the test leaves to chance whether a response arrives. */
async function post(user: User, payment: Payment): Promise<number | null> {
  const body = {
    tokenId: 'polygon-usdc',
    amount: AMOUNT.toString(),
    recipientAddress: payment.to,
  };
  try {
    const response = await user.post('/wallet/public/send-tokens', body, payment.key);
    const content = (await response.json()) as { transaction?: { hash: string } };
    if (content.transaction) payment.hashes.add(content.transaction.hash);
    return response.status;
  } catch {
    return null;
  }
}

/** Retries like a user whose response was lost: the same request, with the same key. */
async function requestUntilResponse(user: User, payment: Payment): Promise<void> {
  for (let attempt = 0; attempt < 480; attempt += 1) {
    const status = await post(user, payment);
    if (status === 200) return;
    if (status !== null && status < 500 && status !== 409 && status !== 429) {
      throw new Error(`A payment returned ${status}.`);
    }
    await sleep(500);
  }
  throw new Error('A payment got no response.');
}

async function settle(user: User): Promise<void> {
  for (let attempt = 0; attempt < 480; attempt += 1) {
    const response = await user.get('/wallet/operations');
    const { data } = (await response.json()) as { data: unknown[] };
    if (data.length === 0) return;
    await sleep(500);
  }
  throw new Error('Operations did not end.');
}
