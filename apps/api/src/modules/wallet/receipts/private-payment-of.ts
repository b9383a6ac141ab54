import type { PublicAddress } from '#domain/address/address';
import { addUnits, type BaseUnits, ZERO_UNITS } from '#domain/amount/base-units';
import type { Network } from '#domain/network/network';
import type { Receipt } from '#wire/wallet/receipt';
import { type CallSession, refuse } from '../../../application/call.ts';
import type { OpenedNote, ShieldedMovement } from '../../../ports/shielded-pool.ts';
import type { TimedHistoryItem } from '../../../ports/shielded-views.ts';
import { type FoundPayment, type ReceiptPayment, without } from './receipt-payment.ts';

/** Where the payment is, and whose history has it. */
export interface PrivatePaymentRules {
  readonly network: Network;
  readonly session: CallSession;
  /** The contract that represents the native coin within a pool, by chain id. */
  readonly wrappedNatives: ReadonlyMap<number, PublicAddress>;
}

const NOT_OPENED_YET =
  'We’re still preparing the proof of this payment. Try again in a few minutes.';

/** @returns the one payment of a transaction, as far as it can be proven; what has several, or none, has no receipt */
export function privatePaymentOf(item: TimedHistoryItem, rules: PrivatePaymentRules): FoundPayment {
  const { privateAddress } = rules.session;
  const sent = item.sent.filter(({ counterparty }) => counterparty !== privateAddress);
  const { unshielded, received } = item;
  if (unshielded.length === 0 && item.sent.length === 0 && item.kind === 'received') {
    return transferOf(item, rules, { direction: 'received', movements: received });
  }
  if (unshielded.length === 0) {
    return transferOf(item, rules, { direction: 'sent', movements: sent });
  }
  return sent.length === 0 ? unshieldOf(item, rules) : without(refuse('receipt-not-possible'));
}

interface Moved {
  readonly direction: OpenedNote['direction'];
  readonly movements: readonly ShieldedMovement[];
}

/** Several notes from one sender to one recipient are one payment. */
function transferOf(
  item: TimedHistoryItem,
  rules: PrivatePaymentRules,
  { direction, movements }: Moved,
): FoundPayment {
  const [first] = movements;
  if (first === undefined || !movements.every((other) => isSamePayment(first, other))) {
    return without(refuse('receipt-not-possible'));
  }
  if (item.notes === undefined) {
    return without(refuse('receipt-not-possible', { sentence: NOT_OPENED_YET }));
  }
  const { token, counterparty } = first;
  const notes = item.notes.filter(
    (note) =>
      note.direction === direction &&
      note.token.id === token.id &&
      note.counterparty === counterparty,
  );
  const amount = sumOf(movements.map((movement) => movement.amount));
  const own = rules.session.privateAddress;
  const [from, to] = direction === 'sent' ? [own, counterparty] : [counterparty, own];
  if (to === null || sumOf(notes.map(({ value }) => value)) !== amount) {
    return without(refuse('receipt-not-possible'));
  }
  return found(item, rules, {
    ...{ token, amount, from, to },
    proof: { kind: 'private-transfer', notes: notes.map(openingOf) },
    issuer: direction === 'sent' ? 'sender' : 'recipient',
    message: movements.find(({ memo }) => memo !== null)?.memo ?? null,
  });
}

/** The native coin is unwrapped on its way, and no record shows who got it then. */
function unshieldOf(item: TimedHistoryItem, rules: PrivatePaymentRules): FoundPayment {
  const { privateAddress, publicAddress } = rules.session;
  const [only, ...others] = item.unshielded;
  const to = only?.counterparty ?? null;
  if (only === undefined || others.length > 0 || to === null || only.token.address === null) {
    return without(refuse('receipt-not-possible'));
  }
  if (to.toLowerCase() === publicAddress.toLowerCase()) {
    return without(refuse('receipt-not-possible'));
  }
  return found(item, rules, {
    ...{ token: only.token, amount: only.amount, from: privateAddress, to },
    ...{ proof: { kind: 'unshield' }, issuer: 'sender', message: null },
  });
}

type Particulars = Pick<
  ReceiptPayment,
  'token' | 'amount' | 'from' | 'to' | 'proof' | 'issuer' | 'message'
>;

function found(
  { transactionHash, blockNumber, at }: TimedHistoryItem,
  { network, wrappedNatives }: PrivatePaymentRules,
  particulars: Particulars,
): FoundPayment {
  const contract = particulars.token.address ?? wrappedNatives.get(network.chainId) ?? null;
  if (contract === null) return without(refuse('receipt-not-possible'));
  return {
    ok: true,
    payment: { ...particulars, network, contract, transactionHash, blockNumber, at },
  };
}

function isSamePayment(one: ShieldedMovement, other: ShieldedMovement): boolean {
  return one.token.id === other.token.id && one.counterparty === other.counterparty;
}

function sumOf(amounts: readonly BaseUnits[]): BaseUnits {
  return amounts.reduce((total, amount) => addUnits(total, amount), ZERO_UNITS);
}

function openingOf({ tree, position, value, random, senderRandom }: OpenedNote) {
  const opened: Extract<Receipt['proof'], { notes: unknown }>['notes'][number] = {
    ...{ tree, position, random, senderRandom },
    value: value.toString(),
  };
  return opened;
}
