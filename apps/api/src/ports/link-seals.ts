/** What a row is that its link's code opens. */
export const LINK_PURPOSES = ['payment-requests', 'claims'] as const;

export type LinkPurpose = (typeof LINK_PURPOSES)[number];

/** Which row it is, and whose. */
export interface LinkPlace {
  readonly id: string;
  readonly userId: string;
}

/**
 * Encrypts what a link is about so that it takes both the code of the link and a key outside the database to open it,
 * to find it or to write another one in its place.
 */
export interface LinkSeals {
  /** @returns 32 bytes as hex digits, always the same for a code */
  tag(code: string): string;
  /** @returns a length that says little about the text */
  seal(place: LinkPlace, code: string, text: string): Uint8Array;
  /** Fails on what was sealed for another row or code, and on what was changed since. */
  open(
    place: LinkPlace,
    code: string,
    sealed: Uint8Array,
  ): { readonly ok: true; readonly text: string } | { readonly ok: false; readonly cause: unknown };
}
