import { randomUUID } from 'node:crypto';
import { eventually } from './eventually.ts';
import type { User } from './user.ts';

export const TOKEN_ID = 'polygon-usdc';
/** Base units: one whole token. */
export const ONE = 1_000_000n;

/** Confirms a private transfer. @returns its id, once no other payment of the user blocks it */
export function transferPrivately(from: User, to: User, amount: bigint): Promise<string> {
  const body = {
    tokenId: TOKEN_ID,
    amount: amount.toString(),
    senderAddress: from.privateAddress,
    recipientAddress: to.privateAddress,
  };
  const key = randomUUID();
  return eventually(async () => {
    const response = await from.post('/wallet/private/internal-transfer', body, key);
    const content = await response.json();
    if (response.ok) return content.operation.id as string;
    if (response.status !== 409 && response.status < 500) throw new Error(JSON.stringify(content));
    return null;
  });
}

/** Resolves when the payment was sent to the chain. Rejects when it failed. */
export async function untilHash(user: User, id: string): Promise<void> {
  await eventually(async () => {
    const { status, transactionHash, failure } = await readOperation(user, id);
    if (status === 'failed') throw new Error(`The payment failed: ${failure}`);
    return transactionHash;
  });
}

/** @returns the operation as its user sees it */
export async function readOperation(
  user: User,
  id: string,
): Promise<{
  readonly status: string;
  readonly transactionHash: string | null;
  readonly failure: string | null;
}> {
  return (await (await user.get(`/wallet/operations/${id}`)).json()).data;
}

/** Resolves when the user can spend this amount privately. */
export async function untilSpendable(user: User, amount: bigint): Promise<void> {
  await eventually(async () => {
    const { data } = await (await user.get('/wallet/private/coins')).json();
    const coins: { id: string; availableBaseUnits: string }[] = data.flatMap(
      ({ coins: of }: { coins: unknown[] }) => of,
    );
    const coin = coins.find(({ id }) => id === TOKEN_ID);
    return coin !== undefined && BigInt(coin.availableBaseUnits) >= amount ? true : null;
  });
}
