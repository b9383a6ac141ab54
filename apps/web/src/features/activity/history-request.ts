import type { ActivityType } from '#domain/activity/activity';

/** A request for one page of a history. */
export interface HistoryRequest {
  /** A coin's id, or `wallet`. */
  readonly id: string;
  readonly query: {
    readonly type: ActivityType | undefined;
    readonly cursor: string | undefined;
    readonly limit: string | undefined;
  };
  readonly isBackground: boolean;
  readonly signal: AbortSignal;
}
