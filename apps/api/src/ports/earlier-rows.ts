/** Rows that were written before rows had seals. */
export interface EarlierRows {
  /** Seals each as it is. @returns how many */
  sealAll(): Promise<number>;
}
