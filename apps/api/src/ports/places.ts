/** Where an IP address is, from a database on this machine; nothing is sent anywhere. */
export interface Places {
  /** @returns display names; null for what is not known. */
  find(ip: string): { readonly country: string | null; readonly city: string | null };
}
