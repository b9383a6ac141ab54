import { ownerOfUser } from '../private-environment.ts';
import type { SimulatedBlock } from '../simulated-chain.ts';
import { BROADCASTER_OWNER, ownerOfNote } from '../simulated-notes.ts';
import { decodePrivateTransaction, PRIVATE_TRANSACTION_CONTRACT } from '../simulated-pool-calls.ts';
import { senderOfPrivateWallet } from './private-claim-environment.ts';
import { APART, type ScriptedPrivateClaim } from './scripted-private-claims.ts';

/** What one private transaction of the chain moved from one owner of notes to another. */
export interface PrivateMovement {
  readonly from: string;
  readonly to: string;
  readonly units: bigint;
}

/** @returns what the chain has, but what stays with its owner and what the broadcaster is paid */
export function privateMovementsOf(tip: SimulatedBlock): readonly PrivateMovement[] {
  const found: PrivateMovement[] = [];
  for (let block: SimulatedBlock | null = tip; block !== null; block = block.parent) {
    for (const { transaction, isSuccess } of block.receipts) {
      if (isSuccess && transaction.to === PRIVATE_TRANSACTION_CONTRACT) {
        found.push(...movementsIn(transaction.data));
      }
    }
  }
  return found;
}

function movementsIn(data: string): readonly PrivateMovement[] {
  const proofs = decodePrivateTransaction(data);
  const from = ownerOfNote(proofs[0]?.spent[0] ?? '');
  const made = proofs.flatMap((proof) => proof.made);
  const byOwner = Map.groupBy(made, ({ name }) => ownerOfNote(name));
  return [...byOwner].flatMap(([to, notes]) => {
    const units = notes.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
    return to === from || to === BROADCASTER_OWNER || units === 0n ? [] : [{ from, to, units }];
  });
}

/** What the chain has of one payment by link. */
export interface Fate {
  /** How often it was set aside, how often its recipient got exactly its amount, and its sender what was there. */
  readonly fundings: number;
  readonly claimed: number;
  readonly returned: number;
  /** What its recipient got in place of its amount. */
  readonly overpaid: readonly bigint[];
  /** How often its wallet paid someone else. */
  readonly strange: number;
  /** How many others were set aside in the same wallet. */
  readonly shared: number;
  /** The wallets in which it was set aside. */
  readonly wallets: readonly string[];
}

/** Told apart by the amount: no two are near each other, and what is set aside is far less than what is between them. */
export function fateOf(
  movements: readonly PrivateMovement[],
  { senderId, recipientId, amount }: ScriptedPrivateClaim,
): Fate {
  const [sender, recipient] = [ownerOfUser(senderId), ownerOfUser(recipientId)];
  const isIts = ({ units }: PrivateMovement) => {
    const besides = units - amount;
    return besides < APART / 2n && besides >= -APART / 2n;
  };
  const isFunding = ({ from, to }: PrivateMovement) =>
    from === sender && senderOfPrivateWallet(to) === senderId;
  const fundings = movements.filter((each) => isFunding(each) && isIts(each));
  const wallets = fundings.map(({ to }) => to);
  const out = movements.filter(
    (each) => senderOfPrivateWallet(each.from) === senderId && isIts(each),
  );
  const toRecipient = out.filter(({ to }) => to === recipient).map(({ units }) => units);
  const returned = out.filter(({ to }) => to === sender).length;
  const others = movements.filter((each) => wallets.includes(each.to) && !fundings.includes(each));
  return {
    fundings: fundings.length,
    claimed: toRecipient.filter((units) => units === amount).length,
    overpaid: toRecipient.filter((units) => units !== amount),
    returned,
    strange: out.length - toRecipient.length - returned,
    shared: others.length,
    wallets,
  };
}
