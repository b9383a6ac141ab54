import * as z from 'zod/mini';
import { CLAIM_BALANCES, CLAIM_STATES } from '#domain/claim/claim';

/** What the sender and the recipient of a payment by link both see. */
export const claimedPayment = {
  state: z.enum(CLAIM_STATES),
  /** Which balance of the sender it is paid from, and which of the recipient's it ends in. */
  balance: z.enum(CLAIM_BALANCES),
  tokenId: z.string(),
  symbol: z.string(),
  decimals: z.number(),
  chainId: z.number(),
  /** Display name of the chain. */
  chain: z.string(),
  /** What the recipient gets, base units, digits only. */
  amount: z.string(),
  /** Who can claim it: whoever verified this email, or this phone number in E.164. */
  recipient: z.object({ channel: z.enum(['email', 'sms']), value: z.string() }),
  message: z.nullable(z.string()),
  createdAt: z.string(),
  /** From then on it can't be claimed and goes back to its sender, ISO 8601. */
  expiresAt: z.string(),
} as const;

/** A payment by link as its sender sees it. */
export const claimView = z.object({
  id: z.string(),
  /** 16 symbols without hyphens; it reads the payment, but claims nothing without the recipient's email or phone. */
  code: z.string(),
  ...claimedPayment,
  /** Counted from 0: the wallet is the BIP-85 child of the sender's 12 words with this index. */
  number: z.number(),
  /** The address of the wallet that the money waits in, in that balance. */
  address: z.string(),
  /** The payment into that wallet. */
  operationId: z.string(),
  transactionHash: z.nullable(z.string()),
  /** What it cost, base units of `feeSymbol`; null until a block has it. */
  feePaid: z.nullable(z.string()),
  /** What was put into the wallet for the fee of the claim, base units of `feeSymbol`. */
  feeSetAside: z.string(),
  /** The native coin for a public payment, the token itself for a private one. */
  feeSymbol: z.string(),
  feeDecimals: z.number(),
  /** When the link was sent to the recipient, which waits until a block has the money; ISO 8601, null while it wasn't. */
  notifiedAt: z.nullable(z.string()),
  /** How many reminders were sent, and the last one; null for none. */
  reminders: z.number(),
  remindedAt: z.nullable(z.string()),
  /** When the link was first opened; null while it wasn't. */
  openedAt: z.nullable(z.string()),
  /** How it ended: claimed or returned; null until a block has that. */
  end: z.nullable(z.object({ transactionHash: z.string(), at: z.string() })),
});

export type ClaimView = z.output<typeof claimView>;
