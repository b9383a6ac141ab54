/** Which contact it is, whose, and which of its versions. */
export interface ContactPlace {
  readonly userId: string;
  readonly id: string;
  readonly version: number;
}

/** Encrypts the contacts of one user under a key of their own, as long as it is open. */
export interface ContactSeals {
  /** @returns a length that says next to nothing about the text */
  seal(place: ContactPlace, text: string): Uint8Array;
  /** Fails on what was sealed for another place or under another key, and on what was changed since. */
  open(
    place: ContactPlace,
    sealed: Uint8Array,
  ): { readonly ok: true; readonly text: string } | { readonly ok: false; readonly cause: unknown };
}
