import * as z from 'zod/mini';
import { amountEntry } from './amount-entry.ts';
import { paidRequestShape } from './paid-request.ts';
import { payeeShape } from './payee.ts';
import type { IssuedPoolRequest, PoolDraft, PoolState } from './pool-flow.ts';
import { isSameDraft } from './saved-entry.ts';
import { storedUnits } from './stored-units.ts';

const delay = z.nullable(z.number());

/** What a reload keeps of a shield, transfer or unshield. */
export const POOL_ENTRY = {
  draft: z.object({
    tokenId: z.string(),
    amount: amountEntry,
    ...payeeShape,
    sendWithinMinutes: delay,
    linkTo: z.exactOptional(z.string()),
    message: z.exactOptional(z.string()),
    showsSender: z.exactOptional(z.boolean()),
    ownNote: z.exactOptional(z.string()),
    ...paidRequestShape,
  }),
  request: z.object({
    tokenId: z.string(),
    units: storedUnits,
    recipientAddress: z.string(),
    linkTo: z.exactOptional(z.string()),
    sendWithinMinutes: delay,
    message: z.exactOptional(z.string()),
    showsSender: z.exactOptional(z.literal(true)),
    paymentRequest: z.exactOptional(z.string()),
  }),
} as const;

/** @returns whether closing the form would lose what was entered */
export function isLossy(state: PoolState, start: PoolDraft): boolean {
  if (state.at !== 'form' && state.at !== 'confirm') return false;
  // The request goes on without the form, and one in doubt keeps its key.
  const { at } = state.at === 'confirm' ? state.attempt : { at: 'idle' };
  if (at === 'sending' || at === 'unknown') return false;
  return !isSameDraft(state.draft, { ...start, tokenId: state.draft.tokenId });
}

/** @returns the keys of requests whose outcome is unknown; the one in progress is known */
export function issuedInDoubt(state: PoolState): readonly IssuedPoolRequest[] {
  return state.at === 'in-progress' ? state.issued.slice(1) : state.issued;
}
