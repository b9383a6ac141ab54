/** What a session's browser is woken up by. */
export interface PushSubscription {
  readonly sessionId: string;
  readonly userId: string;
  /** Where the browser's maker takes messages for it. */
  readonly endpoint: string;
}

/** Which browsers get push messages: one for each session, which ends with it. */
export interface PushSubscriptions {
  has(sessionId: string): Promise<boolean>;
  /**
   * Stores a subscription in place of the session's earlier one, and of any that another session has for the same
   * browser. @returns false when the session has ended
   */
  put(subscription: PushSubscription, now: Date): Promise<boolean>;
  remove(sessionId: string): Promise<void>;
  /** Requests one message now, whenever the last one was sent. @returns false without a subscription */
  requestNow(sessionId: string, now: Date): Promise<boolean>;
  /** What became of it: `failed` also where the browser's maker said that there is no such browser. */
  outcome(sessionId: string): Promise<'waiting' | 'sent' | 'failed'>;
}

/** A subscription with something new that no one else sends meanwhile. */
export interface DuePush extends PushSubscription {
  /** Rises with everything that is new. */
  readonly marks: number;
  /** How often it failed since it last succeeded. */
  readonly failures: number;
}

/** How one sender gets what it sends. */
export interface PushQueue {
  /** Takes what is due for sessions that are alive, for `leaseMs`. */
  take(
    limits: { readonly now: Date; readonly idleSince: Date; readonly most: number },
    leaseMs: number,
  ): Promise<readonly DuePush[]>;
  /** It was sent: the next one is not due before `nextAt`, and immediately then if something is new since. */
  markSent(push: DuePush, nextAt: Date): Promise<void>;
  /** It could not be sent, and is tried again then. */
  markFailed(push: DuePush, retryAt: Date): Promise<void>;
  /** Deletes the subscription of a browser that is gone. */
  remove(push: DuePush): Promise<void>;
  /** Gives up what has been waiting since before. */
  giveUp(before: Date): Promise<void>;
}
