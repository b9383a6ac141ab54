/** Sends text messages. */
export interface SmsSender {
  /**
   * Resolves when the service took it; rejects with `DeliveryRefused` or what went wrong on the way.
   * @param to E.164
   */
  send(message: { readonly to: string; readonly text: string }): Promise<void>;
}
