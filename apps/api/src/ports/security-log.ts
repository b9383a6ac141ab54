import type { AuditEvent } from './audit.ts';

/** What the audit log says about one user. */
export interface SecurityLog {
  /** @returns the newest of these events of a user, newest first */
  list<Event extends AuditEvent>(
    userId: string,
    events: readonly Event[],
    most: number,
  ): Promise<
    readonly {
      readonly id: string;
      readonly event: Event;
      readonly at: Date;
      readonly ip: string;
    }[]
  >;
}
