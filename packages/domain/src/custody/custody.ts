/** Who has the keys that spend: Kax while the user is signed in (`assisted`), or the user alone (`only-me`). */
export const CUSTODIES = ['assisted', 'only-me'] as const;

export type Custody = (typeof CUSTODIES)[number];
