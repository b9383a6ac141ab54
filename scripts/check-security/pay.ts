import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendTokens } from '#wire/wallet/send-tokens';
import { type Product, rpcUrlOf } from '../product/start-product.ts';
import type { AttackContext, Victim } from './attack-context.ts';
import { callNode } from './node-call.ts';

const MONEY_WITHIN_MS = 180_000;

/** Waits for the welcome money of a new user. */
export async function untilFunded(
  product: Product,
  { publicAddress }: Pick<Victim, 'publicAddress'>,
): Promise<void> {
  const url = rpcUrlOf(product, 'polygon');
  const deadline = Date.now() + MONEY_WITHIN_MS;
  while (BigInt(String(await callNode(url, 'eth_getBalance', [publicAddress, 'latest']))) === 0n) {
    if (Date.now() > deadline) throw new Error(`${publicAddress} received no welcome money.`);
    await sleep(500);
  }
}

/** Sends a little KAX with an access token, once there is some. @returns the payment. Throws when it is refused. */
export async function pay(
  { product, newClient }: Pick<AttackContext, 'product' | 'newClient'>,
  sender: Pick<Victim, 'publicAddress' | 'accessToken'>,
  recipientAddress: string,
): Promise<{ readonly operationId: string; readonly hash: string }> {
  await untilFunded(product, sender);
  const { content } = await newClient().call(sendTokens, {
    token: sender.accessToken,
    headers: { 'idempotency-key': randomUUID() },
    body: { tokenId: 'polygon-kax', amount: '1000', recipientAddress },
  });
  if (!('hash' in content)) throw new Error('The payment waits for its owner.');
  return { operationId: content.operation.id, hash: content.hash };
}
