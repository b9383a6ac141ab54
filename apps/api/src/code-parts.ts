import { createPlaces } from './adapters/places/places.ts';
import { readTextsSent } from './adapters/postgres/accounts/texts-sent.ts';
import type { Database } from './adapters/postgres/connection/connect.ts';
import { createTextRefusals } from './application/text-refusals.ts';
import type { ApiConfig } from './config.ts';
import { createCodeLimits } from './modules/auth/codes/code-limits.ts';
import { createSendPressure } from './modules/auth/codes/send-pressure.ts';
import type { AttemptLimits } from './ports/attempt-limits.ts';
import { isPublicAddress } from './public-address.ts';

/** @returns what decides who gets codes and text messages, and the figures about those */
export function createCodeParts(
  { placesFile, texts, work }: Pick<ApiConfig, 'placesFile' | 'texts' | 'work'>,
  {
    database,
    limits,
    clock,
  }: {
    readonly database: Database;
    readonly limits: AttemptLimits;
    readonly clock: { readonly now: () => Date };
  },
) {
  const textRefusals = createTextRefusals();
  return {
    auth: {
      codeLimits: createCodeLimits(limits),
      places: createPlaces(placesFile, isPublicAddress),
      textBudgets: texts.perDay,
      textsAtOncePerHour: texts.atOncePerHour,
      textRefusals,
      sendPressure: createSendPressure(texts.freeRequestsPerHour, work.mostSquarings),
      phoneRules: texts,
    },
    textMetrics: {
      sizes: texts.perDay,
      refusals: textRefusals,
      readSent: () => readTextsSent(database, clock.now()),
    },
  };
}
