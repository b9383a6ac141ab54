/** `gone` when the browser has no such subscription any more, `refused` when it is no place to send to. */
export type PushOutcome = 'sent' | 'gone' | 'refused' | 'failed';

/** Wakes up a browser. The message has no content. */
export interface PushSender {
  send(endpoint: string): Promise<PushOutcome>;
}
