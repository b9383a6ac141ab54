import { baseUnitsToDisplay, groupThousands } from '#domain/amount/base-units-to-display';
import type { Owner } from '#signing/messages/owner-wrap';
import type { ApprovalRequest } from '#signing/messages/protocol';
import { recipientOf } from '#signing/messages/recipient-of';
import type { KnownNetwork, KnownToken, SignerSettings } from '../settings.ts';
import { type OwnCheck, TEXTS } from '../texts.ts';

/** A payment as it is drawn. Everything in it comes from the details that are checked and signed. */
export interface PaymentDetails {
  readonly mode: 'public' | 'private';
  /** Whole. */
  readonly recipient: string;
  readonly recipientNote: string;
  /** As in `250.000 USDC`. */
  readonly amount: string;
  readonly rows: readonly DetailsRow[];
  readonly total: DetailsRow;
  readonly checked: string;
}

export interface DetailsRow {
  readonly label: string;
  readonly value: string;
}

export type DescribedPayment =
  | { readonly isKnown: true; readonly details: PaymentDetails }
  | { readonly isKnown: false; readonly check: OwnCheck };

type Confirmation = ApprovalRequest['confirmation'];

/** What only the signer knows of a recipient. */
export interface RecipientKnowledge {
  readonly isPaidBefore: boolean;
  readonly owner: Pick<Owner, 'address' | 'privateAddress'>;
  /** Applies the capitals of EIP-55. */
  readonly toChecksum: (lowerCase: string) => string;
}

/** @returns how to draw a confirmation, with names, symbols and decimals of this release */
export function describePayment(
  confirmation: Confirmation,
  { networks }: SignerSettings,
  knowledge: RecipientKnowledge,
): DescribedPayment {
  const network = networks.find(({ chainId }) => chainId === confirmation.chainId);
  if (network === undefined) return { isKnown: false, check: 'unknown-network' };
  const token = tokenOf(network, confirmation);
  const native = network.tokens.find(({ address }) => address === null);
  if (token === undefined || native === undefined) {
    return { isKnown: false, check: 'unknown-token' };
  }
  const { amount } = confirmation;
  const recipient = recipientOf({ confirmation, owner: knowledge.owner });
  const described = {
    recipient: recipient.startsWith('0x') ? knowledge.toChecksum(recipient) : recipient,
    // Of a shield alone, the plan's check shows that it is: the app names both.
    recipientNote:
      confirmation.kind === 'shield' ? TEXTS.review.ownPrivate : noteOf(recipient, knowledge),
    amount: display(amount, token),
  };
  const lead = [
    { label: TEXTS.review.network, value: network.name },
    { label: TEXTS.review.amount, value: described.amount },
  ];
  const charged =
    confirmation.kind === 'send' || confirmation.kind === 'shield'
      ? describePublic(confirmation, token, native)
      : describePrivate(confirmation, network, token);
  if (charged === null) return { isKnown: false, check: 'unknown-token' };
  const { rows, ...rest } = charged;
  return { isKnown: true, details: { ...described, ...rest, rows: [...lead, ...rows] } };
}

type Charged = Pick<PaymentDetails, 'mode' | 'rows' | 'total' | 'checked'>;

function describePublic(
  { kind, amount, feeCeiling }: Extract<Confirmation, { kind: 'send' | 'shield' }>,
  token: KnownToken,
  native: KnownToken,
): Charged {
  const fee = { units: feeCeiling, token: native };
  return {
    mode: 'public',
    rows: [{ label: TEXTS.review.networkFee, value: display(feeCeiling, native) }],
    total: { label: TEXTS.review.leavesWallet, value: sumOf({ units: amount, token }, fee) },
    checked: kind === 'send' ? TEXTS.review.checkedPublic : TEXTS.review.checkedShield,
  };
}

/** @returns null where the fee is in a token that this release doesn't know */
function describePrivate(
  confirmation: Exclude<Confirmation, { kind: 'send' | 'shield' }>,
  network: KnownNetwork,
  token: KnownToken,
): Charged | null {
  const { amount, fee } = confirmation;
  const feeToken = fee === null ? token : pooledToken(network, fee.token);
  if (feeToken === undefined) return null;
  const charged = { units: fee?.most ?? 0n, token: feeToken };
  const total = sumOf({ units: amount, token }, charged);
  return {
    mode: 'private',
    rows: [
      {
        label: TEXTS.review.privateFee,
        value: fee === null ? TEXTS.review.noFee : display(fee.most, feeToken),
      },
      ...privateRows(confirmation),
    ],
    total: { label: TEXTS.review.leavesPrivate, value: total },
    checked: TEXTS.review.checkedPrivate,
  };
}

function tokenOf(network: KnownNetwork, { kind, token }: Confirmation): KnownToken | undefined {
  const isPublic = kind === 'send' || kind === 'shield';
  if (!isPublic && token !== null) return pooledToken(network, token);
  return network.tokens.find(({ address }) => address === token);
}

/** In the pool, the native coin is its wrapped token, and drawn as the coin. */
function pooledToken({ pool, tokens }: KnownNetwork, token: string): KnownToken | undefined {
  const address = token === pool?.wrappedNative ? null : token;
  return tokens.find((each) => each.address === address);
}

function noteOf(recipient: string, { isPaidBefore, owner }: RecipientKnowledge): string {
  if (recipient === owner.address) return TEXTS.review.ownWallet;
  return isPaidBefore ? TEXTS.review.knownRecipient : TEXTS.review.newRecipient;
}

interface Charge {
  readonly units: bigint;
  readonly token: KnownToken;
}

function sumOf(one: Charge, other: Charge): string {
  if (one.token === other.token) return display(one.units + other.units, one.token);
  return `${display(one.units, one.token)} + ${display(other.units, other.token)}`;
}

function privateRows(
  confirmation: Exclude<Confirmation, { kind: 'send' | 'shield' }>,
): readonly DetailsRow[] {
  if (confirmation.kind !== 'transfer') return [];
  const { memo, showSender } = confirmation;
  const { message, sender, senderShown, senderHidden } = TEXTS.review;
  const messageRows = memo === null ? [] : [{ label: message, value: memo }];
  return [...messageRows, { label: sender, value: showSender ? senderShown : senderHidden }];
}

/** Exactly what is signed: no digit is left out, and none is rounded. */
function display(units: bigint, { decimals, symbol }: KnownToken): string {
  const [whole = '0', fraction = ''] = baseUnitsToDisplay(units, decimals).split('.');
  const shown = fraction.padEnd(Math.min(3, decimals), '0');
  return `${groupThousands(shown === '' ? whole : `${whole}.${shown}`)} ${symbol}`;
}
