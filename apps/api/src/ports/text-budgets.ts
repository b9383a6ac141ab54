/** What text messages are for. None of these can use up what another one needs. */
export const TEXT_BUDGETS = ['notices', 'resets', 'registrations', 'claims'] as const;

export type TextBudget = (typeof TEXT_BUDGETS)[number];

/** Text messages in a day, by what they are for. */
export type TextBudgetSizes = Readonly<Record<TextBudget, number>>;

/** @returns the key under which the messages of a budget are counted */
export function textBudgetKey(budget: TextBudget): string {
  return `texts sent ${budget}`;
}
