/** Query keys of the histories, by mode. Everything below a key is refetched when that balance changes. */
export const HISTORY_KEYS = {
  public: ['wallet', 'public', 'history'],
  private: ['wallet', 'private', 'history'],
} as const;
