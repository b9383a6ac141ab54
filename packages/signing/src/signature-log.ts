/** A part of a signed plan that the network takes or leaves as a whole, whatever happens to the other parts. */
export interface SignedPart {
  /** What it uses up: a nonce, or notes (`nonceUse`, nullifiers). Of two parts that share one, the network takes one. */
  readonly uses: readonly string[];
  /** What it pays of the order, base units. */
  readonly pays: bigint;
}

/** A plan that was checked, of an order that its owner confirmed. */
export interface CheckedOrder {
  /** Each order pays at most once. */
  readonly orderId: string;
  /** What has the same hash has the same signatures. */
  readonly planHash: string;
  readonly parts: readonly SignedPart[];
}

/** A signature that was given away. The server may have kept it, and may send it at any time until it is `used`. */
export interface LogEntry extends CheckedOrder {
  /** `over`: something it uses was used, as the server says. `voided`: its owner used it for themselves. */
  readonly state: 'open' | 'over' | 'voided';
}

/** Every signature of one wallet, the earliest first. */
export type SignatureLog = readonly LogEntry[];

/**
 * `sign`: it is the first of its order, or the network can never take more of it and all before it than was confirmed.
 * `sign-again`: it gives the very signatures that were given before.
 * `would-pay-twice`: the network could take it beside an earlier one of the same order.
 * `order-over`: that order has ended. It was paid, voided, or displaced; that it was displaced is only the server's
 * word, so what is still to be paid is a new order.
 */
export type SigningDecision = 'sign' | 'sign-again' | 'would-pay-twice' | 'order-over';

/** Decides whether a checked plan may be signed, given everything that was signed before. */
export function decideSigning(log: SignatureLog, candidate: CheckedOrder): SigningDecision {
  const earlier = log.filter(({ orderId }) => orderId === candidate.orderId);
  if (earlier.some(({ state }) => state === 'voided')) return 'order-over';
  if (earlier.some(({ planHash }) => planHash === candidate.planHash)) return 'sign-again';
  if (earlier.some(({ state }) => state === 'over')) return 'order-over';
  return earlier.every((entry) => excludesPaymentTwice(entry, candidate))
    ? 'sign'
    : 'would-pay-twice';
}

/** @returns the log with one more signature. Keep it before the signature is given away. */
export function withSignature(
  log: SignatureLog,
  { orderId, planHash, parts }: CheckedOrder,
): SignatureLog {
  const isKnown = log.some((entry) => entry.orderId === orderId && entry.planHash === planHash);
  return isKnown ? log : [...log, { orderId, planHash, parts, state: 'open' }];
}

/**
 * @param used nonces and notes that a final block has, as the server says
 * @returns the log in which what can no longer be sent is over
 */
export function withUsed(log: SignatureLog, used: ReadonlySet<string>): SignatureLog {
  return log.map((entry) => {
    const isOver = entry.parts.some(({ uses }) => uses.some((use) => used.has(use)));
    return isOver && entry.state === 'open' ? { ...entry, state: 'over' } : entry;
  });
}

/**
 * Whether using these for oneself ends an order for good: no part of any signature of it could be taken any more.
 * @returns false for an order of which nothing was signed
 */
export function isVoidedBy(log: SignatureLog, orderId: string, uses: ReadonlySet<string>): boolean {
  const parts = log.filter((entry) => entry.orderId === orderId).flatMap((entry) => entry.parts);
  return parts.length > 0 && parts.every((part) => part.uses.some((use) => uses.has(use)));
}

/** @returns the log in which nothing more is signed of an order. Keep it before the void is given away. */
export function withVoid(log: SignatureLog, orderId: string): SignatureLog {
  return log.map((entry) => (entry.orderId === orderId ? { ...entry, state: 'voided' } : entry));
}

/**
 * Joins what two devices kept.
 * @returns every signature that either knows, in the state that allows less
 */
export function joinLogs(one: SignatureLog, other: SignatureLog): SignatureLog {
  const joined = other.reduce<SignatureLog>(withSignature, one);
  return joined.map((entry) => {
    const states = [...one, ...other]
      .filter((each) => isSame(each, entry))
      .map(({ state }) => state);
    const state = (['voided', 'over'] as const).find((each) => states.includes(each)) ?? 'open';
    return { ...entry, state };
  });
}

function isSame(one: CheckedOrder, other: CheckedOrder): boolean {
  return one.orderId === other.orderId && one.planHash === other.planHash;
}

/**
 * Whether the network can take no more of two plans together than of one. Either each part of one excludes each part of
 * the other; or both have as many parts, and of the two parts at each place, which pay the same, one excludes the other.
 * Comparing each pair of an order's plans is enough: where no two can both pay, no three can.
 */
function excludesPaymentTwice(one: CheckedOrder, other: CheckedOrder): boolean {
  const isEither = one.parts.every((part) => other.parts.every((each) => sharesUse(part, each)));
  if (isEither) return true;
  return (
    one.parts.length === other.parts.length &&
    one.parts.every((part, place) => {
      const each = other.parts[place];
      return each !== undefined && part.pays === each.pays && sharesUse(part, each);
    })
  );
}

function sharesUse(one: SignedPart, other: SignedPart): boolean {
  return one.uses.some((use) => other.uses.includes(use));
}
