import { Gauge, type Registry } from 'prom-client';
import type { TextRefusals } from '../application/text-refusals.ts';
import { TEXT_BUDGETS, type TextBudget, type TextBudgetSizes } from '../ports/text-budgets.ts';

/** The source of the figures about text messages. */
export interface TextMetricsSource {
  readonly sizes: TextBudgetSizes;
  /** Text messages of the day, by their budget. */
  readonly readSent: () => Promise<ReadonlyMap<TextBudget, number>>;
  readonly refusals: Pick<TextRefusals, 'read'>;
}

/** Adds to the metrics how many text messages were sent, how many may be, and how many were refused for what. */
export function registerTextMetrics(
  registry: Registry,
  { sizes, readSent, refusals }: TextMetricsSource,
): void {
  new Gauge({
    name: 'kax_texts_sent_today',
    help: 'Text messages of the current day, by budget; none while the database does not respond.',
    labelNames: ['budget'],
    registers: [registry],
    async collect() {
      this.reset();
      const sent = await readSent().catch(() => new Map<TextBudget, number>());
      for (const [budget, count] of sent) this.set({ budget }, count);
    },
  });
  const most = new Gauge({
    name: 'kax_texts_per_day',
    help: 'Text messages that a budget has for a day.',
    labelNames: ['budget'],
    registers: [registry],
  });
  for (const budget of TEXT_BUDGETS) most.set({ budget }, sizes[budget]);
  new Gauge({
    name: 'kax_texts_refused',
    help: 'Requests since the start of this process whose text message was not sent at once, by reason.',
    labelNames: ['reason'],
    registers: [registry],
    collect() {
      for (const [reason, count] of refusals.read()) this.set({ reason }, count);
    },
  });
}
