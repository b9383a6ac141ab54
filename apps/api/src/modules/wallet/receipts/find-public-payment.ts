import type { Entry } from '#domain/activity/entry-id';
import type { PublicAddress } from '#domain/address/address';
import { addUnits, ZERO_UNITS } from '#domain/amount/base-units';
import type { Network } from '#domain/network/network';
import { isTerminal } from '#domain/operation/operation';
import { type CallSession, refuse } from '../../../application/call.ts';
import type { Operations } from '../../../ports/operations.ts';
import type { PaymentMovement, PaymentMovements } from '../../../ports/payment-movements.ts';
import { findToken } from '../payments/parse-payment.ts';
import { type FoundPayment, without } from './receipt-payment.ts';

export interface PublicPaymentPorts {
  readonly networks: readonly Network[];
  readonly movements: PaymentMovements;
  readonly operations: Pick<Operations, 'find'>;
}

/**
 * Finds a payment from one public address to another in the user's public history: one token, in one direction, of
 * which the network keeps a record. Coins that a contract passed on have none.
 */
export async function findPublicPayment(
  ports: PublicPaymentPorts,
  entry: Entry,
  session: CallSession,
): Promise<FoundPayment> {
  if (entry.kind !== 'operation' && entry.kind !== 'transaction') {
    return without(refuse('receipt-not-possible'));
  }
  const account = session.publicAddress as PublicAddress;
  const movements = await ports.movements.ofEntry(account, entry);
  if (movements.length === 0) return withoutMovements(ports, entry, session);
  if (!movements.every(({ isFinal }) => isFinal)) return without(refuse('receipt-not-final'));
  return paymentOf(ports, movements.filter(isPayment));
}

async function withoutMovements(
  { operations }: PublicPaymentPorts,
  entry: Entry,
  { userId }: CallSession,
): Promise<FoundPayment> {
  if (entry.kind !== 'operation') return without(refuse('unknown-entry'));
  const found = await operations.find(userId, entry.operationId);
  if (found === null) return without(refuse('unknown-entry'));
  const { kind, status } = found.operation;
  // The history follows the blocks on its own, so it may have yet to reach the one with this payment.
  const isToCome = !isTerminal(found.operation) || (kind === 'send' && status === 'confirmed');
  return without(refuse(isToCome ? 'receipt-not-final' : 'receipt-not-possible'));
}

/** What comes out of the pool was paid too, unless the user unshielded it themselves. */
function isPayment({ type, direction, isSuccess, amount, operationId }: PaymentMovement): boolean {
  if (!isSuccess || amount === ZERO_UNITS) return false;
  if (direction === 'out') return type === 'send';
  return type === 'receive' || (type === 'unshield' && operationId === null);
}

function paymentOf(
  { networks }: PublicPaymentPorts,
  movements: readonly PaymentMovement[],
): FoundPayment {
  const [first] = movements;
  const place = first === undefined ? null : findToken(networks, first.tokenId);
  if (first === undefined || place === null) return without(refuse('receipt-not-possible'));
  const { from, to, transactionHash } = first;
  const isProvable = movements.every((other) => other.isRecorded && isSamePayment(first, other));
  if (!isProvable || from === null || to === null || transactionHash === null) {
    return without(refuse('receipt-not-possible'));
  }
  return {
    ok: true,
    payment: {
      network: place.network,
      token: place.token,
      contract: place.token.address,
      ...{ transactionHash, from, to, at: first.at },
      blockNumber: Number.parseInt(first.blockNumber.toString(), 10),
      amount: movements.reduce((total, { amount }) => addUnits(total, amount), ZERO_UNITS),
      proof: { kind: 'public-transfer' },
      issuer: first.direction === 'out' ? 'sender' : 'recipient',
      message: null,
    },
  };
}

function isSamePayment(one: PaymentMovement, other: PaymentMovement): boolean {
  return (
    one.direction === other.direction &&
    one.tokenId === other.tokenId &&
    one.transactionHash === other.transactionHash &&
    one.from === other.from &&
    one.to === other.to
  );
}
