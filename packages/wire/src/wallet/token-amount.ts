import * as z from 'zod/mini';

/** The token and the amount of a request that moves money. */
export const tokenAmount = {
  tokenId: z.string().check(z.minLength(1), z.maxLength(128)),
  /** Base units, digits only. */
  amount: z.string().check(z.maxLength(128)),
};

/** The same for a quote: the amount is left out while nothing is entered. */
export const tokenAndPerhapsAmount = {
  tokenId: tokenAmount.tokenId,
  amount: z.optional(tokenAmount.amount),
};

/** An address as a user typed or pasted it. */
export const typedAddress = z.string().check(z.maxLength(256));
