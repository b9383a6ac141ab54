/**
 * Copies a secret into memory that stays where it is, so that overwriting it leaves nothing. V8 keeps an array of up to
 * 64 bytes in its heap, and garbage collection moves it without overwriting the place that it had.
 */
export function copySecret(secret: Uint8Array): Uint8Array {
  const copy = new Uint8Array(new ArrayBuffer(secret.length));
  copy.set(secret);
  return copy;
}
