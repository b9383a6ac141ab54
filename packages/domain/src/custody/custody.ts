/** Who has the keys of a wallet: `assisted`, Kax too, to sign while its user is signed in; `only-me`, its owner alone. */
export const CUSTODIES = ['assisted', 'only-me'] as const;

export type Custody = (typeof CUSTODIES)[number];
