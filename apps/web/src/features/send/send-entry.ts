import * as z from 'zod/mini';
import { amountEntry } from '../../money-form/amount-entry.ts';
import { ownDecimalMark } from '../../money-form/own-notation.ts';
import { paidRequestShape } from '../../money-form/paid-request.ts';
import { payeeShape } from '../../money-form/payee.ts';
import { type Entry, isSameDraft, useSaving } from '../../money-form/saved-entry.ts';
import { storedUnits } from '../../money-form/stored-units.ts';
import type { Draft, FilledIn, Payment, SendState } from './send-flow.ts';
import { emptyDraft } from './send-flow.ts';

/** What a reload keeps of a payment. */
export const SEND_ENTRY = {
  name: 'send',
  draft: z.object({
    tokenId: z.string(),
    amount: amountEntry,
    ...payeeShape,
    linkTo: z._default(z.nullable(z.string()), null),
    message: z._default(z.string(), ''),
    visibility: z._default(z.nullable(z.enum(['public', 'private'])), null),
    ownNote: z._default(z.string(), ''),
    ...paidRequestShape,
  }),
  request: z.union([
    z.object({
      tokenId: z.string(),
      units: storedUnits,
      recipientAddress: z.string(),
      paymentRequest: z.exactOptional(z.string()),
    }),
    z.object({
      tokenId: z.string(),
      units: storedUnits,
      linkTo: z.string(),
      message: z.string(),
    }),
  ]),
} as const;

/** @returns whether closing the modal would lose what was entered */
export function hasInput(state: SendState, filledIn: FilledIn | undefined): boolean {
  if (state.at === 'transaction') return false;
  // The request goes on without the form, and a payment in doubt keeps its key.
  const { at } = state.at === 'review' ? state.attempt : { at: 'idle' };
  if (at === 'sending' || at === 'unknown') return false;
  return !isSameDraft(state.draft, emptyDraft(state.draft.tokenId, filledIn, ownDecimalMark()));
}

/**
 * Stores the payment while it is entered. Once it is closed, only keys of payments in doubt remain.
 * @returns a function that stores one at once
 */
export function useSavingSend(state: SendState, isOpen: boolean) {
  const draft = isOpen && state.at !== 'transaction' ? state.draft : null;
  const entry: Entry<Draft, Payment> = { draft, issued: state.issued };
  return useSaving(SEND_ENTRY.name, entry);
}
