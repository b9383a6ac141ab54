/** Why a text message was not sent with the request for it. */
export const TEXT_REFUSALS = ['number', 'after-email-code', 'budget'] as const;

export type TextRefusal = (typeof TEXT_REFUSALS)[number];

/** Counts the text messages that were not sent, since the start of this process. */
export interface TextRefusals {
  count(reason: TextRefusal): void;
  read(): ReadonlyMap<TextRefusal, number>;
}

export function createTextRefusals(): TextRefusals {
  const counts = new Map<TextRefusal, number>(TEXT_REFUSALS.map((reason) => [reason, 0]));
  return {
    count: (reason) => void counts.set(reason, (counts.get(reason) ?? 0) + 1),
    read: () => counts,
  };
}
