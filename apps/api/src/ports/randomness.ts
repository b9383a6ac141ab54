/** Unpredictable bytes and ids. Nothing else in the server makes them. */
export interface Randomness {
  bytes(count: number): Uint8Array;
  uuid(): string;
}
