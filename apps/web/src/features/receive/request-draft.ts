import * as z from 'zod/mini';
import { REQUEST_BALANCES, REQUEST_DAYS } from '#domain/payment-request/payment-request';
import { amountEntry } from '../../money-form/amount-entry.ts';
import type { MoneyRequest } from '../../money-form/attempt.ts';
import type { EntryShape } from '../../money-form/saved-entry.ts';
import { storedUnits } from '../../money-form/stored-units.ts';

const requestDraft = z.object({
  tokenId: z.string(),
  amount: amountEntry,
  balance: z.enum(REQUEST_BALANCES),
  message: z.string(),
  days: z.literal(REQUEST_DAYS),
  showsName: z.boolean(),
});

/** What is entered to ask for an amount. */
export type RequestDraft = Readonly<z.output<typeof requestDraft>>;

/** Under which a reload finds it. A link moves no money, so there are no keys of requests in doubt. */
export const REQUEST_ENTRY_NAME = 'payment-request';
export const REQUEST_ENTRY: EntryShape<RequestDraft, MoneyRequest> = {
  draft: requestDraft,
  request: z.object({ tokenId: z.string(), units: storedUnits }),
};

/** @returns a form with nothing entered */
export function emptyRequest(tokenId: string, balance: RequestDraft['balance']): RequestDraft {
  const amount = { kind: 'typed', text: '', unit: 'coin' } as const;
  return { tokenId, amount, balance, message: '', days: 7, showsName: true };
}

/** @returns whether closing the form would lose something */
export function holdsInput({ amount, message }: RequestDraft): boolean {
  return message !== '' || (amount.kind === 'typed' && amount.text !== '');
}
