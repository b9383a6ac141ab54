/** A mail in plain words. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Hands mails to a mail server. */
export interface Mailer {
  /** Resolves when the mail server took it; rejects with `DeliveryRefused` or what went wrong on the way. */
  send(mail: Mail): Promise<void>;
}

/** The other side will never take this message: trying again is of no use. */
export class DeliveryRefused extends Error {
  constructor(reason: string) {
    super(`The message was refused: ${reason}`);
    this.name = 'DeliveryRefused';
  }
}
