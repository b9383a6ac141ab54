import * as z from 'zod/mini';

const blocks = z.int().check(z.minimum(1));
/** The methods that it concerns; all of those that it can concern when left out. */
const methods = z.optional(z.array(z.string()));

/** What real nodes do wrong, as JSON. */
export const fault = z.discriminatedUnion('kind', [
  /** Receipts and transactions of the newest blocks are not found by hash, although the blocks are there. */
  z.strictObject({ kind: z.literal('index-lag'), blocks, methods }),
  /** Everything is as it was this many blocks ago. */
  z.strictObject({ kind: z.literal('head-lag'), blocks, methods }),
  /** Counts of transactions are this much too high, or too low. */
  z.strictObject({ kind: z.literal('wrong-count'), by: z.int(), methods }),
  /** Requests never get a response. */
  z.strictObject({ kind: z.literal('hang'), methods }),
  z.strictObject({ kind: z.literal('slow'), ms: z.int().check(z.minimum(0)), methods }),
  /** Signed transactions are accepted and forgotten. */
  z.strictObject({ kind: z.literal('drop') }),
  /** Transactions are refused whose gas costs more than this at their highest price, base units as digits. */
  z.strictObject({ kind: z.literal('fee-cap'), cap: z.string().check(z.regex(/^\d+$/)) }),
  z.strictObject({ kind: z.literal('wrong-chain'), chainId: z.int() }),
  /** Responses have the id of another request. */
  z.strictObject({ kind: z.literal('wrong-id'), methods }),
  /** A request gets the response that the same request got before. */
  z.strictObject({ kind: z.literal('old-response'), methods }),
  /** The responses of a batch are in the order of the last request first. */
  z.strictObject({ kind: z.literal('reversed-batch') }),
]);

/** One thing that a faulty node does wrong until it is healed. */
export type Fault = z.output<typeof fault>;

/** Finds the active fault of a kind that concerns a method. */
export type FindFault = <Kind extends Fault['kind']>(
  kind: Kind,
) => Extract<Fault, { readonly kind: Kind }> | undefined;

/** @returns how to find those of these faults that concern a method */
export function faultsOf(faults: readonly Fault[], method: string): FindFault {
  return <Kind extends Fault['kind']>(kind: Kind) =>
    faults.find(
      (each): each is Extract<Fault, { readonly kind: Kind }> =>
        each.kind === kind && (!('methods' in each) || (each.methods?.includes(method) ?? true)),
    );
}
