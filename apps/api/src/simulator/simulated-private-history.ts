import { toBaseUnits, ZERO_UNITS } from '#domain/amount/base-units';
import { readMessage } from '#domain/message/private-message';
import type { Token } from '#domain/token/token';
import type { ShieldedHistoryItem } from '../ports/shielded-pool.ts';
import type { SimulatedBlock } from './simulated-chain.ts';
import { BROADCASTER_OWNER, ownerOfNote } from './simulated-notes.ts';
import { decodePrivateTransaction, PRIVATE_TRANSACTION_CONTRACT } from './simulated-pool-calls.ts';

/** @returns when the wanted blocks were mined, as far as the chain has them */
export function timesOf(tip: SimulatedBlock, wanted: readonly number[]): ReadonlyMap<number, Date> {
  const times = new Map<number, Date>();
  for (let block: SimulatedBlock | null = tip; block !== null; block = block.parent) {
    if (wanted.includes(Number(block.number))) times.set(Number(block.number), block.minedAt);
  }
  return times;
}

/** The transactions that spent or created notes of an owner, newest first. */
export function historyOf(
  tip: SimulatedBlock,
  owner: string,
  token: Token,
): readonly Omit<ShieldedHistoryItem, 'kind'>[] {
  const items: Omit<ShieldedHistoryItem, 'kind'>[] = [];
  const isTheirs = (name: string) => name.startsWith(`${owner}#`);
  /** As of the real pool, one entry a recipient however many proofs it took. */
  const sum = (
    payments: readonly { readonly to: string; readonly amount: string; readonly memo?: string }[],
  ) =>
    [...Map.groupBy(payments, ({ to }) => to)].map(([counterparty, theirs]) => {
      const units = theirs.reduce((all, { amount }) => all + BigInt(amount), 0n);
      const memo = readMessage(theirs[0]?.memo ?? null);
      return { token, counterparty, amount: toBaseUnits(units), memo };
    });
  const worthOf = (notes: readonly { readonly amount: string }[]) =>
    toBaseUnits(notes.reduce((sum, { amount }) => sum + BigInt(amount), 0n));
  for (let block: SimulatedBlock | null = tip; block !== null; block = block.parent) {
    for (const { transaction, isSuccess } of block.receipts) {
      if (!isSuccess || transaction.to !== PRIVATE_TRANSACTION_CONTRACT) continue;
      const proofs = decodePrivateTransaction(transaction.data);
      const isSender = proofs.some(({ spent }) => spent.some(isTheirs));
      const made = proofs.flatMap((proof) => proof.made);
      if (!isSender && !made.some(({ name }) => isTheirs(name))) continue;
      const isFee = (name: string) => ownerOfNote(name) === BROADCASTER_OWNER;
      const others = made.filter(({ name }) => isSender && !isTheirs(name) && !isFee(name));
      const fees = made.filter(({ name }) => isSender && isFee(name));
      const paid = proofs.flatMap((proof) => proof.paid ?? []);
      items.push({
        ...{ transactionHash: transaction.hash, blockNumber: Number(block.number) },
        sent: sum(others.map(({ name, ...rest }) => ({ to: ownerOfNote(name), ...rest }))),
        received: [],
        unshielded: isSender ? sum(paid) : [],
        poolFee: ZERO_UNITS,
        broadcasterFee: fees.length === 0 ? null : worthOf(fees),
      });
    }
  }
  return items;
}
