import { randomUUID } from 'node:crypto';
import { eventually } from './eventually.ts';
import type { Person } from './person.ts';

export const TOKEN_ID = 'polygon-usdc';
/** Base units: one whole token. */
export const ONE = 1_000_000n;

/** Confirms a private transfer. @returns its id, once no other payment of the person is in the way */
export function transferPrivately(from: Person, to: Person, amount: bigint): Promise<string> {
  const body = {
    tokenId: TOKEN_ID,
    amount: amount.toString(),
    senderAddress: from.privateAddress,
    recipientAddress: to.privateAddress,
  };
  const key = randomUUID();
  return eventually(async () => {
    const answer = await from.post('/wallet/private/internal-transfer', body, key);
    const content = await answer.json();
    if (answer.ok) return content.operation.id as string;
    if (answer.status !== 409 && answer.status < 500) throw new Error(JSON.stringify(content));
    return null;
  });
}

/** Resolves when the payment was sent to the chain. Rejects when it failed. */
export async function untilHash(person: Person, id: string): Promise<void> {
  await eventually(async () => {
    const { status, transactionHash, failure } = await readOperation(person, id);
    if (status === 'failed') throw new Error(`The payment failed: ${failure}`);
    return transactionHash;
  });
}

/** @returns the operation as its person sees it */
export async function readOperation(
  person: Person,
  id: string,
): Promise<{
  readonly status: string;
  readonly transactionHash: string | null;
  readonly failure: string | null;
}> {
  return (await (await person.get(`/wallet/operations/${id}`)).json()).data;
}

/** Resolves when the person can spend so much privately. */
export async function untilSpendable(person: Person, amount: bigint): Promise<void> {
  await eventually(async () => {
    const { data } = await (await person.get('/wallet/private/coins')).json();
    const coins: { id: string; availableBaseUnits: string }[] = data.flatMap(
      ({ coins: of }: { coins: unknown[] }) => of,
    );
    const coin = coins.find(({ id }) => id === TOKEN_ID);
    return coin !== undefined && BigInt(coin.availableBaseUnits) >= amount ? true : null;
  });
}
