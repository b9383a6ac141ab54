/** Where the cache keeps histories, by mode: everything below a key is read again when that balance moved. */
export const HISTORY_KEYS = {
  public: ['wallet', 'public', 'history'],
  private: ['wallet', 'private', 'history'],
} as const;
