/** Which request it is, and whose. */
export interface RequestPlace {
  readonly id: string;
  readonly userId: string;
}

/**
 * Encrypts payment requests so that it takes both the code of one and a key outside the database to open it, to find it
 * or to write another one in its place.
 */
export interface RequestSeals {
  /** @returns 32 bytes as hex digits, always the same for a code */
  tag(code: string): string;
  /** @returns a length that says little about the text */
  seal(place: RequestPlace, code: string, text: string): Uint8Array;
  /** Fails on what was sealed for another request or code, and on what was changed since. */
  open(
    place: RequestPlace,
    code: string,
    sealed: Uint8Array,
  ): { readonly ok: true; readonly text: string } | { readonly ok: false; readonly cause: unknown };
}
