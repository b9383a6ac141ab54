/** What users keep that no one but their own sessions reads. What is sealed for one purpose doesn't open for another. */
export const OWN_SEAL_PURPOSES = [
  'contacts',
  'notes',
  'payment-requests',
  'claims',
  'plans',
] as const;

export type OwnSealPurpose = (typeof OWN_SEAL_PURPOSES)[number];

/** Which row it is, whose, and which of its versions. */
export interface OwnPlace {
  readonly userId: string;
  readonly id: string;
  readonly version: number;
}

/** Encrypts texts of one user for one purpose, under a key of their own, as long as it is open. */
export interface OwnSeals {
  /** @returns a length that says next to nothing about the text */
  seal(place: OwnPlace, text: string): Uint8Array;
  /** Fails on what was sealed for another place or under another key, and on what was changed since. */
  open(
    place: OwnPlace,
    sealed: Uint8Array,
  ): { readonly ok: true; readonly text: string } | { readonly ok: false; readonly cause: unknown };
  /** @returns 32 bytes, always the same for the same text, by which a row is found without naming what it is about */
  tag(text: string): Uint8Array;
}
