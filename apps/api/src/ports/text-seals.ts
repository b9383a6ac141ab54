/** Encrypts short texts under a key outside the database, for one purpose. */
export interface TextSeals {
  seal(text: string): Uint8Array;
  /** Throws when it was sealed under another key, or for another purpose. */
  open(sealed: Uint8Array): string;
}
