import type { ActivityType } from '#domain/activity/activity';

/** Which page of which history. */
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
