import type { FeeCeiling, PrivateConfirmation } from '../private/confirmation.ts';
import type { SendConfirmation } from '../public/check-send-plan.ts';
import type { ShieldConfirmation } from '../public/check-shield-plan.ts';
import { readFields, readKind, UnreadableMessage } from './read-fields.ts';

const PRIVATE_KINDS = ['transfer', 'unshield', 'unshield-native'] as const;
const CONTRACT = /^0x[0-9a-f]{40}$/;
const SHIELDED = /^0zk[0-9a-z]{124}$/;
const PAID = ['kind', 'chainId', 'token', 'recipient', 'amount'];
const MEMO_LIMIT = 1000;

/** @throws UnreadableMessage */
export function readSendConfirmation(value: unknown): SendConfirmation {
  const fields = readFields(value, [...PAID, 'feeCeiling']);
  return {
    kind: fields.oneOf('kind', ['send']),
    chainId: fields.count('chainId'),
    token: fields.orNull('token', () => fields.matching('token', CONTRACT)),
    recipient: fields.matching('recipient', CONTRACT),
    amount: someAmount(fields.amount('amount')),
    feeCeiling: fields.amount('feeCeiling'),
  };
}

/** @throws UnreadableMessage */
export function readShieldConfirmation(value: unknown): ShieldConfirmation {
  const fields = readFields(value, ['kind', 'chainId', 'token', 'amount', 'feeCeiling']);
  return {
    kind: fields.oneOf('kind', ['shield']),
    chainId: fields.count('chainId'),
    token: fields.orNull('token', () => fields.matching('token', CONTRACT)),
    amount: someAmount(fields.amount('amount')),
    feeCeiling: fields.amount('feeCeiling'),
  };
}

/** @returns a confirmation as a message, which `readConfirmation` reads: amounts are digits */
export function writePublicConfirmation({
  amount,
  feeCeiling,
  ...rest
}: SendConfirmation | ShieldConfirmation) {
  return { ...rest, amount: amount.toString(), feeCeiling: feeCeiling.toString() };
}

/** @throws UnreadableMessage */
export function readPrivateConfirmation(value: unknown): PrivateConfirmation {
  const isTransfer = readKind(value, 'kind') === 'transfer';
  const more = isTransfer ? ['memo', 'showSender'] : [];
  const fields = readFields(value, [...PAID, 'fee', ...more]);
  const kind = fields.oneOf('kind', PRIVATE_KINDS);
  const common = {
    chainId: fields.count('chainId'),
    token: fields.matching('token', CONTRACT),
    amount: someAmount(fields.amount('amount')),
    fee: fields.orNull('fee', () => readFee(fields.raw('fee'))),
  };
  if (kind !== 'transfer') {
    return { ...common, kind, recipient: fields.matching('recipient', CONTRACT) };
  }
  return {
    ...common,
    kind,
    recipient: fields.matching('recipient', SHIELDED),
    memo: fields.orNull('memo', () => fields.text('memo', MEMO_LIMIT)),
    showSender: fields.flag('showSender'),
  };
}

/** @returns a confirmation as a message, which `readConfirmation` reads: amounts are digits */
export function writePrivateConfirmation({ amount, fee, ...rest }: PrivateConfirmation) {
  return {
    ...rest,
    amount: amount.toString(),
    fee: fee && { ...fee, most: fee.most.toString(), mostPerGas: fee.mostPerGas.toString() },
  };
}

/** What a user confirmed. */
export type Confirmation = SendConfirmation | ShieldConfirmation | PrivateConfirmation;

/** @throws UnreadableMessage */
export function readConfirmation(value: unknown): Confirmation {
  const kind = readKind(value, 'kind');
  if (kind === 'send') return readSendConfirmation(value);
  return kind === 'shield' ? readShieldConfirmation(value) : readPrivateConfirmation(value);
}

function readFee(value: unknown): FeeCeiling {
  const fields = readFields(value, ['token', 'most', 'mostPerGas']);
  return {
    token: fields.matching('token', CONTRACT),
    most: fields.amount('most'),
    mostPerGas: fields.amount('mostPerGas'),
  };
}

function someAmount(amount: bigint): bigint {
  if (amount === 0n) throw new UnreadableMessage('amount');
  return amount;
}
