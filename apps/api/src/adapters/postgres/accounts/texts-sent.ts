import type pg from 'pg';
import { TEXT_BUDGETS, type TextBudget, textBudgetKey } from '../../../ports/text-budgets.ts';
import { readQuotaUses } from './attempt-limits.ts';

/** @returns how many text messages of each budget were sent in its current day */
export async function readTextsSent(
  database: { readonly pool: pg.Pool },
  now: Date,
): Promise<ReadonlyMap<TextBudget, number>> {
  const uses = await readQuotaUses(database, TEXT_BUDGETS.map(textBudgetKey), now);
  return new Map(TEXT_BUDGETS.map((budget) => [budget, uses.get(textBudgetKey(budget)) ?? 0]));
}
