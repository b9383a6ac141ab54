/** Who users are to those whom they let see them. Source: the database. */
export interface SenderNames {
  /**
   * The names with which users registered, by their whole private address; with one statement. Addresses of no user,
   * and of rows that were not stored for their user, are left out.
   */
  namesOf(privateAddresses: readonly string[]): Promise<ReadonlyMap<string, string>>;
}
