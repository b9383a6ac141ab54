/** Identifies this installation to the services that push messages go through (VAPID, RFC 8292). */
export interface PushSigner {
  /** P-256, uncompressed, as base64url. */
  readonly publicKey: string;
  /** @returns an ES256 signature (RFC 7518, 3.4), 64 bytes */
  sign(text: string): Uint8Array;
}
