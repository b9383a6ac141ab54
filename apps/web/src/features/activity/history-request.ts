/** A request for one page of a history. */
export interface HistoryRequest {
  /** A coin's id, or `wallet`. */
  readonly id: string;
  readonly query: {
    readonly cursor: string | undefined;
    readonly limit?: string | undefined;
    /** Only rows of this entry; left out for all. */
    readonly entry?: string;
  };
  readonly isBackground: boolean;
  readonly signal: AbortSignal;
}
