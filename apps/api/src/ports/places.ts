/** Where an address is, from a database on this machine; nobody is asked. */
export interface Places {
  /** @returns names for people; null for what is not known. */
  find(ip: string): { readonly country: string | null; readonly city: string | null };
}
