import * as z from 'zod/mini';

/** Digits without leading zeros, below 10^78; the amount of a receipt is never zero. */
const units = z.string().check(z.regex(/^(?:0|[1-9][0-9]{0,77})$/));
const amount = z.string().check(z.regex(/^[1-9][0-9]{0,77}$/));
/** ISO 8601 with milliseconds, in UTC. */
const time = z.string().check(
  z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
  z.refine((text) => !Number.isNaN(Date.parse(text))),
);
const address = z.string().check(z.regex(/^(?:0x[0-9a-fA-F]{40}|0zk1[02-9ac-hj-np-z]{50,130})$/));
const count = z.int().check(z.minimum(0));
const statedText = z.nullable(z.string().check(z.maxLength(1_200)));
const TREE_LEAVES = 65_536;
/** Far more than the proofs of one payment make. */
const MAX_NOTES = 100;

/** One note of a private payment, opened: with it, and with nothing else of its owner, anyone can compute what the pool recorded. */
const openedNote = z.strictObject({
  tree: count,
  position: z.int().check(z.minimum(0), z.maximum(TREE_LEAVES - 1)),
  /** Base units, digits only. */
  value: units,
  /** 16 bytes as 0x and hex, which sender and recipient share. */
  random: z.string().check(z.regex(/^0x[0-9a-f]{32}$/)),
  /**
   * 15 bytes as 0x and hex that show who sent it, all zero where the recipient sees the sender; null when the issuer
   * doesn't know them.
   */
  senderRandom: z.nullable(z.string().check(z.regex(/^0x[0-9a-f]{30}$/))),
});

const proof = z.union([
  /** The record of the transaction shows the transfer itself. */
  z.strictObject({ kind: z.literal('public-transfer') }),
  /** The pool's record shows the payment to a public address; it can't show who sent it. */
  z.strictObject({ kind: z.literal('unshield') }),
  /** The pool recorded these notes; it shows neither parties nor amount until they are opened. */
  z.strictObject({
    kind: z.literal('private-transfer'),
    notes: z.array(openedNote).check(z.minLength(1), z.maxLength(MAX_NOTES)),
  }),
]);

/**
 * What one payment was, stated and signed by one of its parties, with what proves it against the chain. Everything in
 * it is signed, so it has no other fields than these.
 */
export const receipt = z.strictObject({
  format: z.literal('kax-receipt'),
  version: z.literal(1),
  chainId: z.int().check(z.minimum(1)),
  /** Display name of the chain. */
  chain: z.string().check(z.minLength(1), z.maxLength(64)),
  transactionHash: z.string().check(z.regex(/^0x[0-9a-f]{64}$/)),
  blockNumber: count,
  /** The block's time, ISO 8601. */
  at: time,
  token: z.strictObject({
    symbol: z.string().check(z.minLength(1), z.maxLength(32)),
    decimals: z.int().check(z.minimum(0), z.maximum(255)),
    /** Contract; null for the native coin. A private payment of the native coin has the contract of its wrapped form. */
    address: z.nullable(z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))),
  }),
  /** What arrived, base units, digits only. */
  amount,
  /** 0x or 0zk; null when the sender hides it from the issuer. */
  from: z.nullable(address),
  to: address,
  /** What the issuer says besides; no record proves it. */
  stated: z.strictObject({
    fromName: statedText,
    toName: statedText,
    message: statedText,
  }),
  proof,
  /** Who made and signed the receipt. */
  issuer: z.enum(['sender', 'recipient']),
  issuedAt: time,
  /**
   * Of everything above as `receiptText` writes it, 0x and hex: by the issuer's public address (EIP-191) where the
   * issuer's side is public, by the viewing key of their private address (Ed25519) where it is private.
   */
  signature: z.string().check(z.regex(/^0x[0-9a-f]{128}(?:[0-9a-f]{2})?$/)),
});

export type Receipt = z.output<typeof receipt>;
