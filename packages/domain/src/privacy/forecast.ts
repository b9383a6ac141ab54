import type { PublicAddress } from '../address/address.ts';
import type { TokenId } from '../token/token.ts';
import { findSum } from './find-sum.ts';

/** A shield of this user, as everyone can see it. */
export interface OwnShield {
  readonly tokenId: TokenId;
  /** Base units that left the public address, protocol fee included. */
  readonly paid: bigint;
  /** Base units that arrived in the pool. */
  readonly arrived: bigint;
  readonly from: PublicAddress;
  readonly at: Date;
}

/** What everyone can see of the pool and of the user, and nothing else: no note and no private balance. */
export interface PublicHistory {
  /** Oldest first. */
  readonly ownShields: readonly OwnShield[];
  /** Addresses that a public payment of any kind connects to one of the addresses that shielded. */
  readonly linkedAddresses: ReadonlySet<PublicAddress>;
  /** Amounts of others' shields of this token, with the fee and without it, base units. */
  readonly othersShielded: readonly bigint[];
  /** How many addresses other than this user's shielded this token; null while that is not counted. */
  readonly otherShielders: number | null;
}

/** A planned unshield. */
export interface PlannedUnshield {
  readonly tokenId: TokenId;
  /** Base units that leave the pool, protocol fee included. */
  readonly leaves: bigint;
  /** Base units that the recipient receives. */
  readonly received: bigint;
  readonly recipient: PublicAddress;
  readonly at: Date;
}

/** Why an observer could identify the owner of the money. */
export type LinkReason =
  | { readonly kind: 'same-amount'; readonly shield: OwnShield }
  | { readonly kind: 'sum-of-shields'; readonly shields: readonly OwnShield[] }
  | { readonly kind: 'back-to-shielder'; readonly shield: OwnShield }
  | { readonly kind: 'linked-recipient' }
  | { readonly kind: 'soon-after'; readonly shield: OwnShield; readonly minutes: number }
  | { readonly kind: 'few-others'; readonly others: number };

/** Something that the user can do about it. */
export type Mitigation = 'other-amount' | 'other-address' | 'wait' | 'use-later-when-others-came';

export interface PrivacyForecast {
  /** `easy` to link, `possible`, or nothing that stands out. Never a promise of anonymity. */
  readonly outlook: 'easy' | 'possible' | 'nothing-stands-out';
  /** The strongest first. */
  readonly reasons: readonly LinkReason[];
  readonly mitigations: readonly Mitigation[];
}

const HOUR_MS = 3_600_000;
const SOON_MS = HOUR_MS;
/** Below this many others a user has almost no crowd to hide in. */
const FEW_OTHERS = 10;

/**
 * Predicts how an observer of the public chain could link a planned unshield to its owner.
 * @returns the reasons that apply now, from public history alone
 * Source: the heuristics of Huseynov et al., "A Tattered Cloak of Invisibility" (arXiv:2606.25926).
 */
export function forecastPrivacy(plan: PlannedUnshield, history: PublicHistory): PrivacyForecast {
  const shields = history.ownShields.filter(({ tokenId }) => tokenId === plan.tokenId);
  const reasons = [
    ...amountReasons(plan, shields, history.othersShielded),
    ...recipientReasons(plan, history),
    ...timeReasons(plan, shields),
    ...crowdReasons(history.otherShielders),
  ];
  const isEasy = reasons.some(({ kind }) => strongKinds.has(kind));
  return {
    outlook: isEasy ? 'easy' : reasons.length > 0 ? 'possible' : 'nothing-stands-out',
    reasons,
    mitigations: [...new Set(reasons.map(({ kind }) => mitigationByKind[kind]))],
  };
}

const strongKinds: ReadonlySet<LinkReason['kind']> = new Set([
  'same-amount',
  'back-to-shielder',
  'linked-recipient',
]);

const mitigationByKind: Readonly<Record<LinkReason['kind'], Mitigation>> = {
  'same-amount': 'other-amount',
  'sum-of-shields': 'other-amount',
  'back-to-shielder': 'other-address',
  'linked-recipient': 'other-address',
  'soon-after': 'wait',
  'few-others': 'use-later-when-others-came',
};

/**
 * Both what leaves the pool and what arrives are public, and so are both figures of a shield.
 * @returns why the amounts alone would reveal it. `shields` are those of the token, oldest first
 */
export function amountReasons(
  { leaves, received }: Pick<PlannedUnshield, 'leaves' | 'received'>,
  shields: readonly OwnShield[],
  othersShielded: readonly bigint[],
): readonly LinkReason[] {
  const amounts = [leaves, received];
  const isCommon = othersShielded.some((amount) => amounts.includes(amount));
  if (isCommon) return [];
  const same = shields.findLast(
    ({ paid, arrived }) => amounts.includes(paid) || amounts.includes(arrived),
  );
  if (same !== undefined) return [{ kind: 'same-amount', shield: same }];
  const sum = findSum(shields, ({ arrived }) => arrived, leaves);
  return sum === null ? [] : [{ kind: 'sum-of-shields', shields: sum }];
}

function recipientReasons(
  { recipient }: PlannedUnshield,
  { ownShields, linkedAddresses }: PublicHistory,
): readonly LinkReason[] {
  const shield = ownShields.findLast(({ from }) => from === recipient);
  if (shield !== undefined) return [{ kind: 'back-to-shielder', shield }];
  return linkedAddresses.has(recipient) ? [{ kind: 'linked-recipient' }] : [];
}

function timeReasons(
  { at }: PlannedUnshield,
  shields: readonly OwnShield[],
): readonly LinkReason[] {
  const last = shields.at(-1);
  if (last === undefined) return [];
  const ms = at.getTime() - last.at.getTime();
  if (ms >= SOON_MS) return [];
  return [{ kind: 'soon-after', shield: last, minutes: Math.max(1, Math.round(ms / 60_000)) }];
}

function crowdReasons(others: number | null): readonly LinkReason[] {
  return others === null || others >= FEW_OTHERS ? [] : [{ kind: 'few-others', others }];
}
