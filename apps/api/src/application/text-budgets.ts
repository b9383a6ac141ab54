import type { AttemptLimits, QuotaRule } from '../ports/attempt-limits.ts';
import type { NoticeTopic } from '../ports/outbox.ts';
import { type TextBudget, type TextBudgetSizes, textBudgetKey } from '../ports/text-budgets.ts';

/** Counts text messages that are sent. */
export interface TextBudgets {
  /** @returns false when the budget of the day is used up */
  take(budget: TextBudget, now: Date): Promise<boolean>;
}

const DAY_MS = 24 * 60 * 60_000;
/** Shares of a budget, in percent, of which someone should know. */
const ALARM_AT = [50, 90] as const;

const OF_RESETS: readonly NoticeTopic[] = ['reset-codes', 'unfreeze-codes', 'lost-factors-codes'];
/** To numbers that whoever causes them chose. */
const OF_REGISTRATIONS: readonly NoticeTopic[] = [
  'registration-codes',
  'account-exists',
  'contact-change-codes',
  'contact-in-use',
];

/** To numbers that may belong to no user. */
const OF_CLAIMS: readonly NoticeTopic[] = ['claim-sent', 'claim-reminder', 'claim-reminder-link'];

/** @returns from whose budget a message is sent: whatever a stranger can cause is not from the one for notices */
export function budgetOf(topic: NoticeTopic): TextBudget {
  if (OF_RESETS.includes(topic)) return 'resets';
  if (OF_CLAIMS.includes(topic)) return 'claims';
  return OF_REGISTRATIONS.includes(topic) ? 'registrations' : 'notices';
}

/** @param alarm called once a day for each budget when half of it is used, and again at nine tenths */
export function createTextBudgets(
  limits: Pick<AttemptLimits, 'takeQuota'>,
  sizes: TextBudgetSizes,
  alarm: (message: string) => void,
): TextBudgets {
  const ofDay = (most: number): QuotaRule => ({ most, windowMs: DAY_MS });
  const alarmAt = async (budget: TextBudget, percent: number, now: Date) => {
    const most = sizes[budget];
    const key = `texts ${percent} ${budget}`;
    // The message that reaches the share is the first for which none is left below it.
    const below = Math.ceil((most * percent) / 100) - 1;
    if (below > 0 && (await limits.takeQuota(key, ofDay(below), now)) === 0) return;
    if ((await limits.takeQuota(`${key} alarm`, ofDay(1), now)) > 0) return;
    alarm(`${percent} % of the ${most} text messages a day for ${budget} are used.`);
  };
  return {
    async take(budget, now) {
      const wait = await limits.takeQuota(textBudgetKey(budget), ofDay(sizes[budget]), now);
      if (wait > 0) return false;
      for (const percent of ALARM_AT) await alarmAt(budget, percent, now);
      return true;
    },
  };
}
