import { readFields, readKind, UnreadableMessage } from './read-fields.ts';

/** What leaves the public balance, as its owner confirms it. */
export interface SendConfirmationMessage {
  readonly kind: 'send';
  readonly chainId: number;
  /** Contract in lower case; null for the native coin. */
  readonly token: string | null;
  /** `0x…` in lower case. */
  readonly recipient: string;
  /** Base units of the token. */
  readonly amount: bigint;
  /** Base units of the native coin. */
  readonly feeCeiling: bigint;
}

const PRIVATE_KINDS = ['transfer', 'unshield', 'unshield-native'] as const;

/** What leaves the private balance, as its owner confirms it. */
export interface PrivateConfirmationMessage {
  readonly kind: (typeof PRIVATE_KINDS)[number];
  readonly chainId: number;
  /** Contract in lower case. */
  readonly token: string;
  /** `0zk…` for a transfer, `0x…` in lower case otherwise. */
  readonly recipient: string;
  /** Base units of the token. */
  readonly amount: bigint;
  /** Base units of the token. */
  readonly feeCeiling: bigint;
  /** Empty without a message. */
  readonly memo: string;
  readonly showSender: boolean;
}

const CONTRACT = /^0x[0-9a-f]{40}$/;
const SHIELDED = /^0zk[0-9a-z]{124}$/;
const SEND_FIELDS = ['kind', 'chainId', 'token', 'recipient', 'amount', 'feeCeiling'];
const PRIVATE_FIELDS = [...SEND_FIELDS, 'memo', 'showSender'];
const MEMO_LIMIT = 1000;

/** @throws UnreadableMessage */
export function readSendConfirmation(value: unknown): SendConfirmationMessage {
  const fields = readFields(value, SEND_FIELDS);
  const amount = fields.amount('amount');
  if (amount === 0n) throw new UnreadableMessage('amount');
  return {
    kind: fields.oneOf('kind', ['send']),
    chainId: fields.count('chainId'),
    token: fields.orNull('token', () => fields.matching('token', CONTRACT)),
    recipient: fields.matching('recipient', CONTRACT),
    amount,
    feeCeiling: fields.amount('feeCeiling'),
  };
}

/** @throws UnreadableMessage */
export function readPrivateConfirmation(value: unknown): PrivateConfirmationMessage {
  const fields = readFields(value, PRIVATE_FIELDS);
  const kind = fields.oneOf('kind', PRIVATE_KINDS);
  const amount = fields.amount('amount');
  if (amount === 0n) throw new UnreadableMessage('amount');
  return {
    kind,
    chainId: fields.count('chainId'),
    token: fields.matching('token', CONTRACT),
    recipient: fields.matching('recipient', kind === 'transfer' ? SHIELDED : CONTRACT),
    amount,
    feeCeiling: fields.amount('feeCeiling'),
    memo: fields.text('memo', MEMO_LIMIT),
    showSender: fields.flag('showSender'),
  };
}

/** @returns whether a confirmation is of the public balance, before it is read as one */
export function isOfPublicBalance(value: unknown): boolean {
  return readKind(value, 'kind') === 'send';
}
