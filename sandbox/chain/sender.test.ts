import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { expect, test } from 'vitest';
import type { CallNode } from './json-rpc.ts';
import { createSender } from './sender.ts';

test('two senders of one account never take the same nonce', async () => {
  const account = privateKeyToAccount(generatePrivateKey());
  let sent = 0;
  const call = (async (method: string) => {
    // Another sender gets its chance between the reading of the nonce and its use.
    const count = sent;
    await new Promise((resolve) => setImmediate(resolve));
    if (method === 'eth_getTransactionCount') return `0x${count.toString(16)}`;
    sent += 1;
    return '0x01';
  }) as CallNode;
  const noncesRead: number[] = [];
  const watched = (async (method: string, params: unknown[]) => {
    const result = await call<string>(method, params);
    if (method === 'eth_getTransactionCount') noncesRead.push(Number(result));
    return result;
  }) as CallNode;
  const [one, other] = [
    createSender(watched, 31337, account),
    createSender(watched, 31337, account),
  ];
  await Promise.all([one.send({}), other.send({}), one.send({}), other.send({})]);
  expect(noncesRead).toEqual([0, 1, 2, 3]);
});
