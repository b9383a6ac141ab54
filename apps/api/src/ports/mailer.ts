/** An email, as text and HTML. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Hands emails to a mail server. */
export interface Mailer {
  /** Resolves when the mail server accepted it; rejects with `DeliveryRefused` or with the error of the attempt. */
  send(mail: Mail): Promise<void>;
}

/** The other side will never accept this message: retrying is pointless. */
export class DeliveryRefused extends Error {
  constructor(reason: string) {
    super(`The message was refused: ${reason}`);
    this.name = 'DeliveryRefused';
  }
}
