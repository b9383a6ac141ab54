/** Sends text messages. */
export interface SmsSender {
  /**
   * Resolves when the service accepted it; rejects with `DeliveryRefused` or with the error of the attempt.
   * @param to E.164
   */
  send(message: { readonly to: string; readonly text: string }): Promise<void>;
}
